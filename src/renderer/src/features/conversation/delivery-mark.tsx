import { Check, CircleAlert, Clock } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useResend } from '#renderer/rpc/use-messages.ts';
import type { Delivery, Message } from '#shared/domain/entities.ts';
import { hindranceWords, reasonWords, words } from './words.ts';

const marks: Record<Delivery['state'], { readonly label: string; readonly icon: typeof Check; readonly look: string }> =
  {
    sending: { label: words.sending, icon: Clock, look: 'text-ink-quiet' },
    delivered: { label: words.delivered, icon: Check, look: 'text-accent' },
    failed: { label: words.notDelivered, icon: CircleAlert, look: 'text-urgent' },
  };

/** Clock, tick or red mark beside a reply. */
export function DeliveryMark({ state }: { readonly state: Delivery['state'] }) {
  const { label, icon: Icon, look } = marks[state];
  return (
    <span role="img" aria-label={label} title={label} className={`shrink-0 ${look}`}>
      <Icon aria-hidden className="size-3.5" />
    </span>
  );
}

export interface DeliveryNames {
  readonly channel: string;
  readonly customer: string;
}

interface DeliveryTroubleProps {
  readonly message: Message;
  readonly names: DeliveryNames;
  /** on the operators' side; a bot's stand on the other */
  readonly isMine: boolean;
}

/** Under a reply that did not arrive: why, what it means, and "Send again"; nothing under one that did. */
export function DeliveryTrouble({ message, names, isMine }: DeliveryTroubleProps) {
  const resend = useResend();
  const { delivery } = message;
  if (delivery?.error === undefined && delivery?.state !== 'failed') return null;
  if (delivery.state === 'delivered') return null;
  if (delivery.state === 'sending') {
    return (
      <p className={cn('max-w-[480px] text-meta wrap-anywhere text-attention', isMine && 'text-end')}>
        <strong className="font-semibold">{words.notDeliveredYet}</strong>{' '}
        {delivery.error !== undefined && hindranceWords(delivery.error, names.channel)} {words.stillTrying}
      </p>
    );
  }
  return (
    <div className={cn('flex max-w-[480px] flex-col gap-1.5', isMine ? 'items-end' : 'items-start')}>
      <p className={cn('text-meta wrap-anywhere text-urgent', isMine && 'text-end')}>
        <strong className="font-semibold">{words.notDeliveredStop}</strong>{' '}
        {delivery.error !== undefined && reasonWords(delivery.error, names)}
      </p>
      <Button
        size="sm"
        pending={resend.isPending}
        onClick={() => resend.mutate(message, { onError: (error) => sayTrouble(words.resendFailed, error.message) })}
      >
        {words.sendAgain}
      </Button>
    </div>
  );
}
