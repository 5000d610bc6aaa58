import { useTranslation } from 'react-i18next';
import { CalendarClock, CircleX, Replace, Waves } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { CertificateInfo, ConnectionView, NewChatFlood } from '#shared/contract/connection.ts';
import { buttonStyles } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatClock, formatSince, useNow } from '#renderer/components/dates.tsx';
import { useConnectionView, useConnectionChanges, useChannels, useLetterbox } from '#renderer/rpc/use-directory.ts';
import { ActionButton } from '#renderer/components/actions.tsx';
import { toSentence, brokenSince, changesAtEachStart, endingText, problemTexts, reachMeaning } from './reach.ts';
import { Notice } from '../parts/section.tsx';
import { useIsWebsiteOpen } from './reach-chip.tsx';
import type { Channel } from '#shared/domain/entities.ts';
import { LetterboxNotice } from '../letterbox/letterbox-state.tsx';

/** Banners shown while customers do not get through or need to be told something. */
export function ReachNotices({ view }: { readonly view: ConnectionView }) {
  const [location] = useLocation();
  const { reach, formerUrl, certificate } = view;
  return (
    <>
      {/* The connection page shows this itself. */}
      {reach.state === 'unreachable' && location !== '/settings/connection' && <Broken view={view} />}
      {formerUrl !== undefined && <Moved from={formerUrl} to={reach.url} />}
      {certificate !== undefined && <Ending certificate={certificate} />}
      {view.floods?.map((flood) => (
        <Flood key={flood.channelId} flood={flood} />
      ))}
    </>
  );
}

function Broken({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation(['connection', 'app']);
  const since = useNow((now) => formatSince(view.reach.since, now));
  const [problem] = problemTexts(view);
  const isWebsiteOpen = useIsWebsiteOpen();
  return (
    <Line
      tone="urgent"
      icon={<CircleX />}
      title={brokenSince(view.settings.way, since)}
      action={<NoticeLink href="/settings/connection">{t('notice.openConnection')}</NoticeLink>}
    >
      {reachMeaning(view.reach, view.settings.way)}
      {isWebsiteOpen && ` ${t('app:reach.website.too')}`}
      {problem !== undefined && (
        <>
          {' '}
          {toSentence(problem.what)} {toSentence(problem.todo)}
        </>
      )}
    </Line>
  );
}

function Moved({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useTranslation('connection');
  const { dismissFormerUrl } = useConnectionChanges();
  return (
    <Line
      tone="attention"
      icon={<Replace />}
      title={t('notice.moved')}
      action={
        <>
          <NoticeLink href="/settings/channels">{t('notice.showAddresses')}</NoticeLink>
          <ActionButton size="sm" failed={t('failed')} act={() => dismissFormerUrl.mutateAsync()}>
            {t('notice.told')}
          </ActionButton>
        </>
      }
    >
      {t('notice.before')} <s className="break-words">{from}</s> {t('notice.now')}{' '}
      <strong className="font-semibold break-words">{to}</strong>. {t('notice.movedMore')}
    </Line>
  );
}

function Ending({ certificate }: { readonly certificate: CertificateInfo }) {
  const { t } = useTranslation('connection');
  const ending = useNow((now) => endingText(certificate, now) ?? '');
  if (ending === '') return null;
  return (
    <Line
      tone="attention"
      icon={<CalendarClock />}
      title={ending}
      action={<NoticeLink href="/settings/connection">{t('notice.openConnection')}</NoticeLink>}
    >
      {t('notice.endingMore')}
    </Line>
  );
}

function Flood({ flood: { channelId, since, refused } }: { readonly flood: NewChatFlood }) {
  const { t } = useTranslation('connection');
  const name = useChannels().data?.find(({ id }) => id === channelId)?.name ?? '';
  return (
    <Line
      tone="attention"
      icon={<Waves />}
      title={t('notice.flood', { channel: name })}
      action={<NoticeLink href="/">{t('notice.floodClear')}</NoticeLink>}
    >
      {t('notice.floodMore', { count: refused, since: formatClock(since) })}
    </Line>
  );
}

interface LineProps {
  readonly tone: 'urgent' | 'attention';
  readonly icon: ReactNode;
  readonly title: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

const tones = { urgent: 'bg-urgent-tint text-urgent', attention: 'bg-attention-tint text-attention' } as const;

function Line({ tone, icon, title, action, children }: LineProps) {
  return (
    <div
      role={tone === 'urgent' ? 'alert' : 'status'}
      className={cn(
        'flex shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-1.5 px-4 py-2 text-ui',
        tones[tone],
      )}
    >
      <div className="flex min-w-0 max-w-[880px] gap-2">
        <span aria-hidden className="mt-px shrink-0 [&_svg]:size-4">
          {icon}
        </span>
        <p className="min-w-0">
          <strong className="font-semibold">{title}</strong> {children}
        </p>
      </div>
      <div className="flex shrink-0 gap-2">{action}</div>
    </div>
  );
}

function NoticeLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Link href={href} className={buttonStyles({ size: 'sm' })}>
      {children}
    </Link>
  );
}

/** Beside a channel's addresses: who can reach them, if not everybody or not for long. `mend`: where to change that. */
export function AddressReach({ mend, channel }: { readonly mend?: ReactNode; readonly channel?: Channel }) {
  const { t } = useTranslation('connection');
  const view = useConnectionView().data;
  const letterbox = useLetterbox(channel?.id ?? '');
  if (channel?.box !== undefined)
    return (
      <LetterboxNotice
        letterbox={letterbox}
        mend={
          mend ?? (
            <Link href="/settings/connection/website" className="underline">
              {t('notice.connection')}
            </Link>
          )
        }
      />
    );
  if (view === undefined) return null;
  const isBroken = view.reach.state === 'unreachable';
  const { way } = view.settings;
  const state = isBroken
    ? 'broken'
    : way === 'local'
      ? 'onlyHere'
      : way === 'lan'
        ? 'onlyNetwork'
        : changesAtEachStart(view.settings)
          ? 'onlyNow'
          : undefined;
  if (state === undefined) return null;
  return (
    <Notice tone={isBroken ? 'urgent' : 'attention'} title={t(`notice.${state}`)}>
      <p>
        {t(`notice.${state}More`)}{' '}
        {mend ?? (
          <Link href="/settings/connection" className={cn('underline', isBroken ? 'text-urgent' : 'text-attention')}>
            {t('notice.connection')}
          </Link>
        )}
        .
      </p>
    </Notice>
  );
}

/** Beside addresses: their port differs from the expected one, until acknowledged. */
export function MovedPort() {
  const { t } = useTranslation('connection');
  const port = useConnectionView().data?.movedPort;
  const { dismissMovedPort } = useConnectionChanges();
  if (port === undefined) return null;
  return (
    <Notice tone="neutral" title={t('notice.movedPort', { from: String(port.from), to: String(port.to) })}>
      <p>{t('notice.movedPortMore', { from: String(port.from), to: String(port.to) })}</p>
      <ActionButton
        size="sm"
        className="mt-1 self-start"
        failed={t('failed')}
        act={() => dismissMovedPort.mutateAsync()}
      >
        {t('notice.understood')}
      </ActionButton>
    </Notice>
  );
}
