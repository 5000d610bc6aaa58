import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { Operator, Presence } from '#shared/domain/entities.ts';
import type { Call } from './client.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** The operator who is signed in here. */
export function useMe() {
  const { call } = useConsole();
  return useQuery(meQuery(call));
}

/** Asks who is signed in here. */
export function meQuery(call: Call) {
  return queryOptions({ queryKey: keys.me, queryFn: () => call('operators.me', {}) });
}

/** Everybody who works here. */
export function useOperators() {
  const { call } = useConsole();
  return useQuery(operatorsQuery(call));
}

/** Asks for everybody who works here. */
export function operatorsQuery(call: Call) {
  return queryOptions({ queryKey: keys.operators, queryFn: async () => (await call('operators.list', {})).operators });
}

/** Says at once whether customers can reach this operator; taken back where the engine disagrees. */
export function useSetPresence() {
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: (presence: Presence) => call('operators.setPresence', { presence }),
    onMutate: (presence) => {
      const before = queryClient.getQueryData<Operator>(keys.me);
      if (before !== undefined) queryClient.setQueryData<Operator>(keys.me, { ...before, presence });
      return before;
    },
    onSuccess: (operator) => queryClient.setQueryData<Operator>(keys.me, operator),
    onError: (_error, _presence, before) => {
      if (before !== undefined) queryClient.setQueryData<Operator>(keys.me, before);
    },
  });
}

/** Changes this operator's name or photo; an empty photo takes it away. */
export function useUpdateMe() {
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: (change: { readonly name?: string; readonly photo?: string }) => call('operators.update', change),
    onSuccess: (operator) => queryClient.setQueryData<Operator>(keys.me, operator),
  });
}
