import { useTranslation } from 'react-i18next';
import { Activity, Bot as BotIcon, EyeOff } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { cn } from '#renderer/components/class-names.ts';
import { formatClock, formatDay, formatFull, Clock, useNow } from '#renderer/components/dates.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import type { Delivery, Message } from '#shared/domain/message.ts';
import { channelKindRules, type ChannelKind } from '#shared/domain/channel-kinds.ts';
import { BotContent } from './bot-content.tsx';
import { channelKinds, type DeliveryStatus, leastDelivered } from '#renderer/rpc/channel-kinds.ts';
import { DeliveryMark, DeliveryTrouble, WaitingLine } from './delivery-mark.tsx';
import { authorOf, type DeliveryNames, type Side, sideOf } from './conversation-text.ts';
import { Album } from './media/pictures.tsx';
import { kindView } from './kinds/kinds.tsx';
import type { Background } from './kinds/kind-view.ts';
import type { MessageRow } from './message-rows.ts';
import { messageArticle, MessageMenu } from './message-menu.tsx';
import { LeftFate, MailFate } from './mail/fate.tsx';
import { ChangedSubject, MailParts } from './mail/incoming.tsx';
import { MessageText } from './message-text.tsx';
import type { HistoryChat } from '#shared/contract/chats.ts';
import { useChannel } from '#renderer/rpc/use-directory.ts';
import { useConversationBasics } from './conversation-context.ts';
import { Note, SystemLine } from './message-lines.tsx';

interface MessageItemProps {
  readonly row: MessageRow;
  readonly meId: string | undefined;
  readonly names: DeliveryNames;
  /** of the channel of its chat */
  readonly kind: ChannelKind;
  /** the customer is on the website; undefined until known, and where it can't be */
  readonly isThere: boolean | undefined;
  /** links to the activity, for the owner */
  readonly hasLinks: boolean;
  /** of an earlier chat: read-only */
  readonly isEarlier: boolean;
  /** the day is already shown */
  readonly hidesDay: boolean;
}

/** One row: a message or an event line, below its day if that starts here. */
export const MessageItem = memo(function MessageItem({ hidesDay, ...props }: MessageItemProps) {
  const { row } = props;
  return (
    <div className={cn('px-4', row.startsGroup ? 'pt-3' : 'pt-0.5')}>
      {row.startsDay && !hidesDay && <DayLine at={row.at} />}
      <FaultBoundary part="message" of={row.messages}>
        <RowContent {...props} />
      </FaultBoundary>
    </div>
  );
});

type RowProps = Omit<MessageItemProps, 'hidesDay'>;

function RowContent(props: RowProps) {
  const { pending, messages } = props.row;
  const [message] = messages;
  if (pending?.isNote === true) return <Note {...props} text={pending.text} waiting={pending.waiting} />;
  if (message?.from === 'note') return <Note {...props} text={message.text} note={message} />;
  if (message?.from === 'system' && message.event !== undefined)
    return <SystemLine message={message} meId={props.meId} />;
  return <Bubble {...props} />;
}

/** A heading between two lines. */
function Divider({ ruleClassName, className, ...rest }: ComponentProps<'div'> & { readonly ruleClassName: string }) {
  const rule = <span aria-hidden className={cn('h-px flex-1', ruleClassName)} />;
  return (
    <div {...rest} className={cn('flex items-center gap-3', className)}>
      {rule}
      {rest.children}
      {rule}
    </div>
  );
}

function DayLine({ at }: { readonly at: number }) {
  const day = useNow((now) => formatDay(at, now));
  return (
    <Divider ruleClassName="bg-hairline" className="mb-3 pt-1">
      <h2 className="text-meta font-medium text-ink-quiet">{day}</h2>
    </Divider>
  );
}

interface ChatLineProps {
  /** undefined until more than its messages is known */
  readonly chat: HistoryChat | undefined;
  /** the open chat, below the customer's earlier ones */
  readonly isThis: boolean;
  /** of its first message */
  readonly at: number;
}

/** The start of a chat, with its day and who answered. */
export function ChatLine({ chat, isThis, at }: ChatLineProps) {
  const { t } = useTranslation('conversation');
  const open = useConversationBasics();
  const channel = useChannel(chat?.channelId ?? '')?.name;
  const day = useNow((now) => formatDay(at, now));
  const name = chat?.answeredBy;
  const words = isThis
    ? t('history.thisChat', { day })
    : name === undefined
      ? t('history.notAnswered', { day })
      : t('history.answeredBy', { day, name });
  const isElsewhere = chat !== undefined && chat.channelId !== open.channelId && channel !== undefined;
  return (
    <Divider ruleClassName="bg-edge" className="px-4 pt-6 pb-1">
      <h2 className="max-w-4/5 rounded-full border border-hairline bg-sunken px-3 py-1 text-center text-meta font-medium wrap-anywhere text-ink">
        <bdi>{isElsewhere ? `${words} · ${t('via', { channelName: channel })}` : words}</bdi>
      </h2>
    </Divider>
  );
}

