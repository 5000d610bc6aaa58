import { useTranslation } from 'react-i18next';
import { sayWithUndo } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/ask.ts';
import { useHours } from '#renderer/rpc/use-directory.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import { HoursEditor } from './hours-editor.tsx';
import { OpenLine } from './hours-section.tsx';
import { useState } from 'react';
import { Field, RowField } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { Textarea } from '#renderer/components/text-input.tsx';
import { saveField, useSavedText } from '../parts/saved-field.tsx';
import { channelFields } from '#shared/contract/routes.ts';
import { ratingTexts, USUAL_REQUEST } from '#shared/locales/rating.ts';
import { useQuery } from '@tanstack/react-query';
import { LANGUAGES } from '#shared/locales/languages.ts';

/** Whether a channel has working hours of its own, and which. */
export function ChannelHours({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useAct('channels.update', 'channels.list');
  const view = useHours().data;
  const state = view?.channels.find(({ channelId }) => channelId === channel.id);
  const hours = channel.hours ?? null;
  const save = (next: Channel['hours']): Promise<unknown> => mutateAsync({ channelId: channel.id, hours: next });
  const choose = (whose: 'installation' | 'own'): void => {
    if (view === undefined || (whose === 'own') === (hours !== null)) return;
    const trouble = (error: unknown): void =>
      tellTrouble(t('notSaved', { field: t('hours.channelHours.title') }), error);
    const undo = (): void => void save(hours).catch(trouble);
    save(whose === 'own' ? view.settings.hours : null).then(
      () => sayWithUndo(t('saved', { field: t('hours.channelHours.title') }), { onUndo: undo }, { id: 'saved-hours' }),
      trouble,
    );
  };
  return (
    <Group title={t('hours.channelHours.title')} lead={state && <OpenLine state={state} />}>
      <ChoiceCards
        label={t('hours.channelHours.whose')}
        hideLabel
        value={hours === null ? 'installation' : 'own'}
        onChoose={choose}
        choices={[
          {
            value: 'installation',
            title: t('hours.channelHours.installation'),
            means: t('hours.channelHours.installationMeans'),
          },
          { value: 'own', title: t('hours.channelHours.own'), means: t('hours.channelHours.ownMeans') },
        ]}
      />
      {hours !== null && <HoursEditor hours={hours} save={save} />}
    </Group>
  );
}

type Automatic = NonNullable<Channel['greeting']> | NonNullable<Channel['away']>;

/** What a channel says by itself: to whoever begins a chat, and while nobody is there. */
export function ChannelAutomatic({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useAct('channels.update', 'channels.list');
  const greeting = channel.greeting ?? { on: false, text: t('hours.channelHours.greetingUsual') };
  const away = channel.away ?? { on: false, text: t('hours.channelHours.awayUsual'), when: 'closed' as const };
  const save = <Value extends Automatic>(field: 'greeting' | 'away', label: string, saved: Value, value: Value): void =>
    void saveField({
      field,
      label,
      saved,
      value,
      save: (next) => mutateAsync({ channelId: channel.id, [field]: next }),
    });
  const saveGreeting = (part: Partial<typeof greeting>): void =>
    save('greeting', t('hours.channelHours.greeting'), greeting, { ...greeting, ...part });
  const saveAway = (part: Partial<typeof away>): void =>
    save('away', t('hours.channelHours.away'), away, { ...away, ...part });
  return (
    <Group title={t('hours.channelHours.automatic')} lead={t('hours.channelHours.automaticLead')}>
      <RowField label={t('hours.channelHours.greeting')} hint={t('hours.channelHours.greetingHint')}>
        <Switch checked={greeting.on} onCheckedChange={(on) => saveGreeting({ on })} />
      </RowField>
      {greeting.on && (
        <TextOf
          key={greeting.text}
          label={t('hours.channelHours.greetingText')}
          text={greeting.text}
          onSave={(text) => saveGreeting({ text })}
        />
      )}
      <RowField label={t('hours.channelHours.away')} hint={t('hours.channelHours.awayHint')}>
        <Switch checked={away.on} onCheckedChange={(on) => saveAway({ on })} />
      </RowField>
      {away.on && (
        <>
          <TextOf
            key={away.text}
            label={t('hours.channelHours.awayText')}
            text={away.text}
            onSave={(text) => saveAway({ text })}
          />
          <Field label={t('hours.channelHours.when')}>
            <Select
              value={away.when}
              className="self-start"
              choices={[
                { value: 'closed', label: t('hours.channelHours.whens.closed') },
                { value: 'always', label: t('hours.channelHours.whens.always') },
              ]}
              onValueChange={(when) => saveAway({ when })}
            />
          </Field>
        </>
      )}
    </Group>
  );
}

/** Saved as one leaves it. */
function TextOf({
  label,
  text,
  onSave,
}: {
  readonly label: string;
  readonly text: string;
  readonly onSave: (text: string) => void;
}) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState(text);
  const isEmpty = typed.trim() === '';
  const leave = (): void => {
    if (!isEmpty && typed.trim() !== text) onSave(typed.trim());
  };
  return (
    <Field
      label={label}
      hint={t('hours.channelHours.placeholders')}
      error={isEmpty ? t('hours.channelHours.textNeeded') : undefined}
    >
      <Textarea
        value={typed}
        onValueChange={(value) => setTyped(value.slice(0, 2000))}
        onBlur={leave}
        rows={3}
        isProse
        className="field-sizing-content max-h-72 min-h-20"
      />
    </Field>
  );
}

/** What stands for a text that is none of ours. */
const OWN = 'own';
const CHOICES = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));

/** What each language asks with, by its code. */
async function requests(): Promise<Readonly<Record<string, string>>> {
  const texts = LANGUAGES.map(async ({ code }) => [code, (await ratingTexts(code)).request] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** What a channel asks for a rating with; saved as one leaves it. */
export function ChannelRating({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useAct('channels.update', 'channels.list');
  const saved = channel.ratingText ?? USUAL_REQUEST;
  const setting = {
    field: 'ratingText',
    label: t('hours.channelHours.rating'),
    saved,
    save: (ratingText: string) => mutateAsync({ channelId: channel.id, ratingText }),
  };
  const typed = useSavedText({ ...setting, rule: channelFields.ratingText });
  const asked = useQuery({ queryKey: ['rating requests'], queryFn: requests, staleTime: Infinity }).data ?? {};
  const start = CHOICES.find(({ value }) => asked[value] === typed.value.trim())?.value ?? OWN;
  return (
    <Group title={t('hours.channelHours.rating')} lead={t('hours.channelHours.ratingHint')}>
      <Field label={t('hours.channelHours.ratingStart')} hint={t('hours.channelHours.ratingStartHint')}>
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
