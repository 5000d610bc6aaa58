import { onLanguageChosen, windowLanguage } from './choice.ts';
import { speech } from './speech.ts';

/** Says on <html> what is spoken and where lines begin, and loads the window anew when another one chose a language. Returns how to stop. */
export function applyLanguage(): () => void {
  const { code, dir } = speech.language();
  document.documentElement.lang = code;
  document.documentElement.dir = dir ?? 'ltr';
  return onLanguageChosen(() => {
    if (windowLanguage().code !== code) window.location.reload();
  });
}
