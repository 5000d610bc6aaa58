import { useTranslation } from 'react-i18next';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { useMe, useOperators } from '#renderer/rpc/use-operators.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { FieldsSkeleton, NotLoaded } from '../parts/query-states.tsx';
import { Section } from '../parts/section.tsx';
import { AddOperatorDialog } from './add-operator-dialog.tsx';
import { KeyDialog, type NewKey } from './key-dialog.tsx';
import { OperatorRow } from './operator-row.tsx';

/** Who works here: adds, changes, gives new access keys, and takes away. */
export function OperatorsSection() {
  const { t } = useTranslation('settings');
  const { data, isError, refetch } = useOperators();
  const meId = useMe().data?.id;
  if (data === undefined) {
    return (
      <Section title={t('sections.operators')} lead={t('operators.lead')}>
        {isError ? <NotLoaded onRetry={() => void refetch()} /> : <FieldsSkeleton />}
      </Section>
    );
  }
  return <Operators operators={data} meId={meId} />;
}

function Operators({
  operators,
  meId,
}: {
  readonly operators: readonly Operator[];
  readonly meId: string | undefined;
}) {
  const { t } = useTranslation('settings');
  const [adding, setAdding] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const [newKey, setNewKey] = useState<NewKey>();
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (
    <Button ref={addButton} variant="primary" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden className="-ms-1 size-4" />
      {t('operators.add')}
    </Button>
  );
  return (
    <Section title={t('sections.operators')} lead={t('operators.lead')} action={add}>
      <ul
        aria-label={t('operators.list')}
        className="flex flex-col divide-y divide-hairline overflow-hidden rounded-card border bg-raised"
      >
        {operators.map((operator) => (
          <li key={operator.id}>
            <OperatorRow
              operator={operator}
              isMe={operator.id === meId}
              isOpen={operator.id === openId}
              onToggle={() => setOpenId(operator.id === openId ? undefined : operator.id)}
              onNewKey={setNewKey}
              onRemoved={() => addButton.current?.focus()}
            />
          </li>
        ))}
      </ul>
      <AddOperatorDialog open={adding} onOpenChange={setAdding} onAdded={setNewKey} />
      <KeyDialog newKey={newKey} onClose={() => setNewKey(undefined)} />
    </Section>
  );
}
