import { useTranslation } from 'react-i18next';
import { named } from '#renderer/components/field.tsx';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { ConfirmButton } from '#renderer/components/actions.tsx';
import { DangerRow } from '../parts/section.tsx';
import { CopiedField } from '../parts/snippet.tsx';

interface RenewKeyRowProps {
  readonly operator: Operator;
  readonly isMe: boolean;
  readonly onNewKey: (key: NewKey) => void;
}

/** Replaces an operator's access key, after explaining the consequences. */
export function RenewKeyRow({ operator: { id: operatorId, name: operatorName }, isMe, onNewKey }: RenewKeyRowProps) {
  const { t } = useTranslation('settings');
  // Nothing displayed changes with a key.
  const { mutateAsync: renewKey } = useRouteMutation('operators.renewKey');
  return (
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
  );
}

export interface NewKey {
  readonly operatorName: string;
  readonly accessKey: string;
}

interface KeyDialogProps {
  readonly newKey: NewKey | undefined;
  /** origin at which colleagues open the console; by default that of this page, if it is not the desktop's */
  readonly origin?: string | undefined;
  readonly onClose: () => void;
}

/** Shows a new access key, and the link that signs in with it, only once. */
export function KeyDialog({ newKey, origin: team, onClose }: KeyDialogProps) {
  const { t } = useTranslation('settings');
  const isDesktop = useDesktop() !== undefined;
  const origin = team ?? (isDesktop ? undefined : window.location.origin);
  return (
    <Dialog
      open={newKey !== undefined}
      onClose={onClose}
      title={t('operators.keyTitle', { operatorName: newKey?.operatorName ?? '' })}
      description={t('operators.keyLead')}
      footer={<DialogClose render={<Button variant="primary">{t('operators.done')}</Button>} />}
    >
      {newKey !== undefined && (
        <div className="flex flex-col gap-4">
          {origin === undefined ? (
            <p className="rounded-control bg-sunken px-3 py-2 text-ui">{t('operators.onDesktop')}</p>
          ) : (
            <CopiedField
              {...named('settings:operators.link')}
              copyLabel={t('operators.copyLink')}
              text={signInLink(origin, newKey.accessKey)}
            />
          )}
          <CopiedField
            {...named('settings:operators.key')}
            copyLabel={t('operators.copyKey')}
            text={newKey.accessKey}
          />
        </div>
      )}
    </Dialog>
  );
}

function signInLink(origin: string, accessKey: string): string {
  return `${origin}/?key=${encodeURIComponent(accessKey)}`;
}
