import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Operator, Role } from '#shared/domain/entities.ts';

/** Key of the answer about the operator who is signed in. */
export const ME: QueryKey = ['operators.me', {}];

/** Adopts the role that an event connection has now. What only the former one may see is forgotten, not refetched. */
export function adoptRole(queryClient: QueryClient, role: Role): void {
  const me = queryClient.getQueryData<Operator>(ME);
  if (me === undefined || me.role === role) return;
  queryClient.setQueryData<Operator>(ME, { ...me, role });
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.['audience'] !== undefined });
}
