import { formatMilliseconds, formatSeconds } from '#renderer/components/amounts.ts';
import { ArrowDownLeft, ArrowUpRight, Bot as BotIcon } from 'lucide-react';
import { memo, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { JournalEntry } from '#shared/contract/journal.ts';
import { Chip, type ChipTone } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatFull, formatTimeWithSeconds, useNow } from '#renderer/components/dates.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { useBots, useChannels } from '#renderer/rpc/use-directory.ts';
import { botEventName } from '../bots/bot-state.tsx';

interface EntryTableProps {
  readonly rows: readonly JournalEntry[];
  readonly openId: string | undefined;
  readonly onOpen: (entryId: string) => void;
  /** a row is hovered or has the focus */
  readonly onTouched: (touched: boolean) => void;
}

/** Requests as rows; arrow keys move between them, and a click opens one. */
export function EntryTable({ rows, openId, onOpen, onTouched }: EntryTableProps) {
  const { t } = useTranslation('settings');
  return (
    <div className="@container">
      <table
        className="w-full table-fixed border-collapse text-start text-ui"
        onPointerEnter={() => onTouched(true)}
        onPointerLeave={() => onTouched(false)}
      >
        <thead>
          <tr className="border-b text-meta text-ink-quiet [&>th]:py-2 [&>th]:pe-3 [&>th]:text-start [&>th]:font-medium">
            <th scope="col" className="w-26 @max-[480px]:w-18">
              {t('activity.columns.at')}
            </th>
            <th scope="col">{t('activity.columns.what')}</th>
            <th scope="col" className="w-[22%] @max-[720px]:hidden">
              {t('activity.columns.where')}
            </th>
            <th scope="col" className="w-44 @max-[720px]:w-36 @max-[480px]:hidden">
              {t('activity.columns.outcome')}
            </th>
            <th scope="col" className="w-16 pe-0! text-end! @max-[480px]:hidden">
              {t('activity.columns.took')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <FaultBoundary key={entry.id} part="row" of={[entry]} within={asTableRow}>
              <EntryRow entry={entry} isOpen={entry.id === openId} onOpen={onOpen} onTouched={onTouched} />
            </FaultBoundary>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function asTableRow(fault: ReactNode): ReactNode {
  return (
    <tr className="border-b">
      <td colSpan={5}>{fault}</td>
    </tr>
  );
}

/** Arrows, J and K move between rows. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = [...(event.currentTarget.closest('tbody')?.querySelectorAll('button') ?? [])];
  const next = buttons[buttons.indexOf(event.currentTarget) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface EntryRowProps extends Pick<EntryTableProps, 'onOpen' | 'onTouched'> {
  readonly entry: JournalEntry;
  readonly isOpen: boolean;
}

const EntryRow = memo(function EntryRow({ entry, isOpen, onOpen, onTouched }: EntryRowProps) {
  const { t } = useTranslation('settings');
  const { channelName, botName } = useNames(entry);
  const { direction, at, notes, took } = entry;
  const Arrow = direction === 'in' ? ArrowDownLeft : ArrowUpRight;
  const when = useNow((now) => formatTimeWithSeconds(at, now));
  const where = [botName, channelName].filter((name) => name !== undefined).join(', ');
  return (
    <tr
      className={cn('relative border-b align-top [&>td]:py-2 [&>td]:pe-3', isOpen ? 'bg-selected' : 'hover:bg-hover')}
    >
      <td className="tabular whitespace-nowrap text-ink-quiet">
        <time dateTime={new Date(at).toISOString()} title={formatFull(at)}>
          {when}
        </time>
      </td>
      <td className="min-w-0">
        <div className="flex min-w-0 items-start gap-2">
          <Arrow
            role="img"
            aria-label={t(`activity.directions.${direction}`)}
            className="mt-px size-4 shrink-0 text-ink-quiet"
          />
          <div className="min-w-0 flex-1">
            {/* The button covers the whole row. */}
            <button
              type="button"
              onClick={() => onOpen(entry.id)}
              onKeyDown={moveFocus}
              onFocus={() => onTouched(true)}
              onBlur={() => onTouched(false)}
              className="block max-w-full truncate text-start font-medium @max-[480px]:whitespace-normal after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {kindText(entry)}
            </button>
            {notes.map(formatPhrase).map((note) => (
              <p key={note} title={note} className="truncate @max-[480px]:whitespace-normal text-meta text-ink-quiet">
                {note}
              </p>
            ))}
            {where !== '' && (
              <p className="hidden truncate text-meta text-ink-quiet @max-[720px]:block @max-[480px]:whitespace-normal">
                {where}
              </p>
            )}
            {/* For widths without a column for it. */}
            <div className="mt-1 hidden @max-[480px]:block">
              <Outcome entry={entry} />
            </div>
          </div>
        </div>
      </td>
      <td className="text-ink-quiet @max-[720px]:hidden">
        {botName !== undefined && (
          <p className="flex min-w-0 gap-1.5">
            <BotIcon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span className="truncate">{botName}</span>
          </p>
        )}
        {channelName !== undefined && <p className="truncate">{channelName}</p>}
      </td>
      <td className="@max-[480px]:hidden">
        <Outcome entry={entry} />
      </td>
      <td className="tabular pe-0! text-end whitespace-nowrap text-ink-quiet @max-[480px]:hidden">
        {took === 0 ? '' : formatTook(took)}
      </td>
    </tr>
  );
});

