import { useTranslation } from 'react-i18next';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { useMe, useOperators } from '#renderer/rpc/use-operators.ts';
import { FoldingList } from '../parts/folding-row.tsx';
import { Loaded } from '../parts/query-states.tsx';
import { Section } from '../parts/section.tsx';
import { KeyDialog, type NewKey } from './key-dialog.tsx';
import { AddOperatorDialog } from './operator-form.tsx';
import { OperatorRow } from './operator-row.tsx';

/** Who works here: adds, changes, gives new access keys, and takes away. */
export function OperatorsSection() {
  const { t } = useTranslation('settings');
  const operators = useOperators();
  const meId = useMe().data?.id;
  const [adding, setAdding] = useState(false);
  const [newKey, setNewKey] = useState<NewKey>();
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (
    <Button ref={addButton} variant="primary" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden className="-ms-1 size-4" />
      {t('operators.add')}
    </Button>
  );
  return (
    <Section
      title={t('sections.operators')}
      lead={t('operators.lead')}
      action={operators.data === undefined ? undefined : add}
    >
      <Loaded of={operators}>
        {(list) => (
          <FoldingList label={t('operators.list')} items={list}>
            {(operator, folding) => (
              <OperatorRow
                {...folding}
                operator={operator}
                isMe={operator.id === meId}
                onNewKey={setNewKey}
                onRemoved={() => addButton.current?.focus()}
              />
            )}
          </FoldingList>
        )}
      </Loaded>
      <AddOperatorDialog open={adding} onClose={() => setAdding(false)} onAdded={setNewKey} />
      <KeyDialog newKey={newKey} onClose={() => setNewKey(undefined)} />
    </Section>
  );
}
