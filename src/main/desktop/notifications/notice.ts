import type { DesktopPreferences } from '#shared/contract/desktop.ts';
import type { Phrase } from '#shared/locales/phrase.ts';

/** One notification for the system to show. All plain text. */
export interface Notice {
  /** a later notice with the same key replaces it */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly sound: boolean;
  /** it is about a chat that can be replied to here */
  readonly answerable: boolean;
}

/**
 * User's response to a notification. `answer`: the user wants to reply but the system has no field for it; `dismiss`:
 * closed without use. `activationToken` lets a window come to the front.
 */
export type NoticeUse =
  | { readonly kind: 'open' | 'answer'; readonly activationToken?: string }
  | { readonly kind: 'reply'; readonly text: string }
  | { readonly kind: 'dismiss' };

/** `unsupported`: nothing on this computer shows notifications; `system`: it refused. */
export type Shown =
  | { readonly shown: true }
  | { readonly shown: false; readonly blockedBy: 'system' | 'unsupported'; readonly detail: Phrase };

/** The system's notifications. */
export interface NotificationPresenter {
  /** shows it, replacing the one with the same key; never rejects */
  readonly show: (notice: Notice) => Promise<Shown>;
  readonly withdraw: (key: string) => void;
  /** true while do not disturb is on, as far as the system tells */
  readonly isSilenced: () => Promise<boolean>;
  /** resolves when pending withdrawals are done */
  readonly stop: () => Promise<void>;
}

export interface PresenterOptions {
  /** `key` may be from a notice of an earlier run */
  readonly onUse: (key: string, use: NoticeUse) => void;
}

/** True while notifications are paused; `now` is wall clock. */
export function isPaused({ pausedUntil }: DesktopPreferences, now: number): boolean {
  return pausedUntil !== null && now < pausedUntil;
}
