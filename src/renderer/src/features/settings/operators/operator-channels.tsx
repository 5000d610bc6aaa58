import { useTranslation } from 'react-i18next';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { fieldsOf, saveField } from '#renderer/components/saved-fields.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useChannels } from '#renderer/rpc/use-directory.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { CheckCard } from '../parts/check-card.tsx';

/** The channels that an operator works on: all, also new ones, or those that are checked. */
export function OperatorChannels({ operator }: { readonly operator: Operator }) {
  const { t } = useTranslation('team');
  const channels = useChannels().data ?? [];
  const { mutateAsync } = useRouteMutation('operators.change', 'operators.list');
  const saved = operator.channels ?? null;
  const of = fieldsOf({ channels: saved }, (change) => mutateAsync({ ...change, operatorId: operator.id }));
  const save = (value: string[] | null, before: string[] | null) =>
    saveField({ ...of('channels'), label: t('limits.label'), saved: before, value });
  // Removed channels cannot be chosen.
  const chosen = channels.flatMap(({ id }) => (saved?.includes(id) === true ? id : []));
  return (
    <div className="flex flex-col gap-2">
      <ChoiceCards
        label={t('limits.label')}
        value={saved === null ? 'all' : 'some'}
        onChoose={(next) => void save(next === 'all' ? null : channels.map(({ id }) => id), saved)}
        choices={[
          { value: 'all', title: t('limits.all'), means: t('limits.allMeans') },
          { value: 'some', title: t('limits.some'), means: t('limits.someMeans') },
        ]}
      />
      {saved !== null && (
        <CheckCard
          label={t('limits.some')}
          hideLabel
          hint={t(chosen.length === 0 ? 'limits.none' : 'limits.hint')}
          choices={channels.map(({ id, name }) => ({ value: id, title: name }))}
          chosen={chosen}
          onChange={(value, before) => save(value, [...before])}
        />
      )}
    </div>
  );
}
