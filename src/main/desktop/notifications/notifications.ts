import { app, shell } from 'electron';
import { startOnceMore, takeActivationToken } from './activation.ts';
import { announceChats, type AnnouncerOptions, type Notifications } from './announcer.ts';
import { createElectronPresenter } from './electron.ts';
import { createFreedesktopPresenter } from './freedesktop.ts';
import type { PresenterOptions } from './presenter.ts';
import { createNotificationSettings } from './system-settings.ts';
import { connectSessionBus } from '../session-bus.ts';

export interface NotificationOptions extends Omit<AnnouncerOptions, 'present' | 'settings'> {
  /** resolves when the start has time for the desktop's bus */
  readonly calm: Promise<void>;
}

/** Announces chats in this system's way. Call it once Electron is ready. */
export function startNotifications(options: NotificationOptions): Notifications {
  const settings = createNotificationSettings(process.env, (address) => shell.openExternal(address));
  if (process.platform !== 'linux') {
    const present = (presenting: PresenterOptions) => createElectronPresenter({ ...presenting, clock: options.clock });
    return announceChats({ ...options, present, settings });
  }
  const bus = options.calm.then(() => connectSessionBus(options.log));
  const activation = { app, clock: options.clock, env: process.env, start: startOnceMore };
  const present = ({ onUse }: PresenterOptions) =>
    createFreedesktopPresenter({
      onUse: (key, use) =>
        void takeActivationToken(use.kind === 'reply' ? undefined : use.activationToken, activation).then(() =>
          onUse(key, use),
        ),
      bus,
      applicationName: app.getName(),
      beep: () => shell.beep(),
      log: options.log,
    });
  return announceChats({ ...options, present, settings });
}