function Outcome({ entry: { outcome, status } }: Pick<EntryRowProps, 'entry'>) {
  const { t } = useTranslation('settings');
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Chip tone={outcomeTones[outcome]}>{t(`activity.outcomes.${outcome}`)}</Chip>
      {status !== undefined && status !== 200 && (
        <span className="tabular text-meta whitespace-nowrap text-ink-quiet">
          {t('activity.status', { status: String(status) })}
        </span>
      )}
    </span>
  );
}

export function kindText({ kind, direction }: Pick<JournalEntry, 'kind' | 'direction'>): string {
  if (kind === 'typing' || kind === 'typein' || kind === 'typeout')
    return i18n.t(`settings:activity.typing.${direction}`);
  const known: Readonly<Record<string, string>> = {
    status: i18n.t('settings:activity.kinds.status'),
    message: i18n.t('settings:activity.kinds.message'),
    reply: i18n.t('settings:activity.kinds.reply'),
    rating: i18n.t('settings:activity.kinds.rating'),
    mail: i18n.t('settings:activity.kinds.mail'),
    webhook: i18n.t('settings:activity.kinds.webhook'),
    'bot event': i18n.t('settings:activity.kinds.botEvent'),
    'unknown address': i18n.t('settings:activity.kinds.unknownAddress'),
  };
  return known[kind] ?? botEventName(kind);
}

/** Milliseconds, or seconds from one second on. */
export function formatTook(took: number): string {
  return took < 1000 ? formatMilliseconds(Math.max(1, took)) : formatSeconds(took);
}

export const outcomeTones: Record<JournalEntry['outcome'], ChipTone> = {
  accepted: 'neutral',
  repeat: 'neutral',
  refused: 'attention',
  delivered: 'good',
  failed: 'urgent',
};

export type Known = readonly { readonly id: string; readonly name: string }[] | undefined;

/** Names of an entry's channel and bot: undefined without one, a placeholder for a removed one. */
export function namesOf({ channelId, botId }: JournalEntry, channels: Known, bots: Known) {
  const nameOf = (known: Known, id: string | undefined, removed: string): string | undefined =>
    id === undefined || known === undefined ? undefined : (known.find((record) => record.id === id)?.name ?? removed);
  return {
    channelName: nameOf(channels, channelId, i18n.t('settings:activity.removedChannel')),
    botName: nameOf(bots, botId, i18n.t('settings:activity.removedBot')),
  };
}

export function useNames(entry: JournalEntry) {
  return namesOf(entry, useChannels().data, useBots().data);
}

/** The table as rows of a CSV file, with its titles. */
export function csvRows(entries: readonly JournalEntry[], channels: Known, bots: Known) {
  return [
    (['at', 'direction', 'what', 'where', 'outcome', 'status', 'notes', 'took'] as const).map((column) =>
      i18n.t(`settings:activity.columns.${column}`),
    ),
    ...entries.map((entry) => {
      const { channelName, botName } = namesOf(entry, channels, bots);
      return [
        formatFull(entry.at),
        i18n.t(`settings:activity.directions.${entry.direction}`),
        kindText(entry),
        [botName, channelName].filter((name) => name !== undefined).join(', '),
        i18n.t(`settings:activity.outcomes.${entry.outcome}`),
        entry.status ?? '',
        entry.notes.map(formatPhrase).join(' '),
        entry.took === 0 ? '' : formatTook(entry.took),
      ];
    }),
  ];
}
