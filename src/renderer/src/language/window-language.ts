import { chosenLanguage, keepChosenLanguage, languageOfChoice, onLanguageChosen, systemLanguages } from './choice.ts';
import { i18n, localization } from './i18n.ts';

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
