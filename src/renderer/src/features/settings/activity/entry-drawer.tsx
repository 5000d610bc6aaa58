import { useTranslation } from 'react-i18next';
import { formatBytes } from '#renderer/components/amounts.ts';
import { MessagesSquare, X } from 'lucide-react';
import { Link } from 'wouter';
import { buttonStyles, IconButton } from '#renderer/components/button.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { formatFull } from '#renderer/components/dates.tsx';
import { Details } from '#renderer/components/details.tsx';
import { Drawer } from '#renderer/components/dialog.tsx';
import { EmptyState, retryButton } from '#renderer/components/lists.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { Facts } from '../parts/snippet.tsx';
import { kindText, outcomeTones, formatTook, useNames } from './entry-table.tsx';
import type { Exchange, JournalEntry } from '#shared/contract/journal.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { formattedJson } from '#renderer/components/formatted-json.ts';

interface EntryDrawerProps {
  /** undefined: closed */
  readonly entryId: string | undefined;
  readonly onClose: () => void;
}

/** One request with everything that went over the wire, without secrets. */
export function EntryDrawer({ entryId, onClose }: EntryDrawerProps) {
  const { t } = useTranslation('settings');
  return (
    <Drawer
      open={entryId !== undefined}
      onClose={onClose}
      title={t('activity.entry.title')}
      className="w-[min(640px,calc(100vw-48px))]"
    >
      {entryId !== undefined && <Entry key={entryId} entryId={entryId} onClose={onClose} />}
    </Drawer>
  );
}

function Entry({ entryId, onClose }: Pick<EntryDrawerProps, 'onClose'> & { readonly entryId: string }) {
  const { t } = useTranslation('settings');
  const recorded = useRouteQueryFor('owner', 'journal.get', { entryId });
  if (recorded.data === undefined) {
    return (
      <>
        <header className="flex justify-end border-b px-3 py-2">
          <IconButton label={t('activity.entry.close')} icon={<X />} onClick={onClose} />
        </header>
        {recorded.isError ? (
          <EmptyState title={t('activity.entry.loadFailed')} action={retryButton(recorded)}>
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
          <h2 className="text-heading font-semibold break-words">{kindText(entry)}</h2>
          <Chip tone={outcomeTones[entry.outcome]}>{t(`activity.outcomes.${entry.outcome}`)}</Chip>
        </div>
        <IconButton label={t('activity.entry.close')} icon={<X />} onClick={onClose} />
      </header>
      <div
        tabIndex={0}
        role="group"
        aria-label={kindText(entry)}
        className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4"
      >
        {entry.notes.length > 0 && (
          <ul className="flex flex-col gap-1 rounded-control bg-sunken px-3 py-2 text-ui">
            {entry.notes.map(formatPhrase).map((note) => (
              <li key={note} className="wrap-anywhere">
                {note}
              </li>
            ))}
          </ul>
        )}
        <EntryFacts entry={entry} />
        {entry.chatId !== undefined && (
          <Link href={`/chat/${entry.chatId}`} className={buttonStyles({ className: 'self-start' })}>
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
    </>
  );
}

function EntryFacts({ entry }: { readonly entry: JournalEntry }) {
  const { t } = useTranslation('settings');
  const { channelName, botName } = useNames(entry);
  const { at, from, status, took, size } = entry;
  return (
    <Facts
      className="tabular"
      facts={[
        [t('activity.entry.facts.at'), formatFull(at)],
        channelName === undefined ? undefined : [t('activity.entry.facts.channel'), channelName],
        botName === undefined ? undefined : [t('activity.entry.facts.bot'), botName],
        from === undefined ? undefined : [t('activity.entry.facts.from'), from],
        [
          t('activity.entry.facts.answer'),
          status === undefined ? t('activity.entry.noAnswer') : t('activity.status', { status: String(status) }),
        ],
        [t('activity.entry.facts.took'), formatTook(took)],
        size === 0 ? undefined : [t('activity.entry.facts.size'), formatBytes(size)],
      ]}
    />
  );
}

function ExchangeParts({ exchange }: { readonly exchange: Exchange }) {
  const { t } = useTranslation('settings');
  const { method, url, requestHeaders, requestBody, responseHeaders, responseBody, whole } = exchange;
  return (
    <>
      <section aria-label={t('activity.entry.request')} className="flex flex-col gap-2">
        <h3 className="text-ui font-semibold">{t('activity.entry.request')}</h3>
        <p className="rounded-control bg-sunken px-2.5 py-1.5 font-mono text-meta wrap-anywhere select-text">
          <span className="font-semibold">{method}</span> {url}
        </p>
        <Headers side="request" headers={requestHeaders} />
        <Body side="request" text={requestBody} />
        {!whole && <p className="text-meta text-ink-quiet">{t('activity.entry.notWhole')}</p>}
      </section>
      {(responseHeaders !== undefined || responseBody !== undefined) && (
        <section aria-label={t('activity.entry.response')} className="flex flex-col gap-2">
          <h3 className="text-ui font-semibold">{t('activity.entry.response')}</h3>
          <Headers side="response" headers={responseHeaders ?? []} />
          <Body side="response" text={responseBody} />
        </section>
      )}
    </>
  );
}

type Side = 'request' | 'response';

function Headers({ side, headers }: { readonly side: Side; readonly headers: Exchange['requestHeaders'] }) {
  const { t } = useTranslation('settings');
  if (headers.length === 0) return null;
  return (
    <Details summary={t('activity.entry.headers', { count: headers.length })}>
      <ul
        aria-label={t(`activity.entry.headersOf.${side}`)}
        className="mt-1 flex flex-col gap-0.5 rounded-control bg-sunken p-2.5 font-mono select-text"
      >
        {headers.map(([name, value], at) => (
          // A header may occur twice.
          <li key={`${String(at)} ${name}`} className="wrap-anywhere">
            <span className="text-ink-quiet">{name}:</span> {value}
          </li>
        ))}
      </ul>
    </Details>
  );
}

function Body({ side, text }: { readonly side: Side; readonly text: string | undefined }) {
  const { t } = useTranslation('settings');
  if (text === undefined) return <p className="text-meta text-ink-quiet">{t('activity.entry.noBody')}</p>;
  return (
    <div className="relative">
      <pre
        tabIndex={0}
        role="group"
        aria-label={t(`activity.entry.bodyOf.${side}`)}
        dir="ltr"
        className="max-h-80 overflow-auto rounded-control bg-sunken p-2.5 pe-20 font-mono text-meta whitespace-pre-wrap wrap-anywhere select-text"
      >
        {formattedJson(text)}
      </pre>
      <CopyButton
        size="sm"
        label={t(`activity.entry.copyBody.${side}`)}
        text={text}
        className="absolute top-1.5 end-1.5"
      />
    </div>
  );
}
