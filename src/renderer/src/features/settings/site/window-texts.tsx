import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { localization } from '#renderer/language/i18n.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { firstTexts, type TextsByKey, textsByKey, siteText } from '#shared/domain/site-texts.ts';
import { ENGLISH, LANGUAGES } from '#shared/locales/languages.ts';
import { siteWords } from '#shared/locales/site.ts';
import { siteOf, useSite, withText } from './site-settings.ts';
import { RotateCcw } from 'lucide-react';
import { z } from 'zod';
import { IconButton } from '#renderer/components/button.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { saveField, useSavedText, TextArea, TextLine } from '../parts/saved-field.tsx';

/** The language whose texts are edited, on every screen that edits them. */
const useEdited = create<{ readonly language: string | undefined }>()(() => ({ language: undefined }));

export const languageChoices = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));

/** The texts of a channel's window in the language that is edited, with those being typed. */
export function useWindowTexts(channel: Channel) {
  const language = useEdited((edited) => edited.language) ?? ownLanguage();
  const [typed, setTyped] = useState<Readonly<Record<string, string | undefined>>>({});
  const type = useCallback((key: string, text: string | undefined) => setTyped((now) => ({ ...now, [key]: text })), []);
  const { texts } = siteOf(channel);
  const words = useUsualTexts(language);
  const usual: TextsByKey = {
    title: channel.name,
    ...words,
    ...(language !== ENGLISH.code && firstTexts(texts)),
  };
  const own: TextsByKey = texts[language] ?? {};
  const shown = (key: string): string => (typed[key] ?? own[key])?.trim() || (usual[key] ?? '');
  return {
    language,
    chooseLanguage: (code: string) => useEdited.setState({ language: code }),
    /** false: the language is being loaded */
    isLoaded: words !== undefined,
    usual,
    own,
    /** the text of a key as visitors read it */
    shown,
    /** shows a text that is being typed; undefined: it no longer is */
    type,
  };
}

export function useUsualTexts(language: string): TextsByKey | undefined {
  return useQuery({
    queryKey: ['site words', language],
    queryFn: async () => textsByKey(await siteWords(language)),
    staleTime: Infinity,
    throwOnError: true,
  }).data;
}

/** The owner's own language, if the window has it. */
export function ownLanguage(): string {
  const { code } = localization.language();
  return LANGUAGES.some((each) => each.code === code) ? code : ENGLISH.code;
}

/** Characters from which a text gets more than a line. */
const LONG = 40;

interface WindowTextProps {
  readonly channel: Channel;
  readonly textKey: string;
  readonly language: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** what is shown if the field is empty */
  readonly usual: string;
  readonly onTyped: (key: string, text: string | undefined) => void;
  /** says so if it is changed, and offers the usual text */
  readonly isMarked?: boolean;
}

/** A text of the window in one language; empty: the usual one. */
export const WindowText = memo(function WindowText(props: WindowTextProps) {
  const { t } = useTranslation('website');
  const { channel, textKey, language, label, hint, usual, onTyped, isMarked = false } = props;
  const { site, changeSite } = useSite(channel);
  const row = useRef<HTMLDivElement>(null);
  const setting = {
    field: `site.texts.${language}.${textKey}`,
    label,
    saved: site.texts[language]?.[textKey] ?? '',
    save: (text: string) => changeSite(({ texts }) => ({ texts: withText(texts, language, textKey, text) })),
  };
  const typed = useSavedText({ ...setting, rule: siteText(textKey, language) ?? z.never() });
  const { value } = typed;
  useEffect(() => {
    onTyped(textKey, value);
    return () => onTyped(textKey, undefined);
  }, [onTyped, textKey, value]);
  const reset = (): void => {
    typed.onChange('');
    void saveField({ ...setting, value: '' });
    // The button is about to go.
    row.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  const aside = isMarked && (value !== '' || setting.saved !== '') && (
    <span className="-ms-1 flex shrink-0 items-center gap-1">
      <Chip tone="accent">{t('texts.own')}</Chip>
      <IconButton label={t('texts.reset', { text: label })} icon={<RotateCcw />} onClick={reset} />
    </span>
  );
  const field = { typed, label, hint, placeholder: usual, aside };
  const isLong = textKey === 'greeting' || usual.length > LONG;
  return (
    <div ref={row} data-text={textKey}>
      {isLong ? <TextArea {...field} /> : <TextLine {...field} />}
    </div>
  );
});
