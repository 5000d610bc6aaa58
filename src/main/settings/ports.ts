import type { Phrase } from '#shared/locales/phrase.ts';
/** Encrypts the secrets of the settings. */
export interface Vault {
  /** in words, for settings: what guards the secrets */
  readonly backend: Phrase;
  /** a person gave the key to this start: one that opens nothing is a mistake to correct, not a loss */
  readonly keyGiven: boolean;
  readonly seal: (plain: string) => Promise<string>;
  /** rejects where the text was sealed with another key */
  readonly open: (sealed: string) => Promise<OpenedSecret>;
  /** key of its own for a purpose (signing sessions), the same after a restart */
  readonly deriveKey: (purpose: string) => Promise<Buffer>;
}

export interface OpenedSecret {
  readonly plain: string;
  /** the key that sealed it has been replaced by a newer one: seal it again */
  readonly sealAgain: boolean;
}
