import { Check, CheckCheck, CircleAlert, Clock, Hourglass, MailCheck, Undo2 } from 'lucide-react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatFull } from '#renderer/components/dates.tsx';
import { errorNotifier } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import type { DeliveryStatus } from '#renderer/rpc/channel-kinds.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { setWritingKind, type Unsent } from '#renderer/rpc/written.ts';
import { useChannel } from '#renderer/rpc/use-directory.ts';
import { useResend } from '#renderer/rpc/use-messages.ts';
import type { Message } from '#shared/domain/message.ts';
import { useConversationBasics } from './conversation-context.ts';
import { delayText, type DeliveryNames, failureText } from './conversation-text.ts';

const marks = {
  sending: { icon: Clock, look: 'text-ink-quiet' },
  onItsWay: { icon: Clock, look: 'text-ink-quiet' },
  away: { icon: Hourglass, look: 'text-ink-quiet' },
  delivered: { icon: Check, look: 'text-accent' },
  seen: { icon: CheckCheck, look: 'text-accent' },
  mailed: { icon: MailCheck, look: 'text-accent' },
  failed: { icon: CircleAlert, look: 'text-urgent' },
} as const satisfies Record<DeliveryStatus, unknown>;

interface DeliveryMarkProps {
  readonly status: DeliveryStatus;
  /** shown on hover */
  readonly seenAt?: number | undefined;
  /** for the connection */
  readonly isWaiting?: boolean;
}

/** Clock, tick or red mark beside a reply. */
export function DeliveryMark({ status, seenAt, isWaiting = false }: DeliveryMarkProps) {
  const { t } = useTranslation('conversation');
  const { icon: Icon, look } = marks[status];
  const label = isWaiting ? t('outbox.waiting') : t(`deliveryStates.${status}`);
  const title = seenAt === undefined ? label : `${label}, ${formatFull(seenAt)}`;
  return (
    <span role="img" aria-label={label} title={title} className={`shrink-0 ${look}`}>
      <Icon aria-hidden className="size-3.5" />
    </span>
  );
}

interface DeliveryTroubleProps {
  readonly message: Message;
  readonly names: DeliveryNames;
  /** on the operators' side; bots are on the other */
  readonly isOutgoing: boolean;
  /** of an earlier chat, to which nothing is sent any more */
  readonly isEarlier: boolean;
}

/** Below an undelivered reply: why, what it means, and "Send again"; empty for delivered ones. */
export function DeliveryTrouble({ message, names, isOutgoing, isEarlier }: DeliveryTroubleProps) {
  const { t } = useTranslation('conversation');
  // Nothing is sent to a channel that was removed.
  const hasChannel = useChannel(useConversationBasics().channelId) !== undefined;
  const resend = useResend();
  const dismiss = useRouteMutation('messages.dismissFailure');
  const { delivery } = message;
  if (delivery?.error === undefined && delivery?.state !== 'failed') return null;
  if (delivery.state === 'delivered' || (delivery.state === 'sending' && delivery.mail !== undefined)) return null;
  if (delivery.state === 'sending') {
    return (
      <p className={cn('max-w-[480px] text-meta wrap-anywhere text-attention', isOutgoing && 'text-end')}>
        <strong className="font-semibold">{t('notDeliveredYet')}</strong>{' '}
        {delivery.error !== undefined && delayText(delivery.error, names.channel)} {t('stillTrying')}
      </p>
    );
  }
  return (
    <div className={cn('flex max-w-[480px] flex-col gap-1.5', isOutgoing ? 'items-end' : 'items-start')}>
      <p className={cn('text-meta wrap-anywhere text-urgent', isOutgoing && 'text-end')}>
        <strong className="font-semibold">{t('notDeliveredStop')}</strong> {failureText(delivery, names)}
      </p>
      {!isEarlier && (
        <div className="flex gap-1.5">
          {delivery.dismissed !== true && (
            <Button
              size="sm"
              variant="quiet"
              pending={dismiss.isPending}
              onClick={() => dismiss.mutate({ messageId: message.id }, { onError: errorNotifier(t('leaveItFailed')) })}
            >
              {t('leaveIt')}
            </Button>
          )}
          {hasChannel && (
            <Button
              size="sm"
              pending={resend.isPending}
              onClick={() => resend.mutate(message, { onError: errorNotifier(t('resendFailed')) })}
            >
              {t('sendAgain')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Below a reply or note that waits for the connection. */
export function WaitingLine({ unsent }: { readonly unsent: Unsent }) {
  const { t } = useTranslation('conversation');
  const { outbox } = useConsole();
  const { field, isSmall } = useConversationBasics();
  const takeBack = async (): Promise<void> => {
    await outbox.takeBack(unsent);
    if (!isSmall) flushSync(() => setWritingKind(unsent.chatId, unsent.isNote ? 'note' : 'reply'));
    field.current?.focus();
  };
  return (
    <div className="flex max-w-[480px] flex-wrap items-center justify-end gap-x-2 ps-1 text-meta text-ink-quiet">
      <p className="min-w-0 wrap-anywhere">
        {t('outbox.waiting')}
        {unsent.mayHaveArrived && <> {t('outbox.mayHaveArrived')}</>}
      </p>
      <Button size="sm" variant="quiet" onClick={() => void takeBack()}>
        <Undo2 aria-hidden className="size-3.5" />
        {t('outbox.takeBack')}
      </Button>
    </div>
  );
}
