import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { DesktopBridge, DesktopEvents } from '#shared/contract/desktop.ts';
import type { EventFrame } from '#shared/contract/events.ts';

let subscriptions = 0;

/** Subscribes to a channel of the main process; returns the unsubscribe function. */
function onMessage<A extends readonly unknown[]>(channel: string, listener: (...args: A) => void): () => void {
  const pass = (_event: IpcRendererEvent, ...args: unknown[]): void => listener(...(args as unknown as A));
  ipcRenderer.on(channel, pass);
  return () => void ipcRenderer.off(channel, pass);
}

type NewsListener = (news: never) => void;
const listeners = new Map<keyof DesktopEvents, Set<NewsListener>>();
/** the latest event of each kind that arrived before the page subscribed */
const pending = new Map<keyof DesktopEvents, unknown>();
onMessage('desktop:news', (name: keyof DesktopEvents, news: unknown) => {
  const ofName = listeners.get(name) ?? new Set();
  if (ofName.size === 0) pending.set(name, news);
  for (const listener of ofName) listener(news as never);
});

function listen(name: keyof DesktopEvents, listener: NewsListener): () => void {
  const ofName = listeners.get(name) ?? new Set();
  listeners.set(name, ofName.add(listener));
  if (pending.has(name)) listener(pending.get(name) as never);
  pending.delete(name);
  return () => void ofName.delete(listener);
}

const bridge: DesktopBridge = {
  request: (route, input) => ipcRenderer.invoke('console:request', route, input),
  subscribe: (onEvents) => {
    subscriptions += 1;
    const subscription = subscriptions;
    const stop = onMessage('console:events', (of: number, frame: EventFrame) => {
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
