import { useTranslation } from 'react-i18next';
import { Bot, Hand, Moon } from 'lucide-react';
import { Chip, type ChipTone } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatFuture, formatFull, waitingStep, formatWaiting } from '#renderer/components/dates.ts';
import { useNow, WaitingAge } from '#renderer/components/time.tsx';
import { useWaitingLimits } from '#renderer/rpc/use-directory.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { useConversation } from './conversation-context.ts';
import { stateText } from './conversation-text.ts';

const tones: Record<Chat['state'], ChipTone> = {
  bot: 'bot',
  waiting: 'attention',
  active: 'accent',
  closed: 'neutral',
};

/** Who has the chat or how long it has waited, and whether a bot asked for a person. */
export function StateChips() {
  const { chat, names, meId } = useConversation();
  const isAsked = chat.askedForPerson && chat.state !== 'closed';
  const limits = useWaitingLimits();
  const since = chat.state === 'waiting' ? (chat.waitingSince ?? chat.openedAt) : undefined;
  if (chat.snoozed !== undefined) return <Snoozed until={chat.snoozed.until} />;
  return (
    <>
      {since !== undefined && !isAsked && <WaitingAge since={since} limits={limits} />}
      {since === undefined && (
        <Chip
          tone={tones[chat.state]}
          icon={chat.state === 'bot' && <Bot aria-hidden className="shrink-0" />}
          className={cn('max-w-[min(11rem,100%)] min-w-12', isAsked ? 'shrink-99' : 'shrink-0')}
        >
          <bdi className="truncate">{stateText(chat, names, meId)}</bdi>
        </Chip>
      )}
      {isAsked && <AskedForPerson since={since} />}
    </>
  );
}

/** Until when the chat is snoozed. */
function Snoozed({ until }: { readonly until: number | undefined }) {
  const { t } = useTranslation('inbox');
  const time = useNow((now) => (until === undefined ? '' : formatFuture(until, now)));
  return (
    <Chip icon={<Moon aria-hidden className="shrink-0" />} className="max-w-full shrink-0">
      <span className="truncate">{until === undefined ? t('snoozed.untilWritten') : t('snoozed.until', { time })}</span>
    </Chip>
  );
}

/** Amber, or red once the waiting time is red elsewhere. */
function AskedForPerson({ since }: { readonly since: number | undefined }) {
  const { t } = useTranslation('conversation');
  const limits = useWaitingLimits();
  const waiting = useNow((now) => (since === undefined ? '' : formatWaiting(since, now)));
  const isUrgent = useNow((now) => since !== undefined && waitingStep(since, now, limits) === 'urgent');
  return (
    <Chip
      tone={isUrgent ? 'urgent' : 'attention'}
      icon={<Hand aria-hidden className="shrink-0" />}
      className="min-w-12 @max-xl:shrink"
    >
      <span className="truncate">
        {t('askedForPerson')}
        {since !== undefined && (
          <>
            {' '}
            <time title={formatFull(since)}>{waiting}</time>
          </>
        )}
      </span>
    </Chip>
  );
}
