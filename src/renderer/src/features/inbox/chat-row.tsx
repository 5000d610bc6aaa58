import { useTranslation } from 'react-i18next';
import { Bot as BotIcon, CircleAlert, Clock, Hand, Moon, Pin } from 'lucide-react';
import { memo } from 'react';
import { formatList } from '#renderer/components/amounts.ts';
import { Avatar, ChannelMark, OperatorAvatar } from '#renderer/components/avatar.tsx';
import { CountBadge } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatFuture, Age, useNow, WaitingTime } from '#renderer/components/dates.tsx';
import { TagChip } from '#renderer/components/tags.tsx';
import { useCustomerTyping } from '#renderer/rpc/console-context.tsx';
import { useDrafts } from '#renderer/rpc/written.ts';
import { type Colleagues, useColleagues } from '#renderer/rpc/use-chats.ts';
import { customerName, useBot, useChannel, useMe, useOperator, useWaitingLimits } from '#renderer/rpc/use-directory.ts';
import { useCustomerAvatar } from '#renderer/rpc/media.ts';
import { useWaitingText } from '#renderer/rpc/use-messages.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { unreadOf, waitingSinceOf } from '#shared/domain/needs-person.ts';
import { messagePreview, type MessageKind } from '#shared/domain/message-preview.ts';
import type { InboxFilter } from '#renderer/state/inbox-view.ts';

interface ChatRowProps {
  readonly chat: Chat;
  readonly filter: InboxFilter;
  /** the open chat */
  readonly isOpen: boolean;
}

/** A row of the inbox, of constant height. Memoized: rows that stay in view do not rerender during scrolling. */
export const ChatRow = memo(function ChatRow({ chat, filter, isOpen }: ChatRowProps) {
  const { t } = useTranslation('inbox');
  const channel = useChannel(chat.channelId);
  const me = useMe().data;
  const unread = me !== undefined && isForPeople(chat) ? unreadOf(chat, me.id) : 0;
  const colleagues = useColleagues(chat.id);
  return (
    <>
      <Avatar
        {...useCustomerAvatar(chat.customer)}
        // The checkbox takes its place.
        className="group-hover/row:invisible group-data-choosing/row:invisible"
        mark={channel && <ChannelMark channel={channel} size={14} />}
      />
      <span className="@container flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-center gap-2">
          <span
            dir="auto"
            className={cn(
              'min-w-0 flex-auto truncate match-parent text-ui',
              unread > 0 ? 'font-semibold' : 'font-medium',
            )}
          >
            {customerName(chat.customer)}
          </span>
          {chat.pinned === true && <Pinned />}
          <RowTags tags={chat.tags} />
          <Holder chat={chat} filter={filter} />
          {colleagues.typing.length === 0 && <Viewers looking={colleagues.looking} />}
          <RowTime chat={chat} />
        </span>
        <span className="flex h-5 items-center gap-1.5">
          <LastMessageText chat={chat} isOpen={isOpen} unread={unread > 0} typing={colleagues.typing} />
          <CountBadge count={unread} label={t('unread', { count: unread })} />
        </span>
      </span>
    </>
  );
});

function Pinned() {
  const { t } = useTranslation('inbox');
  return (
    <span role="img" aria-label={t('pinned')} title={t('pinned')} className="shrink-0 text-ink-quiet">
      <Pin aria-hidden className="size-3.5" />
      <span className="sr-only">{t('pinned')}</span>
    </span>
  );
}

/** Time that the customer has waited for a person, otherwise the age of the last message. */
function RowTime({ chat }: { readonly chat: Chat }) {
  const { t } = useTranslation('inbox');
  const limits = useWaitingLimits();
  if (chat.snoozed !== undefined) return <Snoozed until={chat.snoozed.until} />;
  if (chat.state === 'closed' || !isForPeople(chat) || !(chat.askedForPerson || chat.waitingSince !== undefined))
    return <Age at={chat.lastActivityAt} className="shrink-0 text-ink-quiet" />;
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      {chat.askedForPerson && (
        <span role="img" aria-label={t('askedForPerson')} title={t('askedForPerson')} className="text-attention">
          <Hand aria-hidden className="size-3.5" />
          <span className="sr-only">{t('askedForPerson')}</span>
        </span>
      )}
      <WaitingTime since={waitingSinceOf(chat)} limits={limits} />
    </span>
  );
}

