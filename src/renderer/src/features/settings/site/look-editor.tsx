import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import type { Channel } from '#shared/domain/entities.ts';
import { FIRST_TEXTS } from '#shared/domain/site-texts.ts';
import { ChannelPicture } from '../channels/channel-look.tsx';
import { channelPlace } from '../channels/channel-tabs.tsx';
import { saveField } from '../parts/saved-field.tsx';
import { Group } from '../parts/section.tsx';
import { ColorField } from './color-field.tsx';
import { useSite } from './site-settings.ts';
import { WindowPreview } from './window-preview.tsx';
import { WindowText } from './window-text.tsx';
import { languageChoices, useWindowTexts } from './window-texts.ts';

/** The path of the page with all texts, after the channel's. */
export const ALL_TEXTS = 'texts';

/** How the window looks and what it says, with a preview that follows every key. */
export function LookEditor({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const { site, of } = useSite(channel);
  const { language, chooseLanguage, usual, preview, type } = useWindowTexts(channel);
  const [color, setColor] = useState<string>();
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
        <ChannelPicture channel={channel} hint={t('look.pictureHint')} />
        <Field label={t('look.language')} hint={t('look.languageHint')}>
          <Select
            value={site.language ?? VISITORS}
            className="self-start"
            choices={[{ value: VISITORS, label: t('look.visitors') }, ...languageChoices]}
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
            <Select
              label={t('texts.language')}
              value={language}
              choices={languageChoices}
              onValueChange={chooseLanguage}
            />
          }
        >
          {FIRST_TEXTS.map((key) => (
            <WindowText
              key={`${language} ${key}`}
              channel={channel}
              textKey={key}
              language={language}
              label={t(`texts.fields.${key}.label`)}
              hint={t(`texts.fields.${key}.hint`)}
              usual={usual[key] ?? ''}
              onTyped={type}
            />
          ))}
          <Link href={channelPlace(channel.id, ALL_TEXTS)} className="self-start text-ui">
            {t('texts.toAll')}
          </Link>
        </Group>
        <WhenAway channel={channel} />
      </div>
      <div className="sticky top-4 min-w-0 max-[1100px]:static">
        <WindowPreview site={{ ...site, color: color ?? site.color }} picture={channel.picture} texts={preview} />
      </div>
    </div>
  );
}

/** The choice of the visitor's own language. */
const VISITORS = 'visitors';

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
