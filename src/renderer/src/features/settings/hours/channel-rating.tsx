import { useTranslation } from 'react-i18next';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Textarea } from '#renderer/components/textarea.tsx';
import { keys } from '#renderer/rpc/query-keys.ts';
import { useAct } from '#renderer/rpc/use-act.ts';
import { channelFields } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { RATING, ratingTexts } from '#shared/locales/rating.ts';
import { LANGUAGES } from '#shared/locales/languages.ts';
import { saveField, useSavedText } from '../parts/saved-field.tsx';
import { Group } from '../parts/section.tsx';

/** What stands for a text that is none of ours. */
const OWN = 'own';
const CHOICES = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));

/** What a channel asks for a rating with; saved as one leaves it. */
export function ChannelRating({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useAct('channels.update', keys.channels);
  const saved = channel.ratingText ?? ratingTexts('en').request;
  const setting = {
    field: 'ratingText',
    label: t('hours.channelHours.rating'),
    saved,
    save: (ratingText: string) => mutateAsync({ channelId: channel.id, ratingText }),
  };
  const typed = useSavedText({ ...setting, rule: channelFields.ratingText });
  const start = CHOICES.find(({ value }) => RATING[value]?.request === typed.value.trim())?.value ?? OWN;
  return (
    <Group title={t('hours.channelHours.rating')} lead={t('hours.channelHours.ratingHint')}>
      <Field label={t('hours.channelHours.ratingStart')} hint={t('hours.channelHours.ratingStartHint')}>
        <Select
          value={start}
          className="self-start"
          choices={start === OWN ? [{ value: OWN, label: t('hours.channelHours.ratingOwn') }, ...CHOICES] : CHOICES}
          onValueChange={(next) => {
            if (next === OWN) return;
            const value = ratingTexts(next).request;
            typed.onChange(value);
            void saveField({ ...setting, value });
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
