import { useTranslation } from 'react-i18next';
import { say } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/use-act.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { AskFirst } from '../parts/ask-first.tsx';
import { DangerRow } from '../parts/danger-row.tsx';
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
  const { id: operatorId, name: operatorName } = operator;
  // Nothing that is shown changes with a key.
  const { mutateAsync: renewKey } = useAct('operators.renewKey');
  const { mutateAsync: remove } = useAct('operators.remove', keys.me, keys.operators);
  const stays =
    operator.first === true ? t('operators.cannotRemoveFirst') : isMe ? t('operators.cannotRemoveSelf') : undefined;
  return (
    <ul aria-label={t('operators.access')} className="flex flex-col divide-y divide-hairline rounded-card border">
      <DangerRow title={t('operators.renewTitle')} lead={t('operators.renewLead')}>
        <AskFirst
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
          <AskFirst
            label={t('operators.remove')}
            urgent
            title={t('operators.removeAsk', { operatorName })}
            will={[t('operators.removeWill.1'), t('operators.removeWill.2'), t('operators.removeWill.3')]}
            failed={t('operators.failed')}
            act={async () => {
              const { queued } = await remove({ operatorId });
              say(
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
