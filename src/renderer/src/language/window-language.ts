import { languageFor, languageOf } from '#shared/locales/languages.ts';
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
  // Another window of this device changes it.
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) void applyChosen();
  });
  await applyChosen();
}

/** Changes the language and keeps the choice; null: the system's. Rejects if it cannot be loaded. */
export async function chooseLanguage(code: string | null): Promise<void> {
  await applyLanguage(code);
  if (code === null) window.localStorage.removeItem(KEY);
  else window.localStorage.setItem(KEY, code);
}

function applyLanguage(code: string | null): Promise<void> {
  const system = systemLanguages();
  return localization.changeLanguage(languageOf(code) ?? languageFor(system), system);
}

/** Sets language and text direction. */
function setPageLanguage(): void {
  const { code, dir } = localization.language();
  document.documentElement.lang = code;
  document.documentElement.dir = dir ?? 'ltr';
}
