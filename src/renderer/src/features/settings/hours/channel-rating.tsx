import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Textarea } from '#renderer/components/textarea.tsx';
import { ruleWords } from '#renderer/language/rule-words.ts';
import { channelFields } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { RATING_TEXTS } from '#shared/domain/rating-text.ts';
import { languageOf } from '#shared/locales/languages.ts';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { Group } from '../parts/section.tsx';
import { useChannelChanges } from '../channels/use-channel-changes.ts';

type Start = keyof typeof RATING_TEXTS | 'own';

const STARTS = Object.keys(RATING_TEXTS) as readonly (keyof typeof RATING_TEXTS)[];
const CHOICES = STARTS.map((code) => ({ value: code, label: languageOf(code)?.name ?? code }));

/** What a channel asks for a rating with; saved as one leaves it. */
export function ChannelRating({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const { update } = useChannelChanges();
  const saved = channel.ratingText ?? RATING_TEXTS.en;
  const [typed, setTyped] = useState(saved);
  const [refused, setRefused] = useState<string>();
  // What another window saved, or was taken back here, is shown unless something else is being typed.
  const [before, setBefore] = useState(saved);
  if (before !== saved) {
    setBefore(saved);
    if (typed.trim() === before) setTyped(saved);
  }
  const read = channelFields.ratingText.safeParse(typed);
  const start: Start = STARTS.find((code) => RATING_TEXTS[code] === typed.trim()) ?? 'own';
  const type = (text: string): void => {
    setTyped(text);
    setRefused(undefined);
  };
  const save = (text: string): void => {
    type(text);
    void saveOnLeave({
      field: 'ratingText',
      label: t('hours.channelHours.rating'),
      before: saved,
      value: text,
      save: (ratingText) => update.mutateAsync({ channelId: channel.id, ratingText }),
      onProblem: setRefused,
    });
  };
  return (
    <Group title={t('hours.channelHours.rating')} lead={t('hours.channelHours.ratingHint')}>
      <Field label={t('hours.channelHours.ratingStart')} hint={t('hours.channelHours.ratingStartHint')}>
        <Select<Start>
          value={start}
          className="self-start"
          choices={start === 'own' ? [{ value: 'own', label: t('hours.channelHours.ratingOwn') }, ...CHOICES] : CHOICES}
          onValueChange={(next) => {
            if (next !== 'own') save(RATING_TEXTS[next]);
          }}
        />
      </Field>
      <Field
        label={t('hours.channelHours.rating')}
        hideLabel
        error={read.success ? refused : ruleWords(read.error.issues[0])}
      >
        <Textarea
          value={typed}
          onValueChange={type}
          onBlur={() => {
            if (read.success) save(read.data);
          }}
          rows={3}
          isProse
          className="field-sizing-content max-h-72 min-h-20"
        />
      </Field>
    </Group>
  );
}
