import type { Phrase } from '#shared/locales/phrase.ts';
import { z } from 'zod';
import { instant } from '#shared/domain/entities.ts';
import type { Answer } from './errors.ts';
import { changeOf } from './fields.ts';
import type { EventFrame } from './events.ts';

/** Which of them are wanted, and how they are shown. */
const notificationPreferences = z.object({
  newChat: z.boolean().default(true),
  /** a message in a chat that the operator has */
  ownChat: z.boolean().default(true),
  askedForPerson: z.boolean().default(true),
  failedReply: z.boolean().default(true),
  /** customers cannot reach this computer, or do so at another address now */
  unreachable: z.boolean().default(true),
  sound: z.boolean().default(true),
  /** once more, with sound, until somebody opens the chat */
  repeat: z.boolean().default(true),
});

/** What the owner chose for this computer; kept on it, not with the conversations. */
export const desktopPreferences = z.object({
  startAtLogin: z.boolean().default(false),
  /** started at login, it waits in the tray */
  startHidden: z.boolean().default(true),
  /** closing the window leaves it running in the tray, where there is one */
  closeToTray: z.boolean().default(true),
  /** this computer does not fall asleep while the operator is online */
  keepAwake: z.boolean().default(false),
  /** minutes without a key or the mouse after which the operator counts as away; 0: never */
  awayAfterMinutes: z.number().int().min(0).max(240).default(10),
  notifications: notificationPreferences.prefault({}),
  /** nothing is shown before then; null: not paused */
  pausedUntil: instant.nullable().default(null),
  /** looks for a newer version now and then */
  checkForUpdates: z.boolean().default(true),
  /** what the console's windows speak, as BCP 47 has it; null: they have not said yet */
  language: z.string().max(35).nullable().default(null),
});
export type DesktopPreferences = z.infer<typeof desktopPreferences>;

/** A change leaves alone what it does not name. */
export const desktopPreferencesChange = changeOf(desktopPreferences).extend({
  notifications: changeOf(notificationPreferences).optional(),
  language: z.string().max(35).optional(),
});
export type DesktopPreferencesChange = z.infer<typeof desktopPreferencesChange>;

/** How the app stands on this computer. */
export interface DesktopStatus {
  readonly preferences: DesktopPreferences;
  readonly platform: 'windows' | 'mac' | 'linux';
  readonly version: string;
  /** the desktop shows tray icons */
  readonly hasTray: boolean;
  /** the system has settings of notifications that can be opened from here */
  readonly hasSystemSettings: boolean;
  /** what encrypts the secrets; `weak`: a key file, because the system offers no keyring */
  readonly vault: { readonly backend: Phrase; readonly weak: boolean };
  readonly update: UpdateStatus;
}

export type UpdateStatus =
  /** this build has nowhere to look, or the owner switched it off */
  | { readonly state: 'off' }
  | { readonly state: 'current'; readonly checkedAt: number | undefined }
  | { readonly state: 'checking' }
  /** it is installed when the app quits */
  | { readonly state: 'ready'; readonly version: string; readonly notes: string | undefined }
  | { readonly state: 'failed'; readonly reason: Phrase; readonly checkedAt: number };

/** What became of a test notification: `blockedBy` is the first layer that held it back. */
export type NotificationTest =
  | { readonly shown: true }
  | {
      readonly shown: false;
      readonly blockedBy: 'paused' | 'app' | 'doNotDisturb' | 'system' | 'unsupported';
      readonly detail?: Phrase;
    };

/** What happened while the computer slept or was locked. */
export interface CatchUp {
  readonly since: number;
  readonly waiting: number;
  readonly failed: number;
}

const nothing = z.undefined();
const done = z.custom<void>();
const standing = z.custom<DesktopStatus>();

/** What a page may ask of the desktop around it. What it says is checked when it arrives; what it is answered is typed. */
export const desktopCalls = {
  status: { input: nothing, output: standing },
  /** rejects where the system refuses, and then nothing changed */
  change: { input: desktopPreferencesChange, output: standing },
  testNotification: { input: nothing, output: z.custom<NotificationTest>() },
  openSystemSettings: { input: z.literal('notifications'), output: done },
  /** text for a report, secrets masked */
  diagnostics: { input: nothing, output: z.string() },
  checkForUpdates: { input: nothing, output: standing },
  /** which chat is on the screen, so that it is not announced; null: none */
  reading: { input: z.string().max(64).nullable(), output: done },
  /** from the reply window: opens the chat in the console */
  openChat: { input: z.string().min(1).max(64), output: done },
  closeReplyWindow: { input: nothing, output: done },
  /** opens the test customer of a channel in a window of its own */
  openTestCustomer: { input: z.string(), output: done },
  /** a person pressed the button that records: for a moment this page may open the microphone */
  useMicrophone: { input: nothing, output: done },
  /** opens a customer's file, by its path on the page's own origin, with the computer's own program for it; false where that is not possible */
  openFile: { input: z.string().max(4096), output: z.boolean() },
  /** shows a backup in the computer's file manager; false where there is none of that name any more */
  showBackup: { input: z.string().max(200), output: z.boolean() },
} as const satisfies Readonly<Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>>;

export type DesktopCallName = keyof typeof desktopCalls;
export type DesktopInput<N extends DesktopCallName> = z.infer<(typeof desktopCalls)[N]['input']>;
export type DesktopOutput<N extends DesktopCallName> = z.infer<(typeof desktopCalls)[N]['output']>;

/** What the desktop tells its pages. */
export interface DesktopNews {
  /** the status changed; ask again */
  readonly status: undefined;
  /** the console is to show this place: `/chat/12` */
  readonly place: string;
  /** the bell is to ring: somebody calls, and no notification is laid over the console */
  readonly ring: undefined;
  readonly catchUp: CatchUp;
}

/** Only on the desktop: the window, the tray and the computer around a page. */
export interface DesktopAround {
  readonly call: <N extends DesktopCallName>(
    name: N,
    ...input: undefined extends DesktopInput<N> ? [] : [DesktopInput<N>]
  ) => Promise<DesktopOutput<N>>;
  /** what was told before anybody listened is told to the first who does; returns how to stop */
  readonly on: <N extends keyof DesktopNews>(name: N, listener: (news: DesktopNews[N]) => void) => () => void;
}

/** What the preload exposes as `window.counterbell` on the desktop; absent in a browser. */
export interface DesktopBridge {
  readonly request: (route: string, input: unknown) => Promise<Answer>;
  /** returns how to stop */
  readonly subscribe: (onEvents: (frame: EventFrame) => void) => () => void;
  readonly desktop: DesktopAround;
}
