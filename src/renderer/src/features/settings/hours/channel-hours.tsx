import { useTranslation } from 'react-i18next';
import { useUpdateChannel, useHours } from '#renderer/rpc/use-directory.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { Group } from '../parts/section.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { OpenLine } from './hours-section.tsx';
import { Field, named } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { saveField, useSavedText } from '#renderer/components/saved-fields.tsx';
import { TextArea } from '#renderer/components/text-field.tsx';
import { channelFields } from '#shared/contract/channels.ts';
import { ratingTexts, DEFAULT_REQUEST } from '#shared/locales/rating.ts';
import { useQuery } from '@tanstack/react-query';
import { LANGUAGES } from '#shared/locales/languages.ts';

export function ChannelHours({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const change = useUpdateChannel(channel.id);
  const view = useHours().data;
  const state = view?.channels.find(({ channelId }) => channelId === channel.id);
  const hours = channel.hours ?? null;
  const save = (next: Channel['hours']): Promise<unknown> => change({ hours: next });
  const choose = (source: 'installation' | 'own'): void => {
    if (view === undefined || (source === 'own') === (hours !== null)) return;
    const value = source === 'own' ? view.settings.hours : null;
    void saveField({ field: 'hours', label: t('hours.channelHours.title'), saved: hours, value, save });
  };
  return (
    <Group title={t('hours.channelHours.title')} lead={state && <OpenLine state={state} />}>
      <ChoiceCards
        label={t('hours.channelHours.whose')}
        hideLabel
        value={hours === null ? 'installation' : 'own'}
        onChoose={choose}
        choices={(['installation', 'own'] as const).map((value) => ({
          value,
          title: t(`hours.channelHours.${value}`),
          means: t(`hours.channelHours.${value}Means`),
        }))}
      />
      {hours !== null && (
        <HoursEditor hours={hours} save={(step) => change((now) => ({ hours: step(now.hours ?? hours) }))} />
      )}
    </Group>
  );
}

const OWN = 'own';
const CHOICES = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));

/** Each language's standard request, by its code. */
async function requests(): Promise<Readonly<Record<string, string>>> {
  const texts = LANGUAGES.map(async ({ code }) => [code, (await ratingTexts(code)).request] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** The text of a channel's rating request; saved on blur. */
export function ChannelRating({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const change = useUpdateChannel(channel.id);
  const saved = channel.ratingText ?? DEFAULT_REQUEST;
  const setting = {
    field: 'ratingText',
    label: t('hours.channelHours.rating'),
    saved,
    save: (ratingText: string) => change({ ratingText }),
  };
  const typed = useSavedText({ ...setting, rule: channelFields.ratingText });
  const asked = useQuery({ queryKey: ['rating requests'], queryFn: requests, staleTime: Infinity }).data ?? {};
  const start = CHOICES.find(({ value }) => asked[value] === typed.value.trim())?.value ?? OWN;
  return (
    <Group title={t('hours.channelHours.rating')} lead={t('hours.channelHours.ratingHint')}>
      <Field {...named('settings:hours.channelHours.ratingStart')}>
        <Select
          value={start}
          className="self-start"
          choices={start === OWN ? [{ value: OWN, label: t('hours.channelHours.ratingOwn') }, ...CHOICES] : CHOICES}
          onValueChange={(next) => {
            const value = asked[next];
            if (value === undefined) return;
            typed.onChange(value);
            void saveField({ ...setting, value });
          }}
        />
      </Field>
      <TextArea label={setting.label} hideLabel typed={typed} />
    </Group>
  );
}
