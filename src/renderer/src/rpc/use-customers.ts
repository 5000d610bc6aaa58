import { useMutation, useQuery } from '@tanstack/react-query';
import type { RouteInput } from '#shared/contract/routes.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** Everything a customer ever wrote in, newest first. */
export function useCustomerChats(customerId: string | undefined) {
  const { call } = useConsole();
  return useQuery({
    queryKey: keys.customerChats(customerId ?? ''),
    enabled: customerId !== undefined,
    queryFn: async () => await call('customers.chats', { customerId: customerId ?? '', limit: 50 }),
  });
}

/** Changes a customer's name or contacts; an empty text takes the field away. */
export function useUpdateCustomer() {
  const { call } = useConsole();
  return useMutation({ mutationFn: (change: RouteInput<'customers.update'>) => call('customers.update', change) });
}
