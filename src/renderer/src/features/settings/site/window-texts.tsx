import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { localization } from '#renderer/language/i18n.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { siteText, type SiteText } from '#shared/domain/site.ts';
import { ownTexts } from '#shared/domain/site-texts.ts';
import { ENGLISH, LANGUAGES } from '#shared/locales/languages.ts';
import { siteWords, type SiteWords } from '#shared/locales/site.ts';
import { siteOf, useSite, withText } from './site-settings.ts';
import { useSavedText } from '#renderer/components/saved-fields.tsx';
import { TextArea, TextField } from '#renderer/components/text-field.tsx';

export const languageChoices = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));

/** The texts of a channel's window in the language that is edited, with those being typed. */
export function useWindowTexts(channel: Channel) {
  const [language, chooseLanguage] = useState(ownLanguage);
  const [typed, setTyped] = useState<Readonly<Partial<Record<SiteText, string | undefined>>>>({});
  const type = useCallback(
    (key: SiteText, text: string | undefined) => setTyped((now) => ({ ...now, [key]: text })),
    [],
  );
  const { texts, asksConsent } = siteOf(channel);
  const words = useSiteWords(language);
  const inEnglish = language === ENGLISH.code ? {} : ownTexts(texts, ENGLISH.code);
  const usual = (key: SiteText): string | undefined => {
    if (key === 'title') return channel.name;
    if (key === 'consent') return asksConsent ? words?.agree.usual : undefined;
    return key === 'consentLink' ? undefined : words?.[key];
  };
  const defaultText = (key: SiteText): string => inEnglish[key] ?? usual(key) ?? '';
  return {
    language,
    chooseLanguage,
    /** the other words of the window; undefined while they are loaded */
    words,
    usual: defaultText,
    /** the text of a key as visitors read it */
    shown: (key: SiteText): string => (typed[key] ?? texts[language]?.[key])?.trim() || defaultText(key),
    /** shows a text that is being typed; undefined: it no longer is */
    type,
  };
}

function useSiteWords(language: string): SiteWords | undefined {
  return useQuery({
    queryKey: ['site words', language],
    queryFn: () => siteWords(language),
    staleTime: Infinity,
    throwOnError: true,
  }).data;
}

/** The owner's own language, if the window has it. */
function ownLanguage(): string {
  const { code } = localization.language();
  return LANGUAGES.some((language) => language.code === code) ? code : ENGLISH.code;
}

const LONG: ReadonlySet<SiteText> = new Set(['greeting', 'away', 'consent']);

interface WindowTextProps {
  readonly channel: Channel;
  readonly textKey: SiteText;
  readonly language: string;
  /** text shown if the field is empty */
  readonly defaultText: string;
  readonly onTyped: (key: SiteText, text: string | undefined) => void;
}

/** A text of the window in one language; empty: the usual one. */
export const WindowText = memo(function WindowText({
  channel,
  textKey,
  language,
  defaultText,
  onTyped,
}: WindowTextProps) {
  const { t } = useTranslation('website');
  const { site, changeSite } = useSite(channel);
  const label = t(`texts.fields.${textKey}.label`);
  const typed = useSavedText({
    field: `site.texts.${language}.${textKey}`,
    label,
    saved: site.texts[language]?.[textKey] ?? '',
    rule: siteText.shape[textKey],
    save: (text) => changeSite(({ texts }) => ({ texts: withText(texts, language, textKey, text) })),
  });
  const { value } = typed;
  useEffect(() => {
    onTyped(textKey, value);
    return () => onTyped(textKey, undefined);
  }, [onTyped, textKey, value]);
  const field = { typed, label, hint: t(`texts.fields.${textKey}.hint`), placeholder: defaultText };
  return LONG.has(textKey) ? <TextArea {...field} /> : <TextField {...field} />;
});
