import { useTranslation } from 'react-i18next';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Textarea } from '#renderer/components/textarea.tsx';
import { keys } from '#renderer/rpc/query-keys.ts';
import { useAct } from '#renderer/rpc/use-act.ts';
import { channelFields } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { RATING_TEXTS } from '#shared/domain/rating-text.ts';
import { languageOf } from '#shared/locales/languages.ts';
import { saveField, useSavedText } from '../parts/saved-field.tsx';
import { Group } from '../parts/section.tsx';

type Start = keyof typeof RATING_TEXTS | 'own';

const STARTS = Object.keys(RATING_TEXTS) as readonly (keyof typeof RATING_TEXTS)[];
const CHOICES = STARTS.map((code) => ({ value: code, label: languageOf(code)?.name ?? code }));

/** What a channel asks for a rating with; saved as one leaves it. */
export function ChannelRating({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useAct('channels.update', keys.channels);
  const saved = channel.ratingText ?? RATING_TEXTS.en;
  const setting = {
    field: 'ratingText',
    label: t('hours.channelHours.rating'),
    saved,
    save: (ratingText: string) => mutateAsync({ channelId: channel.id, ratingText }),
  };
  const typed = useSavedText({ ...setting, rule: channelFields.ratingText });
  const start: Start = STARTS.find((code) => RATING_TEXTS[code] === typed.value.trim()) ?? 'own';
  return (
    <Group title={t('hours.channelHours.rating')} lead={t('hours.channelHours.ratingHint')}>
      <Field label={t('hours.channelHours.ratingStart')} hint={t('hours.channelHours.ratingStartHint')}>
        <Select<Start>
          value={start}
          className="self-start"
          choices={start === 'own' ? [{ value: 'own', label: t('hours.channelHours.ratingOwn') }, ...CHOICES] : CHOICES}
          onValueChange={(next) => {
            if (next === 'own') return;
            typed.onChange(RATING_TEXTS[next]);
            void saveField({ ...setting, value: RATING_TEXTS[next] });
          }}
        />
      </Field>
      <Field label={t('hours.channelHours.rating')} hideLabel error={typed.error}>
        <Textarea
          value={typed.value}
          onValueChange={typed.onChange}
          onBlur={typed.onLeave}
          rows={3}
          isProse
          className="field-sizing-content max-h-72 min-h-20"
        />
      </Field>
    </Group>
  );
}
