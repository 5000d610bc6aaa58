import { useTranslation } from 'react-i18next';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { fieldsOf, saveField } from '#renderer/components/saved-fields.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useChannels } from '#renderer/rpc/use-directory.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { CheckCard } from '../parts/check-card.tsx';

type Channels = string[] | null;

interface ChannelsOfOperatorProps {
  /** null: all, also new ones */
  readonly value: Channels;
  /** once some are chosen */
  readonly hint?: string | undefined;
  /** when saving, resolves once saved */
  readonly onChange: (value: Channels, before: Channels) => unknown;
}

/** The channels that an operator works on: all, or those that are checked. */
export function ChannelsOfOperator({ value, hint, onChange }: ChannelsOfOperatorProps) {
  const { t } = useTranslation('team');
  const channels = useChannels().data ?? [];
  // Removed channels cannot be chosen.
  const chosen = channels.flatMap(({ id }) => (value?.includes(id) === true ? id : []));
  return (
    <div className="flex flex-col gap-2">
      <ChoiceCards
        label={t('limits.label')}
        value={value === null ? 'all' : 'some'}
        onChoose={(next) => void onChange(next === 'all' ? null : channels.map(({ id }) => id), value)}
        choices={[
          { value: 'all', title: t('limits.all'), means: t('limits.allMeans') },
          { value: 'some', title: t('limits.some'), means: t('limits.someMeans') },
        ]}
      />
      {value !== null && (
        <CheckCard
          label={t('limits.some')}
          hideLabel
          hint={chosen.length === 0 ? t('limits.none') : hint}
          choices={channels.map(({ id, name }) => ({ value: id, title: name }))}
          chosen={chosen}
          onChange={(next, before) => onChange(next, [...before])}
        />
      )}
    </div>
  );
}

/** Those of somebody on the team, saved at once. */
export function OperatorChannels({ operator }: { readonly operator: Operator }) {
  const { t } = useTranslation('team');
  const { mutateAsync } = useRouteMutation('operators.change', 'operators.list');
  const saved = operator.channels ?? null;
  const of = fieldsOf({ channels: saved }, (change) => mutateAsync({ ...change, operatorId: operator.id }));
  return (
    <ChannelsOfOperator
      value={saved}
      hint={t('limits.hint')}
      onChange={(value, before) => saveField({ ...of('channels'), label: t('limits.label'), saved: before, value })}
    />
  );
}
