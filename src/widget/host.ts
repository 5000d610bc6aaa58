import type Resources from '#shared/locales/resources.d.ts';
import type { SiteStatus } from '#shared/site/frames.ts';

/** Texts of the window in one language; plural forms have i18next's suffixes. */
export type SiteTexts = Widened<Resources['site']> & {
  /** the owner's; without a title, the shop's name is one */
  readonly title?: string;
  readonly consent?: string;
  readonly consentLink?: string;
};

type Widened<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Widened<T[Key]> };

/** Status of a channel that shows its window. */
export type ShownStatus = Extract<SiteStatus, { readonly show: true }>;

/** A short word to the visitor beside the button: the owner's automatic one, or an operator's. */
export interface Invitation {
  readonly text: string;
  readonly name?: string | undefined;
  readonly picture?: string | undefined;
  /** the owner's: the visitor's answer names it */
  readonly isAutomatic: boolean;
}

/** A key whose effect a handler of the page has prevented before the loader heard of it. */
export interface HandledKey extends KeyboardEvent {
  readonly wasPrevented?: boolean;
}

/** Everything the loader gives the panel. */
export interface PanelHost {
  /** of the channel */
  readonly publicId: string;
  /** address at which the engine is reached from outside, or of a folder of the website; without a slash at the end */
  readonly home: string;
  readonly status: ShownStatus;
  readonly texts: SiteTexts;
  readonly root: ShadowRoot;
  /** the window is the whole page */
  readonly isPage: boolean;
  /** identity given by the website so far, unchecked */
  readonly identity: unknown;
  readonly page: unknown;
  /** shown before the panel was loaded */
  readonly invitation: Invitation | undefined;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  /** messages that the visitor has not seen, and the same in words */
  readonly onUnread: (count: number, words: string) => void;
  readonly onInvitation: (invitation: Invitation) => void;
  /** a message from the shop has come */
  readonly onMessage: (message: { readonly text: string; readonly from: string }) => void;
}

/** Writing direction of the language. */
export function directionOf(language: string): 'rtl' | 'ltr' {
  return /^(?:ar|fa|he|ur|en-XB)\b/.test(language) ? 'rtl' : 'ltr';
}
