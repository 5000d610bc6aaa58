import { useTranslation } from 'react-i18next';
import { ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import type { Exchange } from '#shared/contract/journal.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { formattedJson } from '#renderer/components/formatted-json.ts';

/** What was asked and what was answered: first line, headers, body. */
export function ExchangeParts({ exchange }: { readonly exchange: Exchange }) {
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
    <details className="group/fold min-w-0 text-meta">
      <summary className="-mx-1 flex w-fit cursor-default list-none items-center gap-1 rounded-sm px-1 py-1 text-ink-quiet hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform group-open/fold:unfolded" />
        {t('activity.entry.headers', { count: headers.length })}
      </summary>
      <ul
        aria-label={t(`activity.entry.headersOf.${side}`)}
        className="mt-1 flex flex-col gap-0.5 rounded-control bg-sunken p-2.5 font-mono select-text"
      >
        {headers.map(([name, value], at) => (
          // A name may come twice.
          <li key={`${String(at)} ${name}`} className="wrap-anywhere">
            <span className="text-ink-quiet">{name}:</span> {value}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Body({ side, text }: { readonly side: Side; readonly text: string | undefined }) {
  const { t } = useTranslation('settings');
  const laidOut = useMemo(() => (text === undefined ? '' : formattedJson(text)), [text]);
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
        {laidOut}
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
