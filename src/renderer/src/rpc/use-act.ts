import { type QueryKey, useMutation } from '@tanstack/react-query';
import type { RouteInput, RouteName } from '#shared/contract/routes.ts';
import { useConsole } from './console-context.tsx';

/** Does what a route does. What it changed is asked again before it counts as done. */
export function useAct<Route extends RouteName>(route: Route, ...changed: readonly QueryKey[]) {
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: (input: RouteInput<Route>) => call(route, input),
    onSuccess: () => Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
