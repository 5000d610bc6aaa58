import { useState } from 'react';
import { Field, RowField } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { Textarea } from '#renderer/components/textarea.tsx';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import type { Channel } from '#shared/domain/entities.ts';
import { saveOnLeave } from '../save-on-leave.ts';
import { Group } from '../section.tsx';
import { useChannelChanges } from '../use-channel-changes.ts';
import { words as settingsWords } from '../words.ts';
import { channelHoursWords as words } from './hours-words.ts';

type Automatic = NonNullable<Channel['greeting']> | NonNullable<Channel['away']>;

/** What a channel says by itself: to whoever begins a chat, and while nobody is there. */
export function ChannelAutomatic({ channel }: { readonly channel: Channel }) {
  const { update } = useChannelChanges();
  const greeting = channel.greeting ?? { on: false, text: words.greetingUsual };
  const away = channel.away ?? { on: false, text: words.awayUsual, when: 'closed' as const };
  const save = <Value extends Automatic>(
    field: 'greeting' | 'away',
    label: string,
    before: Value,
    value: Value,
  ): void =>
    void saveOnLeave({
      field,
      label,
      before,
      value,
      save: (next) => update.mutateAsync({ channelId: channel.id, [field]: next }),
      onProblem: (problem) => sayTrouble(settingsWords.notSaved(label), problem),
    });
  const saveGreeting = (part: Partial<typeof greeting>): void =>
    save('greeting', words.greeting, greeting, { ...greeting, ...part });
  const saveAway = (part: Partial<typeof away>): void => save('away', words.away, away, { ...away, ...part });
  return (
    <Group title={words.automatic} lead={words.automaticLead}>
      <RowField label={words.greeting} hint={words.greetingHint}>
        <Switch checked={greeting.on} onCheckedChange={(on) => saveGreeting({ on })} />
      </RowField>
      {greeting.on && (
        <TextOf
          key={greeting.text}
          label={words.greetingText}
          text={greeting.text}
          onSave={(text) => saveGreeting({ text })}
        />
      )}
      <RowField label={words.away} hint={words.awayHint}>
        <Switch checked={away.on} onCheckedChange={(on) => saveAway({ on })} />
      </RowField>
      {away.on && (
        <>
          <TextOf key={away.text} label={words.awayText} text={away.text} onSave={(text) => saveAway({ text })} />
          <Field label={words.when}>
            <Select
              value={away.when}
              className="self-start"
              choices={[
                { value: 'closed', label: words.whens.closed },
                { value: 'always', label: words.whens.always },
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
  const [typed, setTyped] = useState(text);
  const isEmpty = typed.trim() === '';
  const leave = (): void => {
    if (!isEmpty && typed.trim() !== text) onSave(typed.trim());
  };
  return (
    <Field label={label} hint={words.placeholders} error={isEmpty ? words.textNeeded : undefined}>
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
