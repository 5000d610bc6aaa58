import { useTranslation } from 'react-i18next';
import { Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAppearance, type Theme } from '#renderer/state/appearance.ts';
import { RowField, named } from '#renderer/components/field.tsx';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { Section } from './parts/section.tsx';
import { LANGUAGES, PSEUDO_LANGUAGES } from '#shared/locales/languages.ts';
import { Select } from '#renderer/components/select.tsx';
import { chooseLanguage, chosenLanguage } from '#renderer/language/window-language.ts';
import { loadWithRetry } from '#renderer/components/lazy.tsx';
import { notifyError } from '#renderer/components/toaster.tsx';

const SYSTEM = 'system';

const offered = import.meta.env.DEV ? [...LANGUAGES, ...PSEUDO_LANGUAGES] : LANGUAGES;

const themes: readonly Theme[] = ['light', 'dark', 'system'];
const themeIcons: Record<Theme, ReactNode> = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

/** This device's appearance, applied at once. */
export function AppearanceSection() {
  const { t } = useTranslation(['settings', 'common']);
  const { theme } = useAppearance();
  return (
    <Section title={t('sections.appearance')} lead={t('appearance.lead')}>
      <ChoiceCards
        {...named('settings:appearance.theme')}
        value={theme}
        onChoose={(chosen) => useAppearance.setState({ theme: chosen })}
        className="grid-cols-[repeat(auto-fit,minmax(150px,1fr))]"
        choices={themes.map((value) => ({ value, title: t(`appearance.themes.${value}`), icon: themeIcons[value] }))}
      />
      <LanguageField />
    </Section>
  );
}

function LanguageField() {
  const { t } = useTranslation(['settings', 'common']);
  const choices = [
    { value: SYSTEM, label: t('language.asSystem') },
    ...offered.map(({ code, name }) => ({ value: code, label: name })),
  ];
  const [chosen, setChosen] = useState(() => chosenLanguage() ?? SYSTEM);
  const choose = (code: string) => {
    setChosen(code);
    loadWithRetry(() => chooseLanguage(code === SYSTEM ? null : code)).catch(() => {
      setChosen(chosenLanguage() ?? SYSTEM);
      notifyError(t('language.notLoaded'), t('common:partNotLoadedMore'));
    });
  };
  return (
    <RowField label={t('language.label')} hint={t('language.hint')}>
      <Select value={chosen} choices={choices} onValueChange={choose} />
    </RowField>
  );
}
