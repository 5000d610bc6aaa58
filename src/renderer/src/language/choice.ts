import { languageFor, languageOf, type Language } from '#shared/words/languages.ts';

const KEY = 'counterbell.language';

/** What was chosen on this device: a language's code, or null for what the system speaks. */
export function chosenLanguage(): string | null {
  return globalThis.window === undefined ? null : window.localStorage.getItem(KEY);
}

/** Keeps the choice. Words that are shown already stay, so the window has to be loaded anew. */
export function chooseLanguage(code: string | null): void {
  if (code === null) window.localStorage.removeItem(KEY);
  else window.localStorage.setItem(KEY, code);
}

/** Calls `listener` when another window of this device chooses; returns how to stop. */
export function onLanguageChosen(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === KEY) listener();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** The languages that the system names, the dearest first; none outside a window. */
export function systemLanguages(): readonly string[] {
  return globalThis.window === undefined ? [] : window.navigator.languages;
}

/** What this window is to speak. */
export function windowLanguage(): Language {
  return languageOf(chosenLanguage()) ?? languageFor(systemLanguages());
}
