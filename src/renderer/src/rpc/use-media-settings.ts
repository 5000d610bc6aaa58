import { useMutation, useQuery } from '@tanstack/react-query';
import type { MediaSettings } from '#shared/contract/media.ts';
import type { RouteInput, RouteOutput } from '#shared/contract/routes.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** Changes go to the engine one after the other, in the order in which they were made. */
const IN_TURN = { id: 'media-settings' } as const;

/** What an owner set about media, and how much is kept. How much is as old as the last question: `countedAnew` asks when the screen opens. */
export function useMediaSettings({ countedAnew = false }: { readonly countedAnew?: boolean } = {}) {
  const { call } = useConsole();
  return useQuery({
    queryKey: keys.mediaSettings,
    queryFn: () => call('media.settings', {}),
    refetchOnMount: countedAnew ? 'always' : true,
  });
}

/** Changes what was set about media; each leaves alone what it does not name. */
export function useChangeMediaSettings() {
  const { call, queryClient } = useConsole();
  return useMutation({
    scope: IN_TURN,
    mutationFn: (change: RouteInput<'media.updateSettings'>) => call('media.updateSettings', change),
    onSuccess: (settings: MediaSettings) =>
      queryClient.setQueryData<RouteOutput<'media.settings'>>(
        keys.mediaSettings,
        (known) => known && { ...known, settings },
      ),
  });
}

/** Who can fetch a file that is sent now; undefined while it is not known. */
export function useMediaReach(): RouteOutput<'media.outlook'>['reach'] | undefined {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.mediaOutlook, queryFn: () => call('media.outlook', {}) }).data?.reach;
}
