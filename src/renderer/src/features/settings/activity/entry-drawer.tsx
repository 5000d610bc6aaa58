import { useTranslation } from 'react-i18next';
import { millisecondsWords } from '#renderer/components/amounts.ts';
import { secondsWords } from '#renderer/components/amounts.ts';
import { decimalWords } from '#renderer/components/amounts.ts';
import { MessagesSquare, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { Button, buttonLook, IconButton } from '#renderer/components/button.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { fullWords } from '#renderer/components/dates.ts';
import { Drawer } from '#renderer/components/drawer.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { Skeleton } from '#renderer/components/skeleton.tsx';
import { phraseWords } from '#renderer/language/phrases.ts';
import { useJournalEntry } from '#renderer/rpc/use-journal.ts';
import { EntryActions } from './entry-actions.tsx';
import { ExchangeParts } from './exchange-parts.tsx';
import { kindWords, outcomeTones } from './entry-kind.ts';

type NameOf = (id: string | undefined) => string | undefined;

interface EntryDrawerProps {
  /** undefined: closed */
  readonly entryId: string | undefined;
  readonly onClose: () => void;
  readonly channelName: NameOf;
  readonly botName: NameOf;
}

/** One request, with all that went over the wire and what can be done with it. */
export function EntryDrawer({ entryId, onClose, ...names }: EntryDrawerProps) {
  const { t } = useTranslation('settings');
  return (
    <Drawer
      open={entryId !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('activity.entry.title')}
      className="w-[min(640px,calc(100vw-48px))]"
    >
      {entryId !== undefined && <Entry key={entryId} entryId={entryId} onClose={onClose} {...names} />}
    </Drawer>
  );
}

interface EntryProps extends Omit<EntryDrawerProps, 'entryId'> {
  readonly entryId: string;
}

function Entry({ entryId, onClose, channelName, botName }: EntryProps) {
  const { t } = useTranslation('settings');
  const recorded = useJournalEntry(entryId);
  if (recorded.data === undefined) {
    return (
      <>
        <header className="flex justify-end border-b px-3 py-2">
          <IconButton label={t('activity.entry.close')} icon={<X />} onClick={onClose} />
        </header>
        {recorded.isError ? (
          <EmptyState
            title={t('activity.entry.loadFailed')}
            action={<Button onClick={() => void recorded.refetch()}>{t('tryAgain')}</Button>}
          >
            {t('activity.entry.gone')}
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-3 p-4">
            <Skeleton className="h-24" />
            <Skeleton className="h-40" />
          </div>
        )}
      </>
    );
  }
  const { entry, exchange } = recorded.data;
  return (
    <>
      <header className="flex items-start gap-3 border-b py-3 pe-3 ps-4">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 pt-1">
          <h2 className="text-heading font-semibold break-words">{kindWords(entry)}</h2>
          <Chip tone={outcomeTones[entry.outcome]}>{t(`activity.outcomes.${entry.outcome}`)}</Chip>
          {entry.replay === true && <Chip>{t('activity.replay')}</Chip>}
        </div>
        <IconButton label={t('activity.entry.close')} icon={<X />} onClick={onClose} />
      </header>
      <div
        tabIndex={0}
        role="group"
        aria-label={kindWords(entry)}
        className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4"
      >
        {entry.notes.length > 0 && (
          <ul className="flex flex-col gap-1 rounded-control bg-sunken px-3 py-2 text-ui">
            {entry.notes.map(phraseWords).map((note) => (
              <li key={note} className="wrap-anywhere">
                {note}
              </li>
            ))}
          </ul>
        )}
        <Facts entry={entry} channel={channelName(entry.channelId)} bot={botName(entry.botId)} />
        {entry.chatId !== undefined && (
          <Link href={`/chat/${entry.chatId}`} className={buttonLook({ className: 'self-start no-underline' })}>
            <MessagesSquare aria-hidden className="size-4" />
            {t('activity.entry.openChat')}
          </Link>
        )}
        {exchange === undefined ? (
          <p className="text-ui text-ink-quiet">{t('activity.entry.notKept')}</p>
        ) : (
          <ExchangeParts exchange={exchange} />
        )}
      </div>
      {exchange !== undefined && <EntryActions entry={entry} exchange={exchange} />}
    </>
  );
}

interface FactsProps {
  readonly entry: RouteOutput<'journal.get'>['entry'];
  readonly channel: string | undefined;
  readonly bot: string | undefined;
}

function Facts({ entry, channel, bot }: FactsProps) {
  const { t } = useTranslation('settings');
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5 text-ui">
      <Fact name={t('activity.entry.facts.at')}>{fullWords(entry.at)}</Fact>
      {channel !== undefined && <Fact name={t('activity.entry.facts.channel')}>{channel}</Fact>}
      {bot !== undefined && <Fact name={t('activity.entry.facts.bot')}>{bot}</Fact>}
      {entry.from !== undefined && <Fact name={t('activity.entry.facts.from')}>{entry.from}</Fact>}
      <Fact name={t('activity.entry.facts.answer')}>
        {entry.status === undefined
          ? t('activity.entry.noAnswer')
          : t('activity.status', { status: String(entry.status) })}
      </Fact>
      <Fact name={t('activity.entry.facts.took')}>
        {entry.took < 1000 ? millisecondsWords(Math.max(1, entry.took)) : secondsWords(entry.took)}
      </Fact>
      {entry.size > 0 && (
        <Fact name={t('activity.entry.facts.size')}>
          {entry.size < 1000
            ? t('activity.bytes', { count: entry.size })
            : t('activity.kilobytes', { kilobytes: decimalWords(entry.size / 1000, 1) })}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-quiet">{name}</dt>
      <dd className="tabular min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
