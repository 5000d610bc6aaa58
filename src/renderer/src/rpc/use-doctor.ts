import { useMutation, useQuery } from '@tanstack/react-query';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** What the latest check found; of one under way, as far as it has come. */
export function useCheck() {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.doctor, queryFn: () => call('doctor.latest', {}) });
}

/** Looks at everything; its lines come by `useCheck` meanwhile. */
export function useRunCheck() {
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: () => call('doctor.run', {}),
    onSuccess: ({ at, findings }) =>
      queryClient.setQueryData<RouteOutput<'doctor.latest'>>(keys.doctor, { running: false, at, findings }),
  });
}
