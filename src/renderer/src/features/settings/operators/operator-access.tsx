import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useOperatorChanges } from '#renderer/rpc/use-operators.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { DangerRow, Sentences } from '../danger-row.tsx';
import { tellTrouble } from '../trouble.ts';
import type { NewKey } from './key-dialog.tsx';
import { operatorsWords as words } from './operators-words.ts';

interface OperatorAccessProps {
  readonly operator: Operator;
  readonly isMe: boolean;
  readonly onNewKey: (key: NewKey) => void;
  readonly onRemoved: () => void;
}

/** A new access key, and the end of somebody's work here: what becomes of it is said before. */
export function OperatorAccess({ operator, isMe, onNewKey, onRemoved }: OperatorAccessProps) {
  return (
    <ul aria-label={words.access} className="flex flex-col divide-y divide-hairline rounded-card border">
      <RenewRow operator={operator} isMe={isMe} onNewKey={onNewKey} />
      <RemoveRow operator={operator} isMe={isMe} onRemoved={onRemoved} />
    </ul>
  );
}

function RenewRow({ operator, isMe, onNewKey }: Omit<OperatorAccessProps, 'onRemoved'>) {
  const [asking, setAsking] = useState(false);
  const { renewKey } = useOperatorChanges();
  const renew = (): void =>
    renewKey.mutate(operator.id, {
      onSuccess: ({ accessKey }) => onNewKey({ operatorName: operator.name, accessKey }),
      onError: (error) => tellTrouble(words.failed, error),
      onSettled: () => setAsking(false),
    });
  return (
    <DangerRow title={words.renewTitle} lead={words.renewLead}>
      <Button onClick={() => setAsking(true)}>{words.renew}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={isMe ? words.renewOwnAsk : words.renewAsk(operator.name)}
        whatWillHappen={<Sentences sentences={isMe ? words.renewOwnWill : words.renewWill} />}
        confirmLabel={words.renewConfirm}
        danger={!isMe}
        pending={renewKey.isPending}
        onConfirm={renew}
      />
    </DangerRow>
  );
}

function RemoveRow({ operator, isMe, onRemoved }: Omit<OperatorAccessProps, 'onNewKey'>) {
  const [asking, setAsking] = useState(false);
  const { remove } = useOperatorChanges();
  const stays = operator.first === true ? words.cannotRemoveFirst : isMe ? words.cannotRemoveSelf : undefined;
  // Not by callbacks of mutate: this row is gone from the screen before they would be called.
  const removeIt = async (): Promise<void> => {
    try {
      const { queued } = await remove.mutateAsync(operator.id);
      say(queued > 0 ? words.removed(operator.name, queued) : words.removedOnly(operator.name));
      onRemoved();
    } catch (error) {
      tellTrouble(words.failed, error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <DangerRow title={words.removeTitle} lead={stays ?? words.removeLead}>
      {stays === undefined && (
        <>
          <Button className="border-urgent text-urgent" onClick={() => setAsking(true)}>
            {words.remove}
          </Button>
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title={words.removeAsk(operator.name)}
            whatWillHappen={<Sentences sentences={words.removeWill} />}
            confirmLabel={words.remove}
            danger
            pending={remove.isPending}
            onConfirm={() => void removeIt()}
          />
        </>
      )}
    </DangerRow>
  );
}
