import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { z } from 'zod';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { ChannelMark } from '#renderer/components/avatar.tsx';
import { localization } from '#renderer/language/i18n.ts';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { rule } from '#shared/domain/phrase.ts';
import { SITE_TEXTS, type SiteText } from '#shared/domain/site.ts';
import { ENGLISH, LANGUAGES } from '#shared/locales/languages.ts';
import { siteWords, type SiteWords } from '#shared/locales/site.ts';
import { channelPlace } from '../channels/channel-tabs.tsx';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import { Group } from '../parts/section.tsx';
import { saveField, useSavedText } from '../parts/saved-field.tsx';
import { TextArea, TextLine } from '../parts/text-line.tsx';
import { ColorField } from './color-field.tsx';
import { type PreviewTexts, WindowPreview } from './window-preview.tsx';
import { useSite, withText } from './site-settings.ts';

const names = Object.keys(SITE_TEXTS) as readonly SiteText[];

/** Texts as they are typed, before they are saved. */
type Typed = Readonly<Partial<Record<SiteText, string>>>;

/** How the window looks and what it says, with a preview that follows every key. */
export function LookEditor({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const { site, of } = useSite(channel);
  const [language, setLanguage] = useState(startLanguage);
  const [typed, setTyped] = useState<Typed>({});
  const [color, setColor] = useState<string>();
  const type = useCallback((name: SiteText, text: string) => setTyped((now) => ({ ...now, [name]: text })), []);
  const words = useSiteWords(language);
  const english = language === ENGLISH.code ? {} : (site.texts[ENGLISH.code] ?? {});
  const setPicture = useRouteMutation('channels.setPicture', 'channels.list');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-x-8 gap-y-6 max-[1100px]:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-5">
        <ColorField {...of('color')} label={t('look.color')} hint={t('look.colorHint')} onTry={setColor} />
        <ChoiceCards
          label={t('look.side')}
          className="grid-cols-[repeat(auto-fit,minmax(140px,1fr))]"
          value={site.side}
          onChoose={(value) => void saveField({ ...of('side'), label: t('look.side'), value })}
          choices={(['right', 'left'] as const).map((value) => ({ value, title: t(`look.sides.${value}`) }))}
        />
        <PictureField
          label={t('look.picture')}
          hint={t('look.pictureHint')}
          picture={channel.picture}
          save={(jpeg) => setPicture.mutateAsync({ channelId: channel.id, jpeg })}
        >
          <ChannelMark channel={channel} size={40} />
        </PictureField>
        <Field label={t('look.language')} hint={t('look.languageHint')}>
          <Select
            value={site.language ?? VISITORS}
            className="self-start"
            choices={[{ value: VISITORS, label: t('look.visitors') }, ...languages]}
            onValueChange={(value) =>
              void saveField({
                ...of('language'),
                label: t('look.language'),
                value: value === VISITORS ? null : value,
              })
            }
          />
        </Field>
        <Group
          title={t('texts.group')}
          lead={t('texts.lead')}
          action={
            <Select label={t('texts.language')} value={language} choices={languages} onValueChange={setLanguage} />
          }
        >
          {names.map((name) => (
            <WindowText
              key={`${language} ${name}`}
              channel={channel}
              name={name}
              language={language}
              usual={usualText(name, words, channel.name, english)}
              onTyped={type}
            />
          ))}
        </Group>
        <WhenAway channel={channel} />
      </div>
      <div className="sticky top-4 min-w-0 max-[1100px]:static">
        <WindowPreview
          site={{ ...site, color: color ?? site.color }}
          picture={channel.picture}
          texts={textsOf(words, channel.name, english, typed)}
        />
      </div>
    </div>
  );
}

/** The choice of the visitor's own language. */
const VISITORS = 'visitors';
const languages = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));

/** The owner's own language, if the window has it. */
function startLanguage(): string {
  const { code } = localization.language();
  return LANGUAGES.some((each) => each.code === code) ? code : ENGLISH.code;
}

function useSiteWords(language: string): SiteWords | undefined {
  return useQuery({ queryKey: ['site words', language], queryFn: () => siteWords(language), staleTime: Infinity }).data;
}

/** What is shown without a text of the owner's in the language: their English one, or the default. */
function usualText(name: SiteText, words: SiteWords | undefined, shop: string, english: Typed): string {
  return english[name] ?? (name === 'title' ? shop : (words?.[name] ?? ''));
}

function textsOf(words: SiteWords | undefined, shop: string, english: Typed, typed: Typed): PreviewTexts {
  const text = (name: SiteText): string => typed[name]?.trim() || usualText(name, words, shop, english);
  return {
    title: text('title'),
    greeting: text('greeting'),
    away: text('away'),
    button: text('button'),
    placeholder: words?.placeholder ?? '',
    here: words?.states.soon ?? '',
    nobodyHere: words?.states.away ?? '',
    email: words?.ask.email ?? '',
  };
}

interface WindowTextProps {
  readonly channel: Channel;
  readonly name: SiteText;
  readonly language: string;
  /** the default */
  readonly usual: string;
  readonly onTyped: (name: SiteText, text: string) => void;
}

/** A text of the window in one language; empty: the default. */
function WindowText({ channel, name, language, usual, onTyped }: WindowTextProps) {
  const { t } = useTranslation('website');
  const { site, changeSite } = useSite(channel);
  const label = t(`texts.fields.${name}.label`);
  const typed = useSavedText({
    field: 'site.texts',
    label,
    saved: site.texts[language]?.[name] ?? '',
    rule: z
      .string()
      .trim()
      .max(SITE_TEXTS[name], rule('fieldRules:most.characters', { most: SITE_TEXTS[name] })),
    save: (text) => changeSite(({ texts }) => ({ texts: withText(texts, language, name, text) })),
  });
  useEffect(() => onTyped(name, typed.value), [onTyped, name, typed.value]);
  const hint = t(`texts.fields.${name}.hint`);
  return name === 'greeting' || name === 'away' ? (
    <TextArea label={label} hint={hint} placeholder={usual} typed={typed} />
  ) : (
    <TextLine label={label} hint={hint} placeholder={usual} typed={typed} />
  );
}

function WhenAway({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const { site, of } = useSite(channel);
  return (
    <div className="flex flex-col gap-1.5">
      <ChoiceCards
        label={t('away.title')}
        value={site.whenAway}
        onChoose={(value) => void saveField({ ...of('whenAway'), label: t('away.title'), value })}
        choices={(['window', 'nothing'] as const).map((value) => ({
          value,
          title: t(`away.${value}`),
          means: t(`away.${value}Means`),
        }))}
      />
      <p className="text-ui text-ink-quiet">
        {t('away.hours')}{' '}
        <Link href={channelPlace(channel.id, 'hours')} className="underline">
          {t('away.toHours')}
        </Link>
      </p>
    </div>
  );
}
