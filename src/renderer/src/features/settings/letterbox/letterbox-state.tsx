import { useTranslation } from 'react-i18next';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '#renderer/components/chip.tsx';
import { formatSince, useNow } from '#renderer/components/dates.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import type { LetterboxView } from '#shared/contract/letterboxes.ts';
import { throughWebsite } from '#shared/contract/reach.ts';
import { websiteOf } from '#shared/domain/letterbox-address.ts';
import { websiteLooks } from '../connection/reach-chip.tsx';
import { Notice } from '../parts/section.tsx';
import { type WebsiteTrouble, websiteTrouble } from './trouble.ts';

/** What is found at the website, as it happens. `more`: below the good news. */
export function LetterboxState({ letterbox, more }: { readonly letterbox: LetterboxView; readonly more?: ReactNode }) {
  const { t } = useTranslation('website');
  const website = websiteOf(letterbox.url);
  const trouble = websiteTrouble(letterbox);
  return (
    <div role="status" tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {trouble !== undefined && trouble !== 'missing' ? (
        <LetterboxTrouble letterbox={letterbox} trouble={trouble} />
      ) : (
        <div className="flex items-start gap-2.5 rounded-card bg-sunken px-4 py-3.5 text-message">
          {letterbox.state === 'open' ? (
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
          ) : (
            <span className="mt-0.5">
              <Spinner />
            </span>
          )}
          <div className="flex min-w-0 flex-col gap-0.5">
            <p className="font-medium wrap-anywhere">
              {letterbox.state === 'open' ? t('through.found', { website }) : t('through.waiting', { website })}
            </p>
            {letterbox.state === 'open'
              ? more
              : trouble === 'missing' && <p className="text-ui text-ink-quiet">{t('through.waitingMore')}</p>}
          </div>
        </div>
      )}
      {letterbox.state === 'open' && letterbox.server?.store === 'unsynced' && (
        <p className="text-ui text-ink-quiet">{t('through.unsynced')}</p>
      )}
      {letterbox.state === 'open' && letterbox.server?.exposed === true && (
        <Notice tone="attention" title={t('through.exposed.title', { website })}>
          <p>{t('through.exposed.more')}</p>
        </Notice>
      )}
    </div>
  );
}

/** What is wrong, what that means for customers, and what to do about it. */
function LetterboxTrouble({
  letterbox,
  trouble,
}: {
  readonly letterbox: LetterboxView;
  readonly trouble: WebsiteTrouble;
}) {
  const { t } = useTranslation('website');
  const values = { website: websiteOf(letterbox.url), status: String(letterbox.httpStatus ?? '') };
  const isTaken = throughWebsite(letterbox) === 'unfetched';
  return (
    <Notice tone={isTaken ? 'attention' : 'urgent'} title={t(`through.trouble.${trouble}.what`, values)}>
      {trouble !== 'shared' && (
        <p className="wrap-anywhere">{t(`through.means.${isTaken ? 'unfetched' : 'closed'}`)}</p>
      )}
      <p className="wrap-anywhere">{t(`through.trouble.${trouble}.todo`, values)}</p>
    </Notice>
  );
}

/** Beside the addresses of a channel that has a letterbox: what prevents that they work. `mend`: where to see to it. */
export function LetterboxNotice({
  letterbox,
  mend,
}: {
  readonly letterbox: LetterboxView | undefined;
  readonly mend: ReactNode;
}) {
  const { t } = useTranslation('website');
  const trouble = letterbox && websiteTrouble(letterbox);
  if (letterbox === undefined || trouble === undefined) return null;
  return (
    <Notice tone="attention" title={t('through.notFound', { website: websiteOf(letterbox.url) })}>
      <p>
        {t(`through.trouble.${trouble}.what`, {
          website: websiteOf(letterbox.url),
          status: String(letterbox.httpStatus ?? ''),
        })}{' '}
        {t('through.see')} {mend}.
      </p>
    </Notice>
  );
}

/** The state of a website in a word. */
export function LetterboxChip({ letterbox }: { readonly letterbox: LetterboxView }) {
  const { t } = useTranslation('website');
  const through = throughWebsite(letterbox);
  const since = useNow((now) => formatSince(letterbox.since, now));
  const { tone, Icon } = websiteLooks[through];
  return (
    <Chip tone={tone} icon={through !== 'starting' && <Icon aria-hidden />}>
      {t(`through.states.${through}`, { since })}
    </Chip>
  );
}
