import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { DesktopBridge, DesktopNews } from '#shared/contract/desktop.ts';
import type { EventFrame } from '#shared/contract/events.ts';

let subscriptions = 0;

/** Passes on what the main process says on a channel; returns how to stop. */
function hear<A extends readonly unknown[]>(channel: string, listener: (...said: A) => void): () => void {
  const pass = (_event: IpcRendererEvent, ...said: unknown[]): void => listener(...(said as unknown as A));
  ipcRenderer.on(channel, pass);
  return () => void ipcRenderer.off(channel, pass);
}

type Told = (told: never) => void;
const listeners = new Map<keyof DesktopNews, Set<Told>>();
/** the latest of each kind that came before the page listened */
const unheard = new Map<keyof DesktopNews, unknown>();
hear('desktop:news', (name: keyof DesktopNews, told: unknown) => {
  const hearing = listeners.get(name) ?? new Set();
  if (hearing.size === 0) unheard.set(name, told);
  for (const listener of hearing) listener(told as never);
});

function listen(name: keyof DesktopNews, listener: Told): () => void {
  const hearing = listeners.get(name) ?? new Set();
  listeners.set(name, hearing.add(listener));
  if (unheard.has(name)) listener(unheard.get(name) as never);
  unheard.delete(name);
  return () => void hearing.delete(listener);
}

const bridge: DesktopBridge = {
  request: (route, input) => ipcRenderer.invoke('console:request', route, input),
  subscribe: (onEvents) => {
    subscriptions += 1;
    const subscription = subscriptions;
    const stop = hear('console:events', (of: number, frame: EventFrame) => {
      if (of === subscription) onEvents(frame);
    });
    void ipcRenderer.invoke('console:subscribe', subscription);
    return () => {
      stop();
      void ipcRenderer.invoke('console:unsubscribe', subscription);
    };
  },
  desktop: {
    call: (name, ...input) => ipcRenderer.invoke('desktop:call', name, ...input),
    on: listen,
  },
};

contextBridge.exposeInMainWorld('counterbell', bridge);
