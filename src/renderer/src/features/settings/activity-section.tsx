import { useInfiniteQuery } from '@tanstack/react-query';
import { Bot as BotIcon, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { JournalEntry } from '#shared/domain/entities.ts';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { Chip, type ChipTone } from '#renderer/components/chip.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Skeleton } from '#renderer/components/skeleton.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { Age } from '#renderer/components/time.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useBots } from '#renderer/rpc/use-bots.ts';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { activityChoices, journalOf, type ActivityOf } from './activity-filter.ts';
import { botEventWords } from './bot-events.ts';
import { NotLoaded } from './query-states.tsx';
import { Section } from './section.tsx';
import { activityWords, words } from './words.ts';

type Filter = keyof typeof activityWords.filters;
const filters: readonly Filter[] = ['all', 'failed', 'refused'];

const tones: Record<JournalEntry['outcome'], ChipTone> = { accepted: 'neutral', repeat: 'neutral', refused: 'attention', delivered: 'good', failed: 'urgent' };

/** The latest requests, in and out, with what became of them. */
export function ActivitySection() {
  const [filter, setFilter] = useState<Filter>('all');
  const [of, setOf] = useState<ActivityOf>('all');
  const channels = useChannels().data ?? [];
  const bots = useBots().data ?? [];
  const entries = useEntries(filter, of);
  return (
    <Section
      wide
      title={words.sections.activity}
      lead={activityWords.lead}
      action={<IconButton label={activityWords.refresh} icon={<RefreshCw />} pending={entries.isFetching && !entries.isPending} onClick={() => void entries.refetch()} />}
    >
      <Tabs
        label={activityWords.filter}
        value={filter}
        onValueChange={setFilter}
        aside={<Select label={activityWords.of} value={of} choices={activityChoices(channels, bots)} onValueChange={setOf} className="max-w-56" />}
        tabs={filters.map((value) => ({ value, label: activityWords.filters[value], panel: <Entries filter={value} of={of} /> }))}
      />
    </Section>
  );
}

function useEntries(filter: Filter, of: ActivityOf) {
  const { call } = useConsole();
  return useInfiniteQuery({
    queryKey: ['journal', filter, of],
    queryFn: ({ pageParam }) =>
      call('journal.list', { limit: 50, ...journalOf(of), ...(filter === 'all' ? {} : { outcome: filter }), ...(pageParam === undefined ? {} : { cursor: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

function Entries({ filter, of }: { readonly filter: Filter; readonly of: ActivityOf }) {
  const entries = useEntries(filter, of);
  const channelName = namesOf(useChannels().data, activityWords.removedChannel);
  const botName = namesOf(useBots().data, activityWords.removedBot);
  if (entries.isPending) return <Skeleton className="h-40" />;
  if (entries.isError) return <NotLoaded onRetry={() => void entries.refetch()} />;
  const rows = entries.data.pages.flatMap((page) => page.entries);
  if (rows.length === 0) return <EmptyState title={(of === 'all' ? activityWords.empty : activityWords.emptyOf)[filter]}>{filter === 'all' && of === 'all' && activityWords.emptyHint}</EmptyState>;
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full overflow-x-auto">
        <table className="w-full border-collapse text-left text-ui">
          <thead>
            <tr className="border-b text-meta text-ink-quiet">
              {Object.values(activityWords.columns).map((title) => (
                <th key={title} scope="col" className="py-2 pr-4 font-medium last:pr-0 last:text-right">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((entry) => (
              <EntryRow key={entry.id} entry={entry} channelName={channelName(entry.channelId)} botName={botName(entry.botId)} />
            ))}
          </tbody>
        </table>
      </div>
      {entries.hasNextPage && (
        <Button pending={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
          {activityWords.more}
        </Button>
      )}
    </div>
  );
}

/** How to name one of these by its id: nothing for none, and a word for one that was removed. */
function namesOf(known: readonly { readonly id: string; readonly name: string }[] | undefined, removed: string): (id: string | undefined) => string | undefined {
  return (id) => (id === undefined || known === undefined ? undefined : (known.find((one) => one.id === id)?.name ?? removed));
}

interface EntryRowProps {
  readonly entry: JournalEntry;
  readonly channelName: string | undefined;
  readonly botName: string | undefined;
}

function EntryRow({ entry, channelName, botName }: EntryRowProps) {
  return (
    <tr className="border-b align-top">
      <td className="py-2 pr-4 whitespace-nowrap">
        <Age at={entry.at} className="text-ui text-ink-quiet" />
      </td>
      <td className="py-2 pr-4">
        {kindWords(entry)}
        {entry.notes.map((note) => (
          <p key={note} className="text-meta break-words text-ink-quiet">
            {note}
          </p>
        ))}
      </td>
      <td className="py-2 pr-4 break-words text-ink-quiet">
        {botName !== undefined && (
          <p className="flex gap-1.5">
            <BotIcon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span>{botName}</span>
          </p>
        )}
        {channelName !== undefined && <p>{channelName}</p>}
      </td>
      <td className="py-2 pr-4">
        <Chip tone={tones[entry.outcome]}>{activityWords.outcomes[entry.outcome]}</Chip>
        {entry.status !== undefined && entry.status !== 200 && <span className="tabular ml-2 text-meta whitespace-nowrap text-ink-quiet">{activityWords.status(entry.status)}</span>}
      </td>
      <td className="tabular py-2 text-right whitespace-nowrap text-ink-quiet">{activityWords.took(entry.took)}</td>
    </tr>
  );
}

function kindWords({ kind, direction }: JournalEntry): string {
  if (kind === 'typing' || kind === 'typein' || kind === 'typeout') return activityWords.typing[direction];
  const known: Readonly<Record<string, string>> = activityWords.kinds;
  return known[kind] ?? botEventWords[kind] ?? kind;
}
