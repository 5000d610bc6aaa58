import { useMutation, useQuery } from '@tanstack/react-query';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** How far this installation is set up, and where customers reach it. */
export function useSetup() {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.setup, queryFn: () => call('setup.get', {}) });
}

/** Tries once more to open the secrets that could not be read. */
export function useOpenSecrets() {
  const { call } = useConsole();
  return useMutation({ mutationFn: () => call('setup.openSecrets', {}) });
}