/** Above the first message that was new when the chat was opened. */
export function UnreadLine() {
  const { t } = useTranslation('conversation');
  return (
    <Divider
      role="separator"
      aria-label={t('history.unread')}
      ruleClassName="bg-accent"
      className="px-4 pt-4 text-meta font-medium text-accent"
    >
      {t('history.unread')}
    </Divider>
  );
}

const backgrounds: Record<Side, string> = {
  customer: 'bg-customer-tint',
  operator: 'bg-accent-tint',
  bot: 'bg-bot-tint',
};

interface BubbleFrameProps extends ComponentProps<'div'> {
  readonly side: Side;
  readonly background: Background;
  readonly startsGroup: boolean;
  readonly endsGroup: boolean;
}

/** A message's bubble, at the line's end for operators. Its corners show where the same author continues. */
export function BubbleFrame({ side, background, startsGroup, endsGroup, className, ...rest }: BubbleFrameProps) {
  const isOutgoing = side === 'operator';
  return (
    <div
      {...rest}
      className={cn(
        'min-w-0 rounded-bubble',
        background === 'none' ? 'py-1' : backgrounds[side],
        background === 'frame' && 'p-1',
        background === 'wide' && 'px-3 py-2',
        !startsGroup && (isOutgoing ? 'rounded-se-sm' : 'rounded-ss-sm'),
        !endsGroup && (isOutgoing ? 'rounded-ee-sm' : 'rounded-es-sm'),
        className,
      )}
    />
  );
}

/** The engine does not have it yet. */
const UNSENT: Delivery = { state: 'sending', attempts: 0 };

/** It may have reached their device, but not their screen. */
function isUnseen(status: DeliveryStatus | undefined): boolean {
  return status === 'away' || status === 'delivered';
}

function Bubble({ row, meId, names, kind, isThere, hasLinks, isEarlier }: RowProps) {
  const { t } = useTranslation('conversation');
  const { messages, pending } = row;
  // The first of a gallery stands for all; undelivered messages are never part of one.
  const message = messages[0];
  const side = sideOf(message);
  const author = authorOf(message, meId, names.customer);
  const delivery = message === undefined ? UNSENT : leastDelivered(messages.map((part) => part.delivery));
  const deliveryStatus = delivery && channelKinds[kind].deliveryStatus[delivery.state](delivery, isThere);
  const { hasSubjects, hasVisitors } = channelKinds[kind];
  const hasLeft = hasVisitors && isThere === false && delivery?.mail === undefined && isUnseen(deliveryStatus);
  const isOutgoing = side === 'operator';
  const heldBack = message?.heldBack;
  const isAlbum = messages.length > 1;
  // Of a mail that can't be read, what is said below is all there is.
  const isBlank = message?.mail?.notes !== undefined && message.text?.trim() === '';
  return (
    <article
      aria-label={`${author}, ${formatClock(row.at)}${isAlbum ? `, ${t('media.photos', { count: messages.length })}` : ''}`}
      {...messageArticle(message)}
      className={cn('group/message flex flex-col gap-1 rounded-bubble', isOutgoing ? 'items-end' : 'items-start')}
    >
      {row.startsGroup && (
        <p className="flex max-w-full items-center gap-1.5 px-1 text-meta text-ink-quiet">
          {side === 'bot' && (
            <BotIcon role="img" aria-label={t('botMessages.bot')} className="size-3.5 shrink-0 text-bot" />
          )}
          <bdi className={cn('min-w-0 truncate font-medium', side === 'bot' && 'text-bot')}>{author}</bdi>
          <Clock at={row.at} className="shrink-0" />
        </p>
      )}
      <div className={cn('flex max-w-[85%] items-end gap-1.5', !isOutgoing && 'flex-row-reverse')}>
        {!row.startsGroup && (
          <time
            title={formatFull(row.at)}
            className="pb-1 text-meta text-ink-quiet pointer-coarse:hidden opacity-0 transition-opacity group-hover/message:opacity-100"
          >
            {formatClock(row.at)}
          </time>
        )}
        {message !== undefined && !isAlbum && <MessageMenu message={message} />}
        {hasLinks && message !== undefined && hasRequest(message, kind) && <ShowInActivity messageId={message.id} />}
        {deliveryStatus !== undefined && heldBack === undefined && (
          <span className="pb-1.5">
            <DeliveryMark
              status={deliveryStatus}
              seenAt={delivery?.seenAt}
              isWaiting={pending?.waiting !== undefined}
            />
          </span>
        )}
        {!isBlank && (
          <BubbleFrame
            side={side}
            background={backgroundOf(message)}
            startsGroup={row.startsGroup}
            endsGroup={row.endsGroup}
            title={formatFull(row.at)}
            data-held-back={heldBack === undefined ? undefined : ''}
            className={cn(
              deliveryStatus === 'failed' && 'ring-1 ring-urgent ring-inset',
              heldBack !== undefined && 'border border-dashed border-edge bg-transparent text-ink-quiet',
            )}
          >
            {hasSubjects && row.subject !== undefined && <ChangedSubject subject={row.subject} />}
            <Content row={row} customer={names.customer} kind={kind} />
          </BubbleFrame>
        )}
      </div>
      {heldBack !== undefined && (
        <p className="flex max-w-[480px] items-start gap-1.5 px-1 pb-1 text-meta wrap-anywhere text-ink-quiet">
          <EyeOff aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t(`botMessages.heldBack.${heldBack}`, { bot: author, customer: names.customer })}
        </p>
      )}
      {pending?.waiting !== undefined && pending.isLast && <WaitingLine unsent={pending.waiting} />}
      {message?.mail !== undefined && <MailParts mail={message.mail} isNamed={!hasSubjects} />}
      {delivery !== undefined && row.endsGroup && <MailFate delivery={delivery} />}
      {hasLeft && heldBack === undefined && row.endsGroup && (
        <LeftFate
          at={row.at}
          isWaiting={deliveryStatus === 'away'}
          isReply={side === 'operator'}
          isEarlier={isEarlier}
        />
      )}
      {message !== undefined && heldBack === undefined && (
        <DeliveryTrouble message={message} names={names} isOutgoing={isOutgoing} isEarlier={isEarlier} />
      )}
    </article>
  );
}

