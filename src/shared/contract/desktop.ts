import type { Phrase } from '#shared/locales/phrase.ts';
import { z } from 'zod';
import { instant } from '#shared/domain/entities.ts';
import type { Answer } from './errors.ts';
import { partialChange } from './fields.ts';
import type { EventFrame } from './events.ts';

const notificationPreferences = z.object({
  newChat: z.boolean().default(true),
  /** a message in a chat that the operator has */
  ownChat: z.boolean().default(true),
  askedForPerson: z.boolean().default(true),
  failedReply: z.boolean().default(true),
  /** customers can't reach this computer, or its address has changed */
  unreachable: z.boolean().default(true),
  sound: z.boolean().default(true),
  /** repeats with sound until someone opens the chat */
  repeat: z.boolean().default(true),
});

/** The owner's settings for this computer; stored on it, not with the chats. */
export const desktopPreferences = z.object({
  /** in the tray, without its window */
  startAtLogin: z.boolean().default(false),
  /** closing the window keeps it running in the tray, if there is one */
  closeToTray: z.boolean().default(true),
  /**
   * keeps this computer awake while the shop is open, a seat's while its operator is online; while colleagues are
   * connected, it is kept awake anyway
   */
  keepAwake: z.boolean().default(false),
  /** minutes without keyboard or mouse until the operator counts as away; 0: never */
  awayAfterMinutes: z.int().min(0).max(240).default(10),
  notifications: notificationPreferences.prefault({}),
  /** no notifications until then; null: not paused */
  pausedUntil: instant.nullable().default(null),
  /** checks for updates regularly */
  checkForUpdates: z.boolean().default(true),
  /** language of the console's windows (BCP 47); null: not known yet */
  language: z.string().max(35).nullable().default(null),
});
export type DesktopPreferences = z.infer<typeof desktopPreferences>;

/** Absent fields keep their value. */
export const desktopPreferencesChange = partialChange(desktopPreferences).extend({
  language: z.string().max(35).optional(),
});
export type DesktopPreferencesChange = z.infer<typeof desktopPreferencesChange>;

/** Status of the app on this computer. */
export interface DesktopStatus {
  readonly preferences: DesktopPreferences;
  readonly platform: 'windows' | 'mac' | 'linux';
  readonly version: string;
  /** the desktop shows tray icons */
  readonly hasTray: boolean;
  /** the system's notification settings can be opened from here */
  readonly hasSystemSettings: boolean;
  /** encryption of the secrets; `weak`: a key file, because the system has no keyring */
  readonly vault: { readonly backend: Phrase; readonly weak: boolean };
  readonly update: UpdateStatus;
  /** this app is a seat at another computer's installation */
  readonly seat?: SeatStatus;
}

/**
 * Reason why a host cannot be reached: only another computer answered at its addresses; the certificate of its public
 * address is of another time than this computer's; a computer answers, but not Counterbell; this computer is in no
 * network; in another than the host; or nothing answers.
 */
export type SeatTrouble = 'otherKey' | 'clock' | 'refused' | 'offline' | 'elsewhere' | 'silent';

/** State of a seat's connection to its host. */
export type SeatConnection =
  | { readonly state: 'connecting' }
  /** `hostIsOlder`: some things may be missing there */
  | { readonly state: 'connected'; readonly hostIsOlder: boolean }
  | { readonly state: 'reconnecting'; readonly since: number; readonly why: SeatTrouble }
  /** the host knows this device no more */
  | { readonly state: 'removed' }
  /** this computer cannot read the device's key any more */
  | { readonly state: 'keyLost' }
  /** this app has to be updated first */
  | { readonly state: 'hostIsNewer' };

/** The place of this app at another computer's installation. */
export interface SeatStatus {
  readonly shop: string;
  /** the host's address in use, or the first to be tried */
  readonly address: string;
  readonly connection: SeatConnection;
}

/** Shop that somebody is invited to, and addresses where this app would connect to it. */
export interface InvitedShop {
  readonly shop: string;
  readonly name: string;
  readonly addresses: readonly string[];
}

/** An expected refusal comes as its error: IPC would lose it. */
export type Joining<T> = Answer<T>;

export type UpdateStatus =
  /** this build cannot look for updates */
  | { readonly state: 'unsupported' }
  /** the owner switched updates off */
  | { readonly state: 'off' }
  | { readonly state: 'current'; readonly checkedAt: number | undefined }
  | { readonly state: 'checking' }
  /** installed when the app quits */
  | { readonly state: 'ready'; readonly version: string; readonly notes: string | undefined }
  | { readonly state: 'failed'; readonly reason: Phrase; readonly checkedAt: number };