/** Shows who has a chat, where the list does not imply it. */
function Holder({ chat, filter }: Pick<ChatRowProps, 'chat' | 'filter'>) {
  const { t } = useTranslation('inbox');
  const me = useMe().data;
  const operator = useOperator(chat.operatorId);
  const bot = useBot(chat.botId);
  if (chat.state === 'bot') {
    const label = t('heldBy', { botName: bot?.name ?? t('bot') });
    return (
      <span role="img" aria-label={label} title={label} className="flex shrink-0 text-bot">
        <BotIcon aria-hidden className="size-4" />
        <span className="sr-only">{t('bot')}</span>
      </span>
    );
  }
  const isClear = filter === 'mine' || (filter !== 'open' && operator?.id === me?.id);
  if (chat.state !== 'active' || operator === undefined || isClear) return null;
  const label = t('with', { operatorName: operator.name });
  return (
    <span role="img" aria-label={label} title={label} className="flex shrink-0">
      <OperatorAvatar operator={operator} size={18} />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** The first tag and the number of others; what does not fit beside the name wraps to a hidden second line. */
function RowTags({ tags = [] }: Pick<Chat, 'tags'>) {
  const { t } = useTranslation();
  const [first] = tags;
  if (first === undefined) return null;
  return (
    <span className="flex h-[18px] min-w-0 flex-[999_1_0] flex-wrap justify-end overflow-hidden before:h-full before:content-['']">
      <span className="flex shrink-0 items-center gap-1">
        <TagChip name={first} className="h-[18px] max-w-24" />
        {tags.length > 1 && (
          <span aria-label={t('tags.more', { count: tags.length - 1 })} className="tabular text-meta text-ink-quiet">
            +{tags.length - 1}
          </span>
        )}
      </span>
    </span>
  );
}

/** Messages that a bot answers are not counted as unread until it asks for a person. */
function isForPeople(chat: Chat): boolean {
  return chat.state !== 'bot' || chat.askedForPerson;
}

interface LastMessageTextProps extends Pick<ChatRowProps, 'chat' | 'isOpen'>, Pick<Colleagues, 'typing'> {
  readonly unread: boolean;
}

function LastMessageText({ chat, isOpen, unread, typing: [colleague] }: LastMessageTextProps) {
  const { t } = useTranslation(['conversation', 'inbox']);
  const me = useMe().data;
  const operator = useOperator(chat.operatorId);
  const bot = useBot(chat.botId);
  const typing = useCustomerTyping(chat.id);
  const draft = useDrafts(({ drafts }) => (isOpen ? '' : (drafts[chat.id]?.text ?? '')));
  const unsent = useWaitingText(chat.id);
  if (typing) return <span className="min-w-0 flex-1 truncate text-ui text-accent">{t('inbox:typing')}</span>;
  if (colleague !== undefined)
    return (
      <span className="min-w-0 flex-1 truncate text-ui text-ink-quiet italic">
        {t('inbox:colleagueTyping', { operatorName: colleague.name })}
      </span>
    );
  const names = {
    kindOf: (kind: MessageKind) => t(`kinds.${kind}`),
    operator: operator === undefined || operator.id === me?.id ? t('kinds.you') : operator.name,
    bot: bot?.name ?? t('kinds.bot'),
  };
  // A failed reply is shown itself; otherwise what tells chats apart.
  const last = chat.hasFailed ? chat.lastMessage : (chat.lastFromCustomer ?? chat.lastMessage);
  // A mail may have nothing that can be shown.
  const preview = last && (messagePreview(last, names) || t('inbox:noText'));
  const { ink, icon, state, text } = chat.hasFailed
    ? { ink: 'text-urgent', icon: <CircleAlert aria-hidden />, state: t('inbox:notDelivered'), text: preview }
    : unsent !== undefined
      ? { ink: 'text-attention', icon: <Clock aria-hidden />, state: t('inbox:unsent'), text: unsent }
      : { ink: 'text-accent', state: draft !== '' && t('inbox:draft'), text: draft || preview };
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1.5 text-ui">
      {state !== false && (
        <span className={cn('flex shrink-0 items-center gap-1 font-medium [&_svg]:size-3.5', ink)}>
          {icon}
          {state}
        </span>
      )}
      <span dir="auto" className={cn('min-w-0 flex-1 truncate match-parent', unread ? 'text-ink' : 'text-ink-quiet')}>
        {text}
      </span>
    </span>
  );
}

/** Other operators viewing the chat, two at most. */
function Viewers({ looking }: Pick<Colleagues, 'looking'>) {
  const { t } = useTranslation('inbox');
  if (looking.length === 0) return null;
  const label = t('looking', { count: looking.length, names: formatList(looking.map(({ name }) => name)) });
  return (
    <span role="img" aria-label={label} title={label} className="flex shrink-0">
      {looking.slice(0, 2).map((operator) => (
        <OperatorAvatar key={operator.id} operator={operator} size={18} className="-ms-1 first:ms-0" />
      ))}
    </span>
  );
}

function Snoozed({ until }: { readonly until: number | undefined }) {
  const { t } = useTranslation('inbox');
  return (
    <span className="tabular inline-flex shrink-0 items-center gap-1 text-meta text-ink-quiet">
      <Moon aria-hidden className="size-3" />
      {useNow((now) =>
        until === undefined ? t('snoozed.untilWritten') : t('snoozed.until', { time: formatFuture(until, now) }),
      )}
    </span>
  );
}
