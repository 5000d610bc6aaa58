import { useTranslation } from 'react-i18next';
import { Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { rowHeight, useAppearance, type Density, type Theme } from '#renderer/state/appearance.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { RowField, named } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
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
const densities: readonly Density[] = ['comfortable', 'compact'];
const themeIcons: Record<Theme, ReactNode> = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

/** This device's appearance and shortcuts, applied at once. */
export function AppearanceSection() {
  const { t } = useTranslation(['settings', 'common']);
  const { theme, density, opensNext } = useAppearance();
  return (
    <Section title={t('sections.appearance')} lead={t('appearance.lead')}>
      <ChoiceCards
        {...named('settings:appearance.theme')}
        value={theme}
        onChoose={(chosen) => useAppearance.setState({ theme: chosen })}
        className="grid-cols-[repeat(auto-fit,minmax(150px,1fr))]"
        choices={themes.map((value) => ({ value, title: t(`appearance.themes.${value}`), icon: themeIcons[value] }))}
      />
      <ChoiceCards
        {...named('settings:appearance.density')}
        value={density}
        onChoose={(chosen) => useAppearance.setState({ density: chosen })}
        choices={densities.map((value) => ({
          value,
          title: t(`appearance.densities.${value}`),
          sample: <SampleRows density={value} />,
        }))}
      />
      <LanguageField />
      <RowField {...named('settings:appearance.opensNext')}>
        <Switch checked={opensNext} onCheckedChange={(isOn) => useAppearance.setState({ opensNext: isOn })} />
      </RowField>
    </Section>
  );
}

function SampleRows({ density }: { readonly density: Density }) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <span aria-hidden className="flex flex-col overflow-hidden rounded-sm border bg-ground">
      {[
        {
          name: t('appearance.sample.asker'),
          words: t('appearance.sample.question'),
          age: t('appearance.sample.age'),
        },
        { name: t('appearance.sample.thanker'), words: t('appearance.sample.thanks'), age: '14:05' },
      ].map((row, index) => (
        <span
          key={row.name}
          className={cn('flex items-center gap-2.5 px-2.5', index > 0 && 'border-t')}
          style={{ height: rowHeight(density) }}
        >
          <Avatar name={row.name} seed={row.name} size={density === 'compact' ? 30 : 36} />
          <span className="min-w-0 flex-1">
            <span className="flex justify-between gap-2 text-ui font-medium">
              <span className="truncate">{row.name}</span>
              <span className="tabular text-meta font-normal text-ink-quiet">{row.age}</span>
            </span>
            <span className="block truncate text-ui text-ink-quiet">{row.words}</span>
          </span>
        </span>
      ))}
    </span>
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
