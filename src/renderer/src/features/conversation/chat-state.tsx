import { Bot, Hand, Moon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatList, formatNumber } from '#renderer/components/amounts.ts';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';
import { Chip, type ChipTone } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import {
  formatFull,
  formatFuture,
  formatWaiting,
  waitingStep,
  useNow,
  WaitingAge,
} from '#renderer/components/dates.tsx';
import { useCustomerTyping } from '#renderer/rpc/console-context.tsx';
import { useColleagues } from '#renderer/rpc/use-chats.ts';
import { useWaitingLimits } from '#renderer/rpc/use-directory.ts';
import type { Chat, Operator } from '#shared/domain/entities.ts';
import { useConversation } from './conversation-context.ts';
import { stateText } from './conversation-text.ts';

/** The typing line; it always keeps its space, so that nothing jumps. */
export function CustomerTyping() {
  const { t } = useTranslation('conversation');
  const { chat, names } = useConversation();
  const customerTypes = useCustomerTyping(chat.id);
  const { typing } = useColleagues(chat.id);
  return (
    <div className="mx-auto flex h-6 w-full max-w-[720px] shrink-0 items-center gap-3 px-5 text-meta text-ink-quiet">
      {customerTypes && <TypingLine name={names.customer} />}
      {typing.length > 0 && (
        <p className="ms-auto max-w-[60%] truncate text-attention">
          {t('assign.typing', { count: typing.length, names: namesOf(typing) })}
        </p>
      )}
    </div>
  );
}

/** Dots, and whose they are. */
export function TypingLine({ name }: { readonly name: string }) {
  const { t } = useTranslation('conversation');
  return (
    <p className="flex min-w-0 items-center gap-2">
      <span aria-hidden className="flex gap-0.5">
        {[0, 200, 400].map((delay) => (
          <span
            key={delay}
            className="breathe size-1.5 rounded-full bg-ink-quiet"
            style={{ animationDelay: `${String(delay)}ms` }}
          />
        ))}
      </span>
      <bdi className="truncate">{t('isTyping', { name })}</bdi>
    </p>
  );
}

/** Maximum number of pictures. */
const MAX_SHOWN = 3;

/** Small pictures of the other operators viewing the chat. */
export function Viewers() {
  const { t } = useTranslation('conversation');
  const { chat } = useConversation();
  const { looking } = useColleagues(chat.id);
  if (looking.length === 0) return null;
  const label = t('assign.looking', { count: looking.length, names: namesOf(looking) });
  const more = looking.length - MAX_SHOWN;
  return (
    <span role="img" aria-label={label} title={label} className="flex shrink-0 items-center">
      {looking.slice(0, MAX_SHOWN).map((operator) => (
        <OperatorAvatar
          key={operator.id}
          operator={operator}
          size={24}
          className="-ms-1.5 rounded-full ring-2 ring-ground first:ms-0"
        />
      ))}
      {more > 0 && (
        <span aria-hidden className="tabular ms-1 text-meta text-ink-quiet">
          {`+${formatNumber(more)}`}
        </span>
      )}
    </span>
  );
}

function namesOf(operators: readonly Operator[]): string {
  return formatList(operators.map(({ name }) => name));
}

const tones: Record<Chat['state'], ChipTone> = {
  bot: 'bot',
  waiting: 'attention',
  active: 'accent',
  closed: 'neutral',
};

/** Shows who has the chat or how long it has waited, and whether a bot asked for a person. */
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

/** Shows until when the chat is snoozed. */
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
