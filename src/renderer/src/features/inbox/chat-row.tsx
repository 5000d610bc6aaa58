import { CircleAlert } from 'lucide-react';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Chip, CountBadge } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Age, WaitingAge } from '#renderer/components/time.tsx';
import { useCustomerTyping } from '#renderer/rpc/console-context.tsx';
import type { Channel, Chat, Operator } from '#shared/domain/entities.ts';
import { lastWords, words } from './words.ts';

interface ChatRowProps {
  readonly chat: Chat;
  readonly channel: Channel | undefined;
  /** who has the chat */
  readonly operator: Operator | undefined;
  readonly me: Operator | undefined;
}

/** What a row of the inbox shows; its height never changes. */
export function ChatRow({ chat, channel, operator, me }: ChatRowProps) {
  const name = chat.customer.name ?? words.visitor;
  const unread = chat.unread > 0;
  return (
    <>
      <Avatar name={chat.customer.name} seed={chat.customer.id} mark={channel?.name.trim().charAt(0).toLocaleUpperCase()} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className={cn('min-w-0 flex-1 truncate text-left text-ui', unread ? 'font-semibold' : 'font-medium')}>
            {name}
          </span>
          <Age at={chat.lastActivityAt} className="shrink-0 text-ink-quiet" />
        </span>
        <span className="flex h-5 items-center gap-1.5">
          <LastWords chat={chat} operator={operator} me={me} />
          <StateChip chat={chat} operator={operator} me={me} />
          <CountBadge count={chat.unread} label={words.unread(chat.unread)} />
        </span>
      </span>
    </>
  );
}

type StateProps = Pick<ChatRowProps, 'chat' | 'operator' | 'me'>;

function LastWords({ chat, operator, me }: StateProps) {
  const typing = useCustomerTyping(chat.id);
  if (typing) return <span className="min-w-0 flex-1 truncate text-ui text-accent">{words.typing}</span>;
  const author = operator === undefined || operator.id === me?.id ? undefined : operator.name;
  return (
    <span dir="auto" className={cn('min-w-0 flex-1 truncate text-left text-ui', chat.unread > 0 ? 'text-ink' : 'text-ink-quiet')}>
      {chat.lastMessage === undefined ? '' : lastWords(chat.lastMessage, author)}
    </span>
  );
}

/** One chip at most: the one that most asks for something. */
function StateChip({ chat, operator, me }: StateProps) {
  if (chat.hasFailed) {
    return (
      <Chip tone="urgent" icon={<CircleAlert aria-hidden />}>
        {words.notDelivered}
      </Chip>
    );
  }
  if (chat.state !== 'closed' && chat.waitingSince !== undefined) return <WaitingAge since={chat.waitingSince} />;
  if (chat.state === 'active' && operator !== undefined && operator.id !== me?.id) return <Chip>{words.with(operator.name)}</Chip>;
  return null;
}
