import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { OwnEngine } from '../ask-engine.ts';
import type { Preferences } from '../preferences.ts';
import type { Notifications } from './limited-notifications.ts';

/** Windows that notifications can open. */
export interface NotificationWindows {
  /** at this page: `/chat/12` */
  readonly showConsole: (path?: string) => void;
  /** undefined: the chat waiting longest */
  readonly showReply: (chatId?: string) => void;
  /** makes the console's window ask for attention until it has the focus, or stops that */
  readonly callAttention: (wanted: boolean) => void;
  /** true while the console has the focus: then no notification covers it */
  readonly isWatched: () => boolean;
  /** rings the bell in the console */
  readonly ring: () => void;
}

export interface AnnouncerOptions extends OwnEngine {
  readonly operatorId: string;
  readonly preferences: Preferences;
  readonly windows: NotificationWindows;
  /** true while somebody is reading this chat: then it is not announced */
  readonly isReading: (chatId: string) => boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** the system's notifications */
  readonly presenter: Notifications['presenter'];
}
