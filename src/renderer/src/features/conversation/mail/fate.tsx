import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { formatClock, formatFull, useNow } from '#renderer/components/dates.tsx';
import { errorNotifier } from '#renderer/components/toaster.tsx';
import { localization } from '#renderer/language/i18n.ts';
import { setWritingKind, useDrafts } from '#renderer/rpc/written.ts';
import { useAnsweringMailbox, useChannel } from '#renderer/rpc/use-directory.ts';
import type { Delivery } from '#shared/domain/message.ts';
import { languageOf, spokenLanguage } from '#shared/locales/languages.ts';
import { mailWords } from '#shared/locales/mail.ts';
import { useConversation } from '../conversation-context.ts';

/** Below a reply that goes by mail: where to, and when it did; failures are said elsewhere. */
export function MailFate({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('mailbox');
  const { mail, error, state } = delivery;
  if (mail === undefined || state === 'failed') return null;
  if (mail.at === undefined) {
    if (error === undefined) return <Line>{t('chat.sending', { address: mail.to })}</Line>;
    // Its own words, unlike those of the connection, begin with a number.
    const reason = /^[45]\d\d\b/.test(error.message ?? '') ? error.message : undefined;
    return <Line isDelayed>{reason ? t('chat.waiting', { reason }) : t('chat.waitingNoReason')}</Line>;
  }
  const values = { address: mail.to, time: formatClock(mail.at) };
  return (
    <Line title={formatFull(mail.at)}>
      {error?.kind === 'interrupted' ? t('chat.emailedTwice', values) : t('chat.emailed', values)}
    </Line>
  );
}

interface LineProps {
  readonly title?: string;
  readonly isDelayed?: boolean;
  readonly children: string;
}

function Line({ title, isDelayed = false, children }: LineProps) {
  return (
    <p
      title={title}
      className={`max-w-[480px] px-1 text-end text-meta wrap-anywhere ${isDelayed ? 'text-attention' : 'text-ink-quiet'}`}
    >
      {children}
    </p>
  );
}

interface LeftFateProps {
  /** wall clock: of the reply */
  readonly at: number;
  /** it waits for them */
  readonly isWaiting: boolean;
  /** an operator's: those of bots are not emailed */
  readonly isReply: boolean;
  readonly isEarlier: boolean;
}

/** Below a reply that a visitor who has left has not seen: when it is emailed, or what prevents it. */
export function LeftFate({ at, isWaiting, isReply, isEarlier }: LeftFateProps) {
  const { t } = useTranslation(['mailbox', 'conversation']);
  const { chat, whereabouts, canWrite } = useConversation();
  const mailbox = useAnsweringMailbox();
  const due = Math.max(at, whereabouts?.visitor?.leftAt ?? 0) + (mailbox?.followUpAfter ?? 0) * 1000;
  const isDue = useNow((now) => now >= due);
  const { email } = chat.customer;
  if (mailbox === undefined || !isReply) return isWaiting ? <Line>{t('conversation:deliveryStates.away')}</Line> : null;
  if (email === undefined)
    return (
      <div className="flex max-w-[480px] flex-wrap items-center justify-end gap-x-2 text-end">
        <Line>{t('chat.noAddress')}</Line>
        {canWrite && !isEarlier && <AskForAddress />}
      </div>
    );
  const values = { address: email, time: formatClock(due) };
  return <Line title={formatFull(due)}>{isDue ? t('chat.willBeNow', values) : t('chat.willBeAt', values)}</Line>;
}

/** Writes into the reply what asks for an address, in the customer's language; nothing is sent. `isBrief`: a sign on phones */
export function AskForAddress({ isBrief = false }: { readonly isBrief?: boolean }) {
  const { t } = useTranslation('mailbox');
  const { chat, whereabouts, field } = useConversation();
  const site = useChannel(chat.channelId)?.site;
  const ask = async (): Promise<void> => {
    const theirs = languageOf(site?.language) ?? spokenLanguage([whereabouts?.visitor?.language]);
    const { askAddress } = await mailWords((theirs ?? localization.language()).code);
    const { drafts, write } = useDrafts.getState();
    const begun = drafts[chat.id]?.text.trimEnd() ?? '';
    setWritingKind(chat.id, 'reply');
    if (!begun.includes(askAddress)) write(chat.id, begun === '' ? askAddress : `${begun}\n\n${askAddress}`);
    field.current?.focus();
  };
  return (
    <Button size="sm" variant="quiet" onClick={() => void ask().catch(errorNotifier(t('chat.notWritten')))}>
      <Mail aria-hidden className="size-3.5" />
      <span className={isBrief ? 'max-phone:sr-only' : undefined}>{t('chat.ask')}</span>
    </Button>
  );
}
