import { languageFor, languageOf, type Language } from '#shared/locales/languages.ts';

const KEY = 'counterbell.language';

/** What was chosen on this device: a language's code, or null for what the system speaks. */
export function chosenLanguage(): string | null {
  return globalThis.window === undefined ? null : window.localStorage.getItem(KEY);
}

/** Keeps the choice, for every window of this device. */
export function keepChosenLanguage(code: string | null): void {
  if (code === null) window.localStorage.removeItem(KEY);
  else window.localStorage.setItem(KEY, code);
}

/** Calls `listener` when another window of this device chooses. */
export function onLanguageChosen(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) listener();
  });
}

/** The languages that the system names, the dearest first; none outside a window. */
export function systemLanguages(): readonly string[] {
  return globalThis.window === undefined ? [] : window.navigator.languages;
}

/** What a window is to speak after a choice. */
export function languageOfChoice(code: string | null): Language {
  return languageOf(code) ?? languageFor(systemLanguages());
}
