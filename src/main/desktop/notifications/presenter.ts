import type { Phrase } from '#shared/locales/phrase.ts';

/** One notification, as the system is to show it. Plain text throughout. */
export interface Notice {
  /** a later notice with the same key takes its place */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly sound: boolean;
  /** it is about a chat that can be answered from here */
  readonly answerable: boolean;
}

/**
 * What somebody did with a notification. `answer`: they want to write, and the system had no field for it.
 * `activationToken`: by which the system lets a window come to the front.
 */
export type NoticeUse =
  | { readonly kind: 'open' | 'answer'; readonly activationToken?: string }
  | { readonly kind: 'reply'; readonly text: string };

/** `unsupported`: nothing on this computer shows notifications; `system`: it refused. */
export type Shown =
  | { readonly shown: true }
  | { readonly shown: false; readonly blockedBy: 'system' | 'unsupported'; readonly detail: Phrase };

/** The system's notifications. */
export interface NotificationPresenter {
  /** shows it, or puts it in the place of the one with its key; never rejects */
  readonly show: (notice: Notice) => Promise<Shown>;
  readonly withdraw: (key: string) => void;
  /** whether the system holds them back just now, as far as it says: do not disturb */
  readonly isSilenced: () => Promise<boolean>;
  /** resolves when what was to be withdrawn is */
  readonly stop: () => Promise<void>;
}

export interface PresenterOptions {
  /** `key` may be of a notice that an earlier run of the app showed */
  readonly onUse: (key: string, use: NoticeUse) => void;
}
