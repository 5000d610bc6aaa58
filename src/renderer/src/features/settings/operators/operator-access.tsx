import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useOperatorChanges } from '#renderer/rpc/use-operators.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { DangerRow, Sentences } from '../parts/danger-row.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import type { NewKey } from './key-dialog.tsx';

interface OperatorAccessProps {
  readonly operator: Operator;
  readonly isMe: boolean;
  readonly onNewKey: (key: NewKey) => void;
  readonly onRemoved: () => void;
}

/** A new access key, and the end of somebody's work here: what becomes of it is said before. */
export function OperatorAccess({ operator, isMe, onNewKey, onRemoved }: OperatorAccessProps) {
  const { t } = useTranslation('settings');
  return (
    <ul aria-label={t('operators.access')} className="flex flex-col divide-y divide-hairline rounded-card border">
      <RenewRow operator={operator} isMe={isMe} onNewKey={onNewKey} />
      <RemoveRow operator={operator} isMe={isMe} onRemoved={onRemoved} />
    </ul>
  );
}

function RenewRow({ operator, isMe, onNewKey }: Omit<OperatorAccessProps, 'onRemoved'>) {
  const { t } = useTranslation('settings');
  const [asking, setAsking] = useState(false);
  const { renewKey } = useOperatorChanges();
  const renew = (): void =>
    renewKey.mutate(operator.id, {
      onSuccess: ({ accessKey }) => onNewKey({ operatorName: operator.name, accessKey }),
      onError: (error) => tellTrouble(t('operators.failed'), error),
      onSettled: () => setAsking(false),
    });
  return (
    <DangerRow title={t('operators.renewTitle')} lead={t('operators.renewLead')}>
      <Button onClick={() => setAsking(true)}>{t('operators.renew')}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={isMe ? t('operators.renewOwnAsk') : t('operators.renewAsk', { operatorName: operator.name })}
        whatWillHappen={
          <Sentences
            sentences={
              isMe
                ? [t('operators.renewOwnWill.1'), t('operators.renewOwnWill.2')]
                : [t('operators.renewWill.1'), t('operators.renewWill.2')]
            }
          />
        }
        confirmLabel={t('operators.renewConfirm')}
        danger={!isMe}
        pending={renewKey.isPending}
        onConfirm={renew}
      />
    </DangerRow>
  );
}

function RemoveRow({ operator, isMe, onRemoved }: Omit<OperatorAccessProps, 'onNewKey'>) {
  const { t } = useTranslation('settings');
  const [asking, setAsking] = useState(false);
  const { remove } = useOperatorChanges();
  const stays =
    operator.first === true ? t('operators.cannotRemoveFirst') : isMe ? t('operators.cannotRemoveSelf') : undefined;
  // Not by callbacks of mutate: this row is gone from the screen before they would be called.
  const removeIt = async (): Promise<void> => {
    try {
      const { queued } = await remove.mutateAsync(operator.id);
      say(
        queued > 0
          ? t('operators.removed', { operatorName: operator.name, queued })
          : t('operators.removedOnly', { operatorName: operator.name }),
      );
      onRemoved();
    } catch (error) {
      tellTrouble(t('operators.failed'), error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <DangerRow title={t('operators.removeTitle')} lead={stays ?? t('operators.removeLead')}>
      {stays === undefined && (
        <>
          <Button className="border-urgent text-urgent" onClick={() => setAsking(true)}>
            {t('operators.remove')}
          </Button>
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title={t('operators.removeAsk', { operatorName: operator.name })}
            whatWillHappen={
              <Sentences
                sentences={[t('operators.removeWill.1'), t('operators.removeWill.2'), t('operators.removeWill.3')]}
              />
            }
            confirmLabel={t('operators.remove')}
            danger
            pending={remove.isPending}
            onConfirm={() => void removeIt()}
          />
        </>
      )}
    </DangerRow>
  );
}
