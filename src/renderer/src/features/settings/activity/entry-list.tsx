import { useTranslation } from 'react-i18next';
import { ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { JournalEntry } from '#shared/domain/journal-entry.ts';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { useBots, useChannels } from '#renderer/rpc/use-directory.ts';
import { type JournalFilter, useJournal } from '#renderer/rpc/use-journal.ts';
import { NotLoaded } from '../parts/section.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import { namesOf, EntryTable } from './entry-table.tsx';
/** Milliseconds of a drawer's closing animation. */
const CLOSE_ANIMATION = 400;

interface EntryListProps {
  readonly filter: JournalFilter;
  readonly paused: boolean;
}

/** Matching entries, newest first; new ones appear at the top while nobody is reading further down. */
export function EntryList({ filter, paused }: EntryListProps) {
  const { t } = useTranslation('settings');
  const journal = useJournal(filter, paused);
  const [openId, setOpenId] = useState<string>();
  const top = useRef<HTMLDivElement>(null);
  const { rows, held, hold, release } = useHeldRows(journal.entries);
  const channelName = namesOf(useChannels().data, t('activity.removedChannel'));
  const botName = namesOf(useBots().data, t('activity.removedBot'));
  useEffect(() => {
    if (top.current === null) return;
    // When scrolled away from the top, new rows would push down what is being read.
    const observer = new IntersectionObserver(([seen]) => hold('scrolled', seen?.isIntersecting === false));
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [hold]);

  const noteTouch = useCallback((touched: boolean) => hold('touched', touched), [hold]);
  const isOpen = openId !== undefined;
  useEffect(() => {
    if (isOpen) return hold('open', true);
    // Until focus is back on the row that was open.
    const timer = setTimeout(() => hold('open', false), CLOSE_ANIMATION);
    return () => clearTimeout(timer);
  }, [isOpen, hold]);

  const showNew = (): void => {
    release();
    top.current?.scrollIntoView({ block: 'center' });
  };
  const isFiltered = Object.keys(filter).some((name) => name !== 'typing');
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div ref={top} aria-hidden className="h-px" />
      {journal.dropped > 0 && (
        <p role="status" className="rounded-control bg-attention-tint px-3 py-2 text-ui text-attention">
          {t('activity.dropped', { count: journal.dropped })}
        </p>
      )}
      <div aria-live="polite" className="sticky top-2 z-10 -my-3 flex h-0 justify-center">
        {held > 0 && (
          <Button
            variant="primary"
            size="sm"
            aria-label={t('activity.showNew', { count: held })}
            onClick={showNew}
            className="h-7 rounded-full shadow-float"
          >
            <ArrowUp aria-hidden className="size-3.5" />
            {t('activity.newOnes', { count: held })}
          </Button>
        )}
      </div>
      {journal.isPending && <Loading />}
      {journal.isError && rows.length === 0 && <NotLoaded onRetry={journal.retry} />}
      {rows.length > 0 && (
        <EntryTable
          rows={rows}
          channelName={channelName}
          botName={botName}
          openId={openId}
          onOpen={setOpenId}
          onTouched={noteTouch}
        />
      )}
      {!journal.isPending && !journal.isError && rows.length === 0 && !journal.isSearching && (
        <EmptyState title={isFiltered ? t('activity.emptyFiltered') : t('activity.empty')} className="my-12">
          {isFiltered ? t('activity.emptyFilteredHint') : t('activity.emptyHint')}
        </EmptyState>
      )}
      {journal.isSearching ? (
        <p role="status" className="py-2 text-ui text-ink-quiet">
          {t('activity.searching')}
        </p>
      ) : (
        journal.hasEarlier && (
          <Button className="self-start" onClick={journal.showEarlier}>
            {t('activity.more')}
          </Button>
        )
      )}
      <EntryDrawer entryId={openId} onClose={() => setOpenId(undefined)} channelName={channelName} botName={botName} />
    </div>
  );
}

type Reason = 'scrolled' | 'touched' | 'open';

/** Holds new rows back while older ones are in use: scrolled, hovered, focused, or open. */
function useHeldRows(entries: readonly JournalEntry[]) {
  const [reasons, setReasons] = useState<ReadonlySet<Reason>>(new Set());
  const [firstId, setFirstId] = useState<string>();
  const [hold] = useState(() => (reason: Reason, on: boolean): void => {
    setReasons((before) => {
      if (before.has(reason) === on) return before;
      const after = new Set(before);
      if (on) after.add(reason);
      else after.delete(reason);
      return after;
    });
  });
  const isHeld = reasons.size > 0;
  // Unless held back, the newest row is the first one shown.
  const newest = entries[0]?.id;
  if (!isHeld && firstId !== newest) setFirstId(newest);
  const at = isHeld && firstId !== undefined ? entries.findIndex(({ id }) => id === firstId) : 0;
  const held = Math.max(0, at);
  return { rows: held === 0 ? entries : entries.slice(held), held, hold, release: () => setFirstId(newest) };
}

function Loading() {
  const { t } = useTranslation('settings');
  return (
    <div role="status" aria-label={t('activity.loading')} className="flex flex-col gap-2">
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
