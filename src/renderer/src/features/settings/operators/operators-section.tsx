import { useTranslation } from 'react-i18next';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import { FoldingList, FoldingRow } from '../parts/folding-row.tsx';
import { Loaded, Section } from '../parts/section.tsx';
import { KeyDialog, type NewKey, AddOperatorDialog, OperatorFields } from './operator-form.tsx';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { notify } from '#renderer/components/toaster.tsx';
import { ConfirmButton, DangerRow } from '../parts/act.tsx';

/** The team: adds, edits and removes operators, and issues access keys. */
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

interface OperatorRowProps {
  readonly operator: Operator;
  readonly isMe: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onNewKey: (key: NewKey) => void;
  /** the row is gone; where its focus goes */
  readonly onRemoved: () => void;
}

/** An operator with their presence; expands to their settings. */
function OperatorRow({ operator, isMe, isOpen, onToggle, onNewKey, onRemoved }: OperatorRowProps) {
  const { t } = useTranslation('settings');
  const state = operator.available ? 'online' : operator.presence === 'online' ? 'notHere' : 'away';
  const line = (
    <>
      <OperatorAvatar operator={operator} size={32} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="flex min-w-0 flex-1 basis-44 flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="min-w-0 text-ui font-medium wrap-anywhere">{operator.name}</bdi>
          {isMe && <Chip tone="accent">{t('operators.you')}</Chip>}
          {operator.first === true && <Chip>{t('operators.first')}</Chip>}
        </span>
        <span className="flex shrink-0 items-center gap-1.5 text-ui text-ink-quiet">
          <span
            aria-hidden
            className={cn('size-2.5 rounded-full', operator.available ? 'bg-good' : 'border-2 border-ink-quiet')}
          />
          {t(`operators.${state}`)}
        </span>
      </span>
    </>
  );
  return (
    <FoldingRow line={line} isOpen={isOpen} onToggle={onToggle}>
      <p className="text-ui text-ink-quiet">{t(`operators.${state}More`)}</p>
      <OperatorFields operator={operator} />
      <OperatorAccess operator={operator} isMe={isMe} onNewKey={onNewKey} onRemoved={onRemoved} />
    </FoldingRow>
  );
}

interface OperatorAccessProps {
  readonly operator: Operator;
  readonly isMe: boolean;
  readonly onNewKey: (key: NewKey) => void;
  readonly onRemoved: () => void;
}

/** Issues a new access key, or removes the operator after explaining the consequences. */
function OperatorAccess({ operator, isMe, onNewKey, onRemoved }: OperatorAccessProps) {
  const { t } = useTranslation('settings');
  const { id: operatorId, name: operatorName } = operator;
  // Nothing displayed changes with a key.
  const { mutateAsync: renewKey } = useRouteMutation('operators.renewKey');
  const { mutateAsync: remove } = useRouteMutation('operators.remove', 'operators.me', 'operators.list');
  const stays =
    operator.first === true ? t('operators.cannotRemoveFirst') : isMe ? t('operators.cannotRemoveSelf') : undefined;
  return (
    <ul aria-label={t('operators.access')} className="flex flex-col divide-y divide-hairline rounded-card border">
      <DangerRow title={t('operators.renewTitle')} lead={t('operators.renewLead')}>
        <ConfirmButton
          label={t('operators.renew')}
          title={isMe ? t('operators.renewOwnAsk') : t('operators.renewAsk', { operatorName })}
          will={
            isMe
              ? [t('operators.renewOwnWill.1'), t('operators.renewOwnWill.2')]
              : [t('operators.renewWill.1'), t('operators.renewWill.2')]
          }
          confirmLabel={t('operators.renewConfirm')}
          danger={!isMe}
          failed={t('operators.failed')}
          act={async () => onNewKey({ operatorName, accessKey: (await renewKey({ operatorId })).accessKey })}
        />
      </DangerRow>
      <DangerRow title={t('operators.removeTitle')} lead={stays ?? t('operators.removeLead')}>
        {stays === undefined && (
          <ConfirmButton
            label={t('operators.remove')}
            urgent
            title={t('operators.removeAsk', { operatorName })}
            will={[t('operators.removeWill.1'), t('operators.removeWill.2'), t('operators.removeWill.3')]}
            failed={t('operators.failed')}
            act={async () => {
              const { queued } = await remove({ operatorId });
              notify(
                queued > 0
                  ? t('operators.removed', { operatorName, queued })
                  : t('operators.removedOnly', { operatorName }),
              );
              onRemoved();
            }}
          />
        )}
      </DangerRow>
    </ul>
  );
}
