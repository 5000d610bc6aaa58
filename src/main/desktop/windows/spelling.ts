import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from 'electron';

/** Chromium's dictionaries of a language: `en-US-10-1.bdic`. */
const DICTIONARY = /^([a-z]{2,3}(?:-[A-Z]{2})?)-\d+-\d+\.bdic$/;

/**
 * Switches spelling on where its dictionaries are on this computer: macOS has its own, elsewhere they are files in
 * `<folder>/Dictionaries`. Nothing is ever fetched: Chromium would ask somebody else's server. Says whether it is on.
 */
export function prepareSpelling(session: Session, folder: string): boolean {
  if (process.platform === 'darwin') return true;
  // An address that leads nowhere, in case a dictionary's version is not the one that Chromium looks for.
  session.setSpellCheckerDictionaryDownloadURL('https://dictionaries.invalid/');
  const languages = dictionaryLanguages(join(folder, 'Dictionaries')).filter((language) =>
    session.availableSpellCheckerLanguages.includes(language),
  );
  session.setSpellCheckerLanguages(languages);
  return languages.length > 0;
}

/** The languages that the folder has dictionaries of. */
export function dictionaryLanguages(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => DICTIONARY.exec(name)?.[1] ?? []);
  } catch {
    return [];
  }
}
