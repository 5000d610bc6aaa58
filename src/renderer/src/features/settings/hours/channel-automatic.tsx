import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Field, RowField } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { Textarea } from '#renderer/components/textarea.tsx';
import { keys } from '#renderer/rpc/query-keys.ts';
import { useAct } from '#renderer/rpc/use-act.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { saveField } from '../parts/saved-field.tsx';
import { Group } from '../parts/section.tsx';

type Automatic = NonNullable<Channel['greeting']> | NonNullable<Channel['away']>;

/** What a channel says by itself: to whoever begins a chat, and while nobody is there. */
export function ChannelAutomatic({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useAct('channels.update', keys.channels);
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