/** Result of a test notification: `blockedBy` is the first layer that suppressed it. */
export type NotificationTest =
  | { readonly shown: true }
  | {
      readonly shown: false;
      readonly blockedBy: 'paused' | 'app' | 'doNotDisturb' | 'system' | 'unsupported';
      readonly detail?: Phrase;
    };

/** Activity while the computer slept or was locked. */
export interface MissedActivity {
  readonly since: number;
  readonly waiting: number;
  readonly failed: number;
}

const nothing = z.undefined();
const noResult = z.custom<void>();
const desktopStatus = z.custom<DesktopStatus>();

/** Requests that a page may make of the desktop app. Parameters are validated on arrival; answers are typed only. */
export const desktopCalls = {
  status: { input: nothing, output: desktopStatus },
  /** rejects without changing anything if the system refuses */
  change: { input: desktopPreferencesChange, output: desktopStatus },
  testNotification: { input: nothing, output: z.custom<NotificationTest>() },
  openSystemSettings: { input: z.literal('notifications'), output: noResult },
  /** diagnostic text for a report, secrets masked */
  diagnostics: { input: nothing, output: z.string() },
  checkForUpdates: { input: nothing, output: desktopStatus },
  /** the chat on the screen, which needs no notification; null: none */
  reading: { input: z.string().max(64).nullable(), output: noResult },
  /** from the reply window: opens the chat in the console */
  openChat: { input: z.string().min(1).max(64), output: noResult },
  closeReplyWindow: { input: nothing, output: noResult },
  /** after `mayEnd`: nothing would be lost with this page */
  endPage: { input: nothing, output: noResult },
  /** looks up what an invitation's link is for, without using it */
  lookAtInvitation: { input: z.string().max(10_000), output: z.custom<Joining<InvitedShop>>() },
  /** uses an invitation; the app restarts as a seat */
  join: { input: z.string().max(10_000), output: z.custom<Joining<{ readonly shop: string }>>() },
  /** gives up this app's seat, at the host too if it can be reached; the app restarts */
  leaveShop: { input: nothing, output: noResult },
  /** reads the key of the seat again; the app restarts if it can be read; false: it cannot */
  readKey: { input: nothing, output: z.boolean() },
  /** the record button was pressed: allows this page the microphone for a moment */
  useMicrophone: { input: nothing, output: noResult },
  /** opens a customer's file, by its path on the page's origin, with the default program; false if that isn't possible */
  openFile: { input: z.string().max(4096), output: z.boolean() },
  /** shows a backup in the computer's file manager; false if there is none of that name */
  showBackup: { input: z.string().max(200), output: z.boolean() },
} as const satisfies Readonly<Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>>;

export type DesktopCallName = keyof typeof desktopCalls;
export type DesktopInput<N extends DesktopCallName> = z.infer<(typeof desktopCalls)[N]['input']>;
export type DesktopOutput<N extends DesktopCallName> = z.infer<(typeof desktopCalls)[N]['output']>;

/** Events from the desktop to its pages. */
export interface DesktopEvents {
  /** the status changed; request it again */
  readonly status: undefined;
  /** open this path in the console: `/chat/12` */
  readonly navigate: string;
  /** ring the bell: a chat calls, and no notification covers the console */
  readonly ring: undefined;
  readonly catchUp: MissedActivity;
  /** the window has been closed to the tray for a while: the page goes if it calls `endPage` */
  readonly mayEnd: undefined;
}

/** Only on the desktop: controls the window, the tray and the computer. */
export interface DesktopApi {
  readonly call: <N extends DesktopCallName>(
    name: N,
    ...input: undefined extends DesktopInput<N> ? [] : [DesktopInput<N>]
  ) => Promise<DesktopOutput<N>>;
  /** events before the first listener are buffered for it; returns an unsubscribe function */
  readonly on: <N extends keyof DesktopEvents>(name: N, listener: (news: DesktopEvents[N]) => void) => () => void;
}

/** API that the preload exposes as `window.counterbell` on the desktop; absent in a browser. */
export interface DesktopBridge {
  readonly request: (route: string, input: unknown) => Promise<Answer>;
  /** returns an unsubscribe function */
  readonly subscribe: (onEvents: (frame: EventFrame) => void) => () => void;
  readonly desktop: DesktopApi;
}