/** Says whether a request carried a message: a bot's always, a note never. */
function hasRequest({ from }: Message, kind: ChannelKind): boolean {
  return from === 'bot' || (from !== 'note' && channelKindRules[kind].hasAddress);
}

/** Opens the request that carried a message. */
function ShowInActivity({ messageId }: { readonly messageId: string }) {
  const { t } = useTranslation('conversation');
  return (
    <Link
      href={`/settings/activity/${messageId}`}
      aria-label={t('showInActivity')}
      title={t('showInActivity')}
      // Mouse only: a tab stop on every message would be in the way.
      tabIndex={-1}
      className="mb-1 rounded-sm p-0.5 text-ink-quiet pointer-coarse:hidden opacity-0 transition-opacity group-hover/message:opacity-100 hover:text-ink focus-visible:opacity-100"
    >
      <Activity aria-hidden className="size-3.5" />
    </Link>
  );
}

/** Chooses how a message fills its bubble. */
export function backgroundOf(message: Message | undefined): Background {
  return message === undefined || message.from === 'bot' || message.type === 'text'
    ? 'wide'
    : kindView(message.type).background(message);
}

function Content({ row, customer, kind }: Pick<RowProps, 'row' | 'kind'> & { readonly customer: string }) {
  const [message, ...others] = row.messages;
  if (message === undefined) return <MessageText text={row.pending?.text ?? ''} />;
  if (others.length > 0)
    return (
      <WithCaption text={message.text} isFramed>
        <Album messages={row.messages} />
      </WithCaption>
    );
  if (message.from === 'bot') return <BotContent message={message} customer={customer} kind={kind} />;
  return <MessageContent message={message} />;
}

/** A message's text, or its media with the text below. */
export function MessageContent({ message }: { readonly message: Message }) {
  if (message.type === 'text') return <MessageText text={message.text ?? ''} />;
  const { Content: Shown } = kindView(message.type);
  return (
    <WithCaption text={message.text} isFramed={backgroundOf(message) === 'frame'}>
      <Shown message={message} />
    </WithCaption>
  );
}

/** Media with its caption, no wider than the media. */
export function WithCaption({
  text,
  isFramed,
  children,
}: {
  readonly text: string | undefined;
  readonly isFramed: boolean;
  readonly children: ReactNode;
}) {
  if (text === undefined) return children;
  return (
    <div className="flex w-fit max-w-full flex-col">
      {children}
      <MessageText
        text={text}
        className={cn('min-w-full [contain:inline-size]', isFramed ? 'px-2 pt-1.5 pb-1' : 'pt-2')}
      />
    </div>
  );
}
