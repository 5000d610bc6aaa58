import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DesktopApi, DesktopPreferencesChange, DesktopStatus } from '#shared/contract/desktop.ts';
import { mergeGroup } from '#shared/protocol/fields.ts';
import { useConsole } from './console-context.tsx';

const STATUS = ['desktop'] as const;
const CHANGE = ['desktop', 'change'] as const;

/** The desktop API of this page; undefined in a browser. */
export function useDesktop(): DesktopApi | undefined {
  return window.counterbell?.desktop;
}

/** The app's state on this computer, refetched whenever the app reports a change. */
export function useDesktopStatus() {
  const { queryClient } = useConsole();
  const desktop = useDesktop();
  useEffect(
    () => desktop?.on('status', () => void queryClient.invalidateQueries({ queryKey: STATUS })),
    [desktop, queryClient],
  );
  return useQuery({
    queryKey: STATUS,
    queryFn: desktop === undefined ? skipToken : () => desktop.call('status'),
  });
}

/** Changes the owner's preferences for this computer: shown at once, rolled back if the app refuses. */
export function useChangeDesktop() {
  const { queryClient } = useConsole();
  return useMutation({
    mutationKey: CHANGE,
    mutationFn: async (change: DesktopPreferencesChange) => await ofDesktop().call('change', change),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: STATUS });
      queryClient.setQueryData<DesktopStatus>(STATUS, (status) => status && withChange(status, change));
    },
    onSuccess: (status) => {
      // This answer does not include another change still in progress.
      if (queryClient.isMutating({ mutationKey: CHANGE }) === 1)
        queryClient.setQueryData<DesktopStatus>(STATUS, status);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: STATUS }),
  });
}

export function useCheckForUpdates() {
  const { queryClient } = useConsole();
  return useMutation({
    mutationFn: async () => await ofDesktop().call('checkForUpdates'),
    onSuccess: (status) => queryClient.setQueryData<DesktopStatus>(STATUS, status),
  });
}

/** Shows a test notification, and reports which layer blocked it. */
export function useTestNotification() {
  return useMutation({ mutationFn: async () => await ofDesktop().call('testNotification') });
}

function ofDesktop(): DesktopApi {
  if (window.counterbell === undefined) throw new Error('This page is not shown by the desktop app.');
  return window.counterbell.desktop;
}

/** The app's state after a change; fields it does not name are kept. */
export function withChange(status: DesktopStatus, change: DesktopPreferencesChange): DesktopStatus {
  return { ...status, preferences: mergeGroup(status.preferences, change, true) };
}
