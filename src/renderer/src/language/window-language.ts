import { languageFor, languageOf, type Language } from '#shared/locales/languages.ts';
import { i18n, localization, systemLanguages } from './i18n.ts';

const KEY = 'counterbell.language';

/** What was chosen on this device: a language's code, or null for what the system speaks. */
export function chosenLanguage(): string | null {
  return globalThis.window === undefined ? null : window.localStorage.getItem(KEY);
}

/** Speaks what was chosen on this device, and whatever any of its windows chooses later. Resolves when the window can be shown, in English where its language cannot be loaded. */
export async function speakAsChosen(): Promise<void> {
  i18n.on('languageChanged', sayOnPage);
  sayOnPage();
  const follow = (): Promise<void> => speak(chosenLanguage()).catch(() => undefined);
  onLanguageChosen(() => void follow());
  await follow();
}

/** Speaks another language from now on and keeps the choice; null: what the system speaks. Rejects where it cannot be loaded. */
export async function chooseLanguage(code: string | null): Promise<void> {
  await speak(code);
  keepChosenLanguage(code);
}

function speak(code: string | null): Promise<void> {
  return localization.speak(languageOfChoice(code), systemLanguages());
}

/** What is spoken, and where lines begin. */
function sayOnPage(): void {
  const { code, dir } = localization.language();
  document.documentElement.lang = code;
  document.documentElement.dir = dir ?? 'ltr';
}

/** Keeps the choice, for every window of this device. */
function keepChosenLanguage(code: string | null): void {
  if (code === null) window.localStorage.removeItem(KEY);
  else window.localStorage.setItem(KEY, code);
}

/** Calls `listener` when another window of this device chooses. */
function onLanguageChosen(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) listener();
  });
}

/** What a window is to speak after a choice. */
function languageOfChoice(code: string | null): Language {
  return languageOf(code) ?? languageFor(systemLanguages());
}
