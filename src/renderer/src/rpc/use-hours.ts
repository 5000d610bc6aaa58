import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { HoursSettings } from '#shared/contract/hours.ts';
import type { RouteInput, RouteOutput } from '#shared/contract/routes.ts';
import type { Call } from './client.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** Changes go to the engine one after the other, in the order in which they were made. */
const IN_TURN = { id: 'hours' } as const;

/** Working hours, waiting times, and what is open now. */
export function useHours() {
  const { call } = useConsole();
  return useQuery(hoursQuery(call));
}

/** Asks when people work here. */
export function hoursQuery(call: Call) {
  return queryOptions({ queryKey: keys.hours, queryFn: () => call('hours.get', {}) });
}

/** From how many minutes of waiting a chat is amber, and red; undefined until it is known. */
export function useWaitingLimits(): HoursSettings['waiting'] | undefined {
  return useHours().data?.settings.waiting;
}

/** Changes what was set; each leaves alone what it does not name. */
export function useChangeHours() {
  const { call, queryClient } = useConsole();
  return useMutation({
    scope: IN_TURN,
    mutationFn: (change: RouteInput<'hours.update'>) => call('hours.update', change),
    onSuccess: (settings: HoursSettings) =>
      queryClient.setQueryData<RouteOutput<'hours.get'>>(keys.hours, (known) => known && { ...known, settings }),
  });
}
