import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { create } from 'zustand';
import { localization } from '#renderer/language/i18n.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { firstTexts, type TextsByKey, textsByKey } from '#shared/domain/site-texts.ts';
import { ENGLISH, LANGUAGES } from '#shared/locales/languages.ts';
import { siteWords } from '#shared/locales/site.ts';
import { siteOf } from './site-settings.ts';
import type { PreviewTexts } from './window-preview.tsx';

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
  const preview: PreviewTexts = {
    title: shown('title'),
    greeting: shown('greeting'),
    away: shown('away'),
    button: shown('button'),
    placeholder: shown('placeholder'),
    here: shown('states.soon'),
    nobodyHere: shown('states.away'),
    email: shown('ask.email'),
  };
  return {
    language,
    chooseLanguage: (code: string) => useEdited.setState({ language: code }),
    /** false: the language is being loaded */
    isLoaded: words !== undefined,
    usual,
    own,
    shown,
    preview,
    /** shows a text that is being typed; undefined: it no longer is */
    type,
  };
}

/** A language's texts as Counterbell brings them. */
export function useUsualTexts(language: string): TextsByKey | undefined {
  return useQuery({
    queryKey: ['site words', language],
    queryFn: async () => textsByKey(await siteWords(language)),
    staleTime: Infinity,
  }).data;
}

/** The owner's own language, if the window has it. */
export function ownLanguage(): string {
  const { code } = localization.language();
  return LANGUAGES.some((each) => each.code === code) ? code : ENGLISH.code;
}
