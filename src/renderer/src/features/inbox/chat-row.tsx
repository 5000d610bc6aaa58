import { Bot as BotIcon, CircleAlert, Hand } from 'lucide-react';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Chip, CountBadge } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { waitingStep, waitingWords } from '#renderer/components/dates.ts';
import { Age, useTicking, WaitingAge } from '#renderer/components/time.tsx';
import { useCustomerTyping } from '#renderer/rpc/console-context.tsx';
import { useCustomerPhoto } from '#renderer/rpc/use-media.ts';
import type { Bot, Channel, Chat, Operator } from '#shared/domain/entities.ts';
import { lastWords } from '#shared/domain/last-words.ts';
import { words } from './words.ts';

interface ChatRowProps {
  readonly chat: Chat;
  readonly channel: Channel | undefined;
  /** who has the chat */
  readonly operator: Operator | undefined;
  /** the bot that has the chat, or had it last */
  readonly bot: Bot | undefined;
  readonly me: Operator | undefined;
}

/** What a row of the inbox shows; its height never changes. */
export function ChatRow({ chat, channel, operator, bot, me }: ChatRowProps) {
  const name = chat.customer.name ?? words.visitor;
  const unread = isForPeople(chat) ? chat.unread : 0;
  const photo = useCustomerPhoto(chat.customer);
  return (
    <>
      <Avatar name={chat.customer.name} seed={chat.customer.id} photo={photo} mark={channel?.name.trim().charAt(0).toLocaleUpperCase()} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className={cn('min-w-0 flex-1 truncate text-left text-ui', unread > 0 ? 'font-semibold' : 'font-medium')}>
            {name}
          </span>
          <Age at={chat.lastActivityAt} className="shrink-0 text-ink-quiet" />
        </span>
        <span className="flex h-5 items-center gap-1.5">
          <LastWords chat={chat} operator={operator} bot={bot} me={me} unread={unread > 0} />
          <StateChip chat={chat} operator={operator} bot={bot} me={me} />
          <CountBadge count={unread} label={words.unread(unread)} />
        </span>
      </span>
    </>
  );
}

/** What a bot answers is not counted as unread, until it asks for a person. */
function isForPeople(chat: Chat): boolean {
  return chat.state !== 'bot' || chat.askedForPerson;
}

type StateProps = Pick<ChatRowProps, 'chat' | 'operator' | 'bot' | 'me'>;

function LastWords({ chat, operator, bot, me, unread }: StateProps & { readonly unread: boolean }) {
  const typing = useCustomerTyping(chat.id);
  if (typing) return <span className="min-w-0 flex-1 truncate text-ui text-accent">{words.typing}</span>;
  const names = { operator: operator === undefined || operator.id === me?.id ? undefined : operator.name, bot: bot?.name };
  return (
    <span dir="auto" className={cn('min-w-0 flex-1 truncate text-left text-ui', unread ? 'text-ink' : 'text-ink-quiet')}>
      {chat.lastMessage === undefined ? '' : lastWords(chat.lastMessage, names)}
    </span>
  );
}

/** One chip at most: the one that most asks for something. */
function StateChip({ chat, operator, bot, me }: StateProps) {
  if (chat.hasFailed) {
    return (
      <Chip tone="urgent" icon={<CircleAlert aria-hidden />}>
        {words.notDelivered}
      </Chip>
    );
  }
  if (chat.state !== 'closed' && chat.askedForPerson) return <AskedForPerson since={chat.waitingSince ?? chat.lastActivityAt} />;
  if (chat.state === 'bot') {
    return (
      <span title={words.heldBy(bot?.name ?? words.bot)} className="flex shrink-0">
        <Chip tone="bot" icon={<BotIcon aria-hidden />}>
          {words.bot}
        </Chip>
      </span>
    );
  }
  if (chat.state !== 'closed' && chat.waitingSince !== undefined) return <WaitingAge since={chat.waitingSince} />;
  if (chat.state === 'active' && operator !== undefined && operator.id !== me?.id) return <Chip>{words.with(operator.name)}</Chip>;
  return null;
}

/** Amber at once, red when the customer has waited as long as is red elsewhere. */
function AskedForPerson({ since }: { readonly since: number }) {
  const waiting = useTicking((now) => waitingWords(since, now));
  const isUrgent = useTicking((now) => waitingStep(since, now) === 'urgent');
  return (
    <span title={words.waitingFor(waiting)} className="flex shrink-0">
      <Chip tone={isUrgent ? 'urgent' : 'attention'} icon={<Hand aria-hidden />}>
        {words.askedForPerson}
      </Chip>
    </span>
  );
}
