import { useTranslation } from 'react-i18next';
import { ArrowUp, Download, Pause, Play, X } from 'lucide-react';
import { useState, useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { SearchInput, useDebounced, named } from '#renderer/components/field.tsx';
import { dated, saveTable } from '#renderer/components/files.tsx';
import { Select } from '#renderer/components/select.tsx';
import { useConnectionChanges, useConnectionView, useBots, useChannels } from '#renderer/rpc/use-directory.ts';
import { type JournalFilter, useJournal } from '#renderer/rpc/use-journal.ts';
import { ForDevelopers } from '#renderer/components/folding.tsx';
import { Section, NotLoaded } from '../parts/section.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { SavedSwitch } from '#renderer/components/saved-fields.tsx';
import type { JournalEntry } from '#shared/contract/journal.ts';
import { EmptyState } from '#renderer/components/lists.tsx';
import { useOverlay } from '#renderer/state/page-state.ts';
import { RowsSkeleton } from '#renderer/components/progress.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import { csvRows, EntryTable } from './entry-table.tsx';

/** Filter of the requests: everybody's, or `channel:<id>`, `bot:<id>`. */
type ActivityOf = 'all' | `channel:${string}` | `bot:${string}`;

/** All requests, in and out, live, with their outcome. `detail`: only those of this message. */
export function ActivitySection({ detail: messageId }: { readonly detail?: string | undefined }) {
  const { t } = useTranslation('settings');
  const [, navigate] = useLocation();
  const [of, setOf] = useState<ActivityOf>('all');
  const [typing, setTyping] = useState(false);
  const [failedOnly, setFailedOnly] = useState(false);
  const [typed, setTyped] = useState('');
  const [paused, setPaused] = useState(false);
  const text = useDebounced(typed.trim());
  const channels = useChannels().data ?? [];
  const bots = useBots().data ?? [];
  const settings = useConnectionView().data?.settings;
  const { change } = useConnectionChanges();
  const filter: JournalFilter = {
    ...journalFilter(of),
    ...(!typing && { typing }),
    ...(failedOnly && { failedOnly }),
    ...(text !== '' && { text }),
    ...(messageId !== undefined && { messageId }),
  };
  return (
    <Section wide title={t('sections.activity')} lead={t('activity.lead')}>
      <div className="flex flex-col gap-3">
        <div role="search" aria-label={t('activity.search')} className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <SearchInput
            label={t('activity.search')}
            placeholder={t('activity.searchPlaceholder')}
            value={typed}
            maxLength={200}
            onValueChange={setTyped}
            className="basis-full"
          />
          <Select
            label={t('activity.of')}
            value={of}
            choices={activityChoices(channels, bots)}
            onValueChange={setOf}
            className="w-52"
          />
          <Checkbox checked={failedOnly} onCheckedChange={setFailedOnly}>
            {t('activity.failedOnly')}
          </Checkbox>
          <Checkbox checked={typing} onCheckedChange={setTyping}>
            {t('activity.typing.show')}
          </Checkbox>
          <div className="ms-auto flex items-center gap-2">
            <span className="flex items-center gap-1.5 text-meta text-ink-quiet">
              <span aria-hidden className={cn('size-2 rounded-full', paused ? 'border border-edge' : 'bg-good')} />
              {paused ? t('activity.paused') : t('activity.live')}
            </span>
            <Button onClick={() => setPaused(!paused)}>
              {paused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
              {paused ? t('activity.resume') : t('activity.pause')}
            </Button>
          </div>
        </div>
        {messageId !== undefined && (
          <p className="flex h-8 w-fit items-center gap-1 rounded-full bg-accent-tint pe-1 ps-3 text-ui font-medium text-accent">
            {t('activity.ofMessage')}
            <IconButton
              size="sm"
              label={t('activity.showAll')}
              icon={<X />}
              onClick={() => navigate('/settings/activity')}
            />
          </p>
        )}
        {settings?.journal.enabled === false && (
          <p role="status" className="rounded-control bg-attention-tint px-3 py-2 text-ui text-attention">
            <span className="font-medium">{t('activity.off')}</span> {t('activity.offMore')}
          </p>
        )}
      </div>
      {settings !== undefined && (
        <ForDevelopers>
          <p className="text-ui text-ink-quiet">{t('activity.kept.hint')}</p>
          <SavedSwitch
            {...named('settings:activity.kept.enabled')}
            field="journal"
            saved={settings.journal.enabled}
            save={(enabled) => change.mutateAsync({ journal: { enabled } })}
          />
        </ForDevelopers>
      )}
      <EntryList key={JSON.stringify(filter)} filter={filter} paused={paused} />
    </Section>
  );
}

export function journalFilter(of: ActivityOf): { readonly channelId?: string; readonly botId?: string } {
  if (of.startsWith('channel:')) return { channelId: of.slice('channel:'.length) };
  if (of.startsWith('bot:')) return { botId: of.slice('bot:'.length) };
  return {};
}

/** Channels and bots to choose from, by name; bots are marked as such. */
export function activityChoices(
  channels: readonly Pick<Channel, 'id' | 'name'>[],
  bots: readonly Pick<Bot, 'id' | 'name'>[],
): { readonly value: ActivityOf; readonly label: string }[] {
  return [
    { value: 'all', label: i18n.t('settings:activity.all') },
    ...channels.map(({ id, name }) => ({ value: `channel:${id}` as const, label: name })),
    ...bots.map(({ id, name }) => ({
      value: `bot:${id}` as const,
      label: i18n.t('settings:activity.botNamed', { name }),
    })),
  ];
}

/** Milliseconds of a drawer's closing animation. */
const CLOSE_ANIMATION = 400;

/** Matching entries, newest first; new ones appear at the top while nobody is reading further down. */
function EntryList({ filter, paused }: { readonly filter: JournalFilter; readonly paused: boolean }) {
  const { t } = useTranslation('settings');
  const journal = useJournal(filter, paused);
  const { shown: openId, show, close } = useOverlay();
  const top = useRef<HTMLDivElement>(null);
  const { rows, held, hold, release } = useHeldRows(journal.entries);
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
  const channels = useChannels().data;
  const bots = useBots().data;
  const save = (): void => saveTable(document, dated(t('sections.activity')), csvRows(rows, channels, bots));
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
      {journal.isPending && <RowsSkeleton label={t('activity.loading')} className="h-10" />}
      {journal.isError && rows.length === 0 && <NotLoaded of={journal} />}
      {rows.length > 0 && <EntryTable rows={rows} openId={openId} onOpen={show} onTouched={noteTouch} />}
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
        <div className="flex flex-wrap gap-2">
          {journal.hasEarlier && <Button onClick={journal.showEarlier}>{t('activity.more')}</Button>}
          {rows.length > 0 && (
            <Button variant="quiet" title={t('activity.saveHint')} onClick={save} className="ms-auto">
              <Download aria-hidden className="-ms-1 size-4" />
              {t('activity.save')}
            </Button>
          )}
        </div>
      )}
      <EntryDrawer entryId={openId} onClose={close} />
    </div>
  );
}

type Reason = 'scrolled' | 'touched' | 'open';

/** Holds new rows back while older ones are in use: scrolled, hovered, focused, or open. */
function useHeldRows(entries: readonly JournalEntry[]) {
  const [reasons, setReasons] = useState<Partial<Record<Reason, boolean>>>({});
  const [firstId, setFirstId] = useState<string>();
  const hold = useCallback((reason: Reason, on: boolean): void => {
    setReasons((before) => (before[reason] === on ? before : { ...before, [reason]: on }));
  }, []);
  const isHeld = Object.values(reasons).includes(true);
  // Unless held back, the newest row is the first one shown.
  const newest = entries[0]?.id;
  if (!isHeld && firstId !== newest) setFirstId(newest);
  const at = isHeld && firstId !== undefined ? entries.findIndex(({ id }) => id === firstId) : 0;
  const held = Math.max(0, at);
  return { rows: held === 0 ? entries : entries.slice(held), held, hold, release: () => setFirstId(newest) };
}
