import { MessageSquareQuote, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { Input } from '#renderer/components/input.tsx';
import { useSavedReplies } from '#renderer/rpc/use-saved-replies.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { foundReplies, indexReplies } from '#shared/domain/find-replies.ts';
import { FieldsSkeleton, NotLoaded } from '../query-states.tsx';
import { Section } from '../section.tsx';
import { words as settingsWords } from '../words.ts';
import { AddReplyDialog } from './add-reply-dialog.tsx';
import { ExchangeGroup } from './exchange-group.tsx';
import { repliesWords as words } from './replies-words.ts';
import { ReplyRow } from './reply-row.tsx';

/** How many are found at a look, without searching. */
const SEARCHED_FROM = 9;

/** What operators say often: adds, changes, takes away, and moves in and out as files. */
export function RepliesSection() {
  const { data, isError, refetch } = useSavedReplies();
  if (data === undefined) {
    return (
      <Section title={settingsWords.sections.replies} lead={words.lead}>
        {isError ? <NotLoaded onRetry={() => void refetch()} /> : <FieldsSkeleton />}
      </Section>
    );
  }
  return <LoadedReplies replies={data} />;
}

function LoadedReplies({ replies }: { readonly replies: readonly SavedReply[] }) {
  const [adding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (
    <Button ref={addButton} variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden className="-ms-1 size-4" />
      {words.add}
    </Button>
  );
  return (
    <Section title={settingsWords.sections.replies} lead={words.lead} action={replies.length > 0 ? add : undefined}>
      {replies.length > 0 ? (
        <ReplyList replies={replies} onRemoved={() => addButton.current?.focus()} />
      ) : (
        <EmptyState icon={<MessageSquareQuote />} title={words.emptyTitle} action={add} className="my-6">
          {words.empty}
        </EmptyState>
      )}
      <ExchangeGroup replies={replies} />
      <AddReplyDialog open={adding} onOpenChange={setAdding} />
    </Section>
  );
}

function ReplyList({
  replies,
  onRemoved,
}: {
  readonly replies: readonly SavedReply[];
  readonly onRemoved: () => void;
}) {
  const [query, setQuery] = useState('');
  const [openId, setOpenId] = useState<string>();
  const index = useMemo(() => indexReplies(replies), [replies]);
  const found = query.trim() === '' ? replies : foundReplies(index, query, replies.length);
  return (
    <div className="flex flex-col gap-3">
      {replies.length >= SEARCHED_FROM && (
        <Input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={query}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <p role="status" className="text-ui text-ink-quiet empty:hidden">
        {found.length === 0 && words.nothingFits}
      </p>
      {found.length > 0 && (
        <ul
          aria-label={words.list}
          className="flex flex-col divide-y divide-hairline overflow-hidden rounded-card border bg-raised"
        >
          {found.map((reply) => (
            <li key={reply.id}>
              <ReplyRow
                reply={reply}
                isOpen={reply.id === openId}
                onToggle={() => setOpenId(reply.id === openId ? undefined : reply.id)}
                onRemoved={onRemoved}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
