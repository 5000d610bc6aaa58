import { LANGUAGES, PSEUDO_LANGUAGES } from '#shared/words/languages.ts';
import { RowField } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { chooseLanguage, chosenLanguage } from '#renderer/language/choice.ts';
import { languageWords as words } from './language-words.ts';

const SYSTEM = 'system';
const offered = import.meta.env.DEV ? [...LANGUAGES, ...PSEUDO_LANGUAGES] : LANGUAGES;
const choices = [
  { value: SYSTEM, label: words.asSystem },
  ...offered.map(({ code, name }) => ({ value: code, label: name })),
];

/** Chooses what this device's windows speak. They are loaded anew, since words stand in constants. */
export function LanguageField() {
  const choose = (code: string) => {
    chooseLanguage(code === SYSTEM ? null : code);
    window.location.reload();
  };
  return (
    <RowField label={words.label} hint={words.hint}>
      <Select value={chosenLanguage() ?? SYSTEM} choices={choices} onValueChange={choose} />
    </RowField>
  );
}
