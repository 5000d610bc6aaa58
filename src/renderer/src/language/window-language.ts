import { languageFor, languageOf, type Language } from '#shared/locales/languages.ts';
import { i18n, localization, systemLanguages } from './i18n.ts';

const KEY = 'counterbell.language';

/** The choice on this device: a language code, or null for the system's. */
export function chosenLanguage(): string | null {
  return globalThis.window === undefined ? null : window.localStorage.getItem(KEY);
}

/** Applies this device's language and follows changes. Resolves when ready, in English if it cannot be loaded. */
export async function applyChosenLanguage(): Promise<void> {
  i18n.on('languageChanged', setPageLanguage);
  setPageLanguage();
  const applyChosen = (): Promise<void> => applyLanguage(chosenLanguage()).catch(() => undefined);
  onLanguageChosen(() => void applyChosen());
  await applyChosen();
}

/** Changes the language and keeps the choice; null: the system's. Rejects if it cannot be loaded. */
export async function chooseLanguage(code: string | null): Promise<void> {
  await applyLanguage(code);
  keepChosenLanguage(code);
}

function applyLanguage(code: string | null): Promise<void> {
  return localization.changeLanguage(languageOfChoice(code), systemLanguages());
}

/** Sets language and text direction. */
function setPageLanguage(): void {
  const { code, dir } = localization.language();
  document.documentElement.lang = code;
  document.documentElement.dir = dir ?? 'ltr';
}

/** Keeps the choice for all windows of this device. */
function keepChosenLanguage(code: string | null): void {
  if (code === null) window.localStorage.removeItem(KEY);
  else window.localStorage.setItem(KEY, code);
}

/** Calls `listener` when another window of this device changes the language. */
function onLanguageChosen(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) listener();
  });
}

/** The language that follows from a choice. */
function languageOfChoice(code: string | null): Language {
  return languageOf(code) ?? languageFor(systemLanguages());
}
