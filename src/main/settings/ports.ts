import type { Phrase } from '#shared/locales/phrase.ts';
/** Encrypts the secrets of the settings. */
export interface Vault {
  /** what protects the secrets, as text for the settings */
  readonly backend: Phrase;
  /** the key was supplied for this start: one that opens nothing is a mistake to correct, not a loss */
  readonly keyGiven: boolean;
  readonly seal: (plain: string) => Promise<string>;
  /** rejects if the text was sealed with another key */
  readonly open: (sealed: string) => Promise<OpenedSecret>;
  /** a key for one purpose (signing sessions), the same after a restart */
  readonly deriveKey: (purpose: string) => Promise<Buffer>;
}

export interface OpenedSecret {
  readonly plain: string;
  /** the key that sealed it has been replaced by a newer one: seal it again */
  readonly needsResealing: boolean;
}
