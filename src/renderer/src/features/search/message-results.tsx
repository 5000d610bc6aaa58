import { useId } from 'react';
import { Link } from 'wouter';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { Age } from '#renderer/components/time.tsx';
import { useCustomerPhoto } from '#renderer/rpc/use-media.ts';
import type { ChatHits, MessageHit } from '#shared/contract/search.ts';
import { Marked } from './marked.tsx';
import { words } from './words.ts';

interface MessageResultsProps {
  readonly chats: readonly ChatHits[];
  readonly meId: string | undefined;
  readonly channelName: (id: string) => string;
  /** shows all that was found in one chat */
  readonly onChat: (chat: { readonly id: string; readonly name: string }) => void;
}

/** What was said, by chat; each message leads to its place in the conversation. */
export function MessageResults({ chats, meId, channelName, onChat }: MessageResultsProps) {
  const title = useId();
  if (chats.length === 0) return null;
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2">
      <h2 id={title} className="text-ui font-semibold text-ink-quiet">
        {words.messagesTitle}
      </h2>
      <ul className="flex flex-col gap-3">
        {chats.map((found) => (
          <li key={found.chat.id}>
            <FaultBoundary part="row" of={[found]}>
              <ChatResults found={found} meId={meId} channelName={channelName(found.chat.channelId)} onChat={onChat} />
            </FaultBoundary>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChatResultsProps extends Pick<MessageResultsProps, 'meId' | 'onChat'> {
  readonly found: ChatHits;
  readonly channelName: string;
}

function ChatResults({ found: { chat, hits, more }, meId, channelName, onChat }: ChatResultsProps) {
  const { customer } = chat;
  const name = customer.name ?? words.visitor;
  const photo = useCustomerPhoto(customer);
  const title = useId();
  return (
    <article aria-labelledby={title} className="overflow-hidden rounded-card border bg-raised">
      <header className="flex items-center gap-2.5 px-4 pt-2.5 pb-1">
        <Avatar name={customer.name} seed={customer.id} photo={photo} size={24} />
        <h3 id={title} className="min-w-0 truncate text-ui font-medium">
          <bdi>{name}</bdi>
        </h3>
        <span className="min-w-0 truncate text-meta text-ink-quiet">{channelName}</span>
      </header>
      <ul className="pb-1.5">
        {hits.map((hit) => (
          <li key={hit.messageId}>
            <FaultBoundary part="row" of={[hit]}>
              <HitRow hit={hit} chatId={chat.id} customer={name} meId={meId} />
            </FaultBoundary>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button size="sm" variant="quiet" className="mb-2 ms-2" onClick={() => onChat({ id: chat.id, name })}>
          {words.more(more)}
        </Button>
      )}
    </article>
  );
}

interface HitRowProps {
  readonly hit: MessageHit;
  readonly chatId: string;
  readonly customer: string;
  readonly meId: string | undefined;
}

function HitRow({ hit, chatId, customer, meId }: HitRowProps) {
  return (
    <Link
      href={`/chat/${chatId}/at/${hit.messageId}`}
      data-result={hit.messageId}
      className="flex flex-col gap-0.5 px-4 py-1.5 text-ink no-underline transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="flex items-baseline gap-2 text-meta text-ink-quiet">
        <bdi className="min-w-0 truncate">{authorOf(hit, customer, meId)}</bdi>
        {hit.type !== 'text' && <span className="shrink-0">{words.types[hit.type]}</span>}
        <span className="flex-1" />
        <Age at={hit.at} className="shrink-0" />
      </span>
      <span dir="auto" className="text-message wrap-anywhere">
        <Marked text={hit.words} />
      </span>
    </Link>
  );
}

function authorOf({ from, operatorId, authorName }: MessageHit, customer: string, meId: string | undefined): string {
  const operator = operatorId !== undefined && operatorId === meId ? words.you : (authorName ?? words.anotherOperator);
  switch (from) {
    case 'customer':
      return customer;
    case 'operator':
      return operator;
    case 'note':
      return words.note(operator);
    case 'bot':
      return authorName ?? words.bot;
    case 'system':
      return words.automatic;
  }
}
