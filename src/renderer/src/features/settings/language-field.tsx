import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, PSEUDO_LANGUAGES } from '#shared/locales/languages.ts';
import { RowField } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { chosenLanguage } from '#renderer/language/choice.ts';
import { chooseLanguage } from '#renderer/language/window-language.ts';
import { tellTrouble } from './trouble.ts';

const SYSTEM = 'system';
const offered = import.meta.env.DEV ? [...LANGUAGES, ...PSEUDO_LANGUAGES] : LANGUAGES;

/** Chooses what this device's windows speak, from now on. */
export function LanguageField() {
  const { t } = useTranslation('settings');
  const choices = [
    { value: SYSTEM, label: t('language.asSystem') },
    ...offered.map(({ code, name }) => ({ value: code, label: name })),
  ];
  const [chosen, setChosen] = useState(() => chosenLanguage() ?? SYSTEM);
  const choose = (code: string) => {
    setChosen(code);
    chooseLanguage(code === SYSTEM ? null : code).catch((error: unknown) => {
      setChosen(chosenLanguage() ?? SYSTEM);
      tellTrouble(t('language.notLoaded'), error);
    });
  };
  return (
    <RowField label={t('language.label')} hint={t('language.hint')}>
      <Select value={chosen} choices={choices} onValueChange={choose} />
    </RowField>
  );
}
