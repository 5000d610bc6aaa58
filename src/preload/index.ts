import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { CatchUp, DesktopBridge } from '#shared/contract/desktop.ts';
import type { EventFrame } from '#shared/contract/events.ts';

let subscriptions = 0;

/** Passes on what the main process says on a channel; returns how to stop. */
function hear<A extends readonly unknown[]>(channel: string, listener: (...said: A) => void): () => void {
  const pass = (_event: IpcRendererEvent, ...said: unknown[]): void => listener(...(said as unknown as A));
  ipcRenderer.on(channel, pass);
  return () => void ipcRenderer.off(channel, pass);
}

/** As `hear`, for what may be said before the page listens: the latest is kept for its first listener. */
function hearEvenLate<T>(channel: string): (listener: (said: T) => void) => () => void {
  const listeners = new Set<(said: T) => void>();
  let unheard: readonly T[] = [];
  hear(channel, (said: T) => {
    unheard = listeners.size === 0 ? [said] : [];
    for (const listener of listeners) listener(said);
  });
  return (listener) => {
    listeners.add(listener);
    const waiting = unheard;
    unheard = [];
    for (const said of waiting) listener(said);
    return () => void listeners.delete(listener);
  };
}

const bridge: DesktopBridge = {
  request: (route, input) => ipcRenderer.invoke('console:request', route, input),
  subscribe: (onEvents) => {
    subscriptions += 1;
    const subscription = subscriptions;
    const stop = hear('console:events', (of: number, frame: string) => {
      if (of === subscription) onEvents(JSON.parse(frame) as EventFrame);
    });
    void ipcRenderer.invoke('console:subscribe', subscription);
    return () => {
      stop();
      void ipcRenderer.invoke('console:unsubscribe', subscription);
    };
  },
  openTestCustomer: (channelId) => ipcRenderer.invoke('desktop:open-test-customer', channelId),
  desktop: {
    status: () => ipcRenderer.invoke('desktop:status'),
    change: (change) => ipcRenderer.invoke('desktop:change', change),
    testNotification: () => ipcRenderer.invoke('desktop:test-notification'),
    openSystemSettings: (which) => ipcRenderer.invoke('desktop:open-system-settings', which),
    diagnostics: () => ipcRenderer.invoke('desktop:diagnostics'),
    checkForUpdates: () => ipcRenderer.invoke('desktop:check-for-updates'),
    reading: (chatId) => ipcRenderer.invoke('desktop:reading', chatId),
    openChat: (chatId) => ipcRenderer.invoke('desktop:open-chat', chatId),
    closeReplyWindow: () => ipcRenderer.invoke('desktop:close-reply-window'),
    useMicrophone: () => ipcRenderer.invoke('desktop:use-microphone'),
    openFile: (url) => ipcRenderer.invoke('desktop:open-file', url),
    showBackup: (name) => ipcRenderer.invoke('desktop:show-backup', name),
    onStatus: (listener) => hear('desktop:status-changed', () => listener()),
    onPlace: hearEvenLate<string>('desktop:place'),
    onCatchUp: hearEvenLate<CatchUp>('desktop:catch-up'),
  },
};

contextBridge.exposeInMainWorld('counterbell', bridge);
