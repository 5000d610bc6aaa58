import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { DesktopBridge } from '#shared/contract/desktop.ts';
import type { EventFrame } from '#shared/contract/events.ts';

let subscriptions = 0;

const bridge: DesktopBridge = {
  request: (route, input) => ipcRenderer.invoke('console:request', route, input),
  subscribe: (onEvents) => {
    subscriptions += 1;
    const subscription = subscriptions;
    const pass = (_event: IpcRendererEvent, of: number, frame: string): void => {
      if (of === subscription) onEvents(JSON.parse(frame) as EventFrame);
    };
    ipcRenderer.on('console:events', pass);
    void ipcRenderer.invoke('console:subscribe', subscription);
    return () => {
      ipcRenderer.off('console:events', pass);
      void ipcRenderer.invoke('console:unsubscribe', subscription);
    };
  },
  openTestCustomer: (channelId) => ipcRenderer.invoke('desktop:open-test-customer', channelId),
};

contextBridge.exposeInMainWorld('counterbell', bridge);
