import { useTranslation } from 'react-i18next';
import { MessageSquareQuote, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { Input } from '#renderer/components/input.tsx';
import { useSavedReplies } from '#renderer/rpc/use-saved-replies.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { foundReplies, indexReplies } from '#shared/domain/find-replies.ts';
import { FieldsSkeleton, NotLoaded } from '../parts/query-states.tsx';
import { Section } from '../parts/section.tsx';
import { AddReplyDialog } from './add-reply-dialog.tsx';
import { ExchangeGroup } from './exchange-group.tsx';
import { ReplyRow } from './reply-row.tsx';

/** How many are found at a look, without searching. */
const SEARCHED_FROM = 9;

/** What operators say often: adds, changes, takes away, and moves in and out as files. */
export function RepliesSection() {
  const { t } = useTranslation('settings');
  const { data, isError, refetch } = useSavedReplies();
  if (data === undefined) {
    return (
      <Section title={t('sections.replies')} lead={t('replies.lead')}>
        {isError ? <NotLoaded onRetry={() => void refetch()} /> : <FieldsSkeleton />}
      </Section>
    );
  }
  return <LoadedReplies replies={data} />;
}

function LoadedReplies({ replies }: { readonly replies: readonly SavedReply[] }) {
  const { t } = useTranslation('settings');
  const [adding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (
    <Button ref={addButton} variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden className="-ms-1 size-4" />
      {t('replies.add')}
    </Button>
  );
  return (
    <Section title={t('sections.replies')} lead={t('replies.lead')} action={replies.length > 0 ? add : undefined}>
      {replies.length > 0 ? (
        <ReplyList replies={replies} onRemoved={() => addButton.current?.focus()} />
      ) : (
        <EmptyState icon={<MessageSquareQuote />} title={t('replies.emptyTitle')} action={add} className="my-6">
          {t('replies.empty')}
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
  const { t } = useTranslation('settings');
  const [query, setQuery] = useState('');
  const [openId, setOpenId] = useState<string>();
  const index = useMemo(() => indexReplies(replies), [replies]);
  const found = query.trim() === '' ? replies : foundReplies(index, query, replies.length);
  return (
    <div className="flex flex-col gap-3">
      {replies.length >= SEARCHED_FROM && (
        <Input
          type="search"
          aria-label={t('replies.search')}
          placeholder={t('replies.search')}
          value={query}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <p role="status" className="text-ui text-ink-quiet empty:hidden">
        {found.length === 0 && t('replies.nothingFits')}
      </p>
      {found.length > 0 && (
        <ul
          aria-label={t('replies.list')}
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
