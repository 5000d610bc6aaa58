import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DesktopAround, DesktopPreferencesChange, DesktopStatus } from '#shared/contract/desktop.ts';
import { useConsole } from './console-context.tsx';

type Named<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const STATUS = ['desktop'] as const;
const CHANGE = ['desktop', 'change'] as const;

/** The window, the tray and the computer around this page; undefined in a browser. */
export function useDesktop(): DesktopAround | undefined {
  return window.counterbell?.desktop;
}

/** How the app stands on this computer, asked again whenever it says that something changed. */
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

/** Changes what the owner chose for this computer: shown at once, taken back where the app does not take it. */
export function useChangeDesktop() {
  const { queryClient } = useConsole();
  const desktop = useDesktop();
  return useMutation({
    mutationKey: CHANGE,
    mutationFn: (change: DesktopPreferencesChange) =>
      desktop === undefined ? notHere() : desktop.call('change', change),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: STATUS });
      queryClient.setQueryData<DesktopStatus>(STATUS, (status) => status && withChange(status, change));
    },
    onSuccess: (status) => {
      // While another change is under way, this answer does not know of it yet.
      if (queryClient.isMutating({ mutationKey: CHANGE }) === 1)
        queryClient.setQueryData<DesktopStatus>(STATUS, status);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: STATUS }),
  });
}

/** Looks for a newer version now. */
export function useCheckForUpdates() {
  const { queryClient } = useConsole();
  const desktop = useDesktop();
  return useMutation({
    mutationFn: () => (desktop === undefined ? notHere() : desktop.call('checkForUpdates')),
    onSuccess: (status) => queryClient.setQueryData<DesktopStatus>(STATUS, status),
  });
}

/** Shows a notification to try, and says which layer held it back. */
export function useTestNotification() {
  const desktop = useDesktop();
  return useMutation({ mutationFn: () => (desktop === undefined ? notHere() : desktop.call('testNotification')) });
}

function notHere(): Promise<never> {
  return Promise.reject(new Error('This page is not shown by the desktop app.'));
}

/** How the app will stand after a change: what the change does not name stays. */
export function withChange(status: DesktopStatus, change: DesktopPreferencesChange): DesktopStatus {
  const { notifications = {}, ...rest } = change;
  const preferences = {
    ...status.preferences,
    ...named(rest),
    notifications: { ...status.preferences.notifications, ...named(notifications) },
  };
  return { ...status, preferences };
}

function named<T extends object>(change: T): Named<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Named<T>;
}
