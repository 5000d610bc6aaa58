import { useMutation, useQuery } from '@tanstack/react-query';
import type { ConnectionChange, ConnectionView } from '#shared/contract/connection.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** Changes go to the engine one after the other, in the order in which they were made. */
const IN_TURN = { id: 'connection' } as const;

/** How customers reach the listener, and whether they do. */
export function useWayIn() {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.connection, queryFn: () => call('connection.get', {}) });
}

/** Where customers reach the listener, or would; without a slash at the end, empty until it is known. */
export function usePublicAddress(): string {
  return useWayIn().data?.reach.url ?? '';
}

/** What can be done about the way in; each answers with how it stands then. */
export function useWayInChanges() {
  const { call, queryClient } = useConsole();
  const onSuccess = (view: ConnectionView): void => {
    queryClient.setQueryData<ConnectionView>(keys.connection, view);
  };
  return {
    change: useMutation({
      scope: IN_TURN,
      mutationFn: (change: ConnectionChange) => call('connection.change', change),
      onSuccess,
    }),
    check: useMutation({ mutationFn: () => call('connection.check', {}), onSuccess }),
    importCertificate: useMutation({
      scope: IN_TURN,
      mutationFn: (given: RouteInput<'connection.importCertificate'>) => call('connection.importCertificate', given),
      onSuccess,
    }),
    renewAuthority: useMutation({ scope: IN_TURN, mutationFn: () => call('connection.renewAuthority', {}), onSuccess }),
    forgetHostKey: useMutation({ scope: IN_TURN, mutationFn: () => call('connection.forgetHostKey', {}), onSuccess }),
    dismissMovedPort: useMutation({ mutationFn: () => call('connection.dismissMovedPort', {}), onSuccess }),
    dismissFormerUrl: useMutation({ mutationFn: () => call('connection.dismissFormerUrl', {}), onSuccess }),
  };
}

/** Which programs for tunnels are found on the engine's computer; looked for anew whenever a screen asks. */
export function useTunnelTools() {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.tunnelTools, queryFn: () => call('connection.tools', {}), staleTime: 0 });
}

/** Fetches the authority behind certificates made here; it is made when it is first asked for. */
export function useFetchAuthority() {
  const { call } = useConsole();
  return useMutation({ mutationFn: () => call('connection.authority', {}) });
}
