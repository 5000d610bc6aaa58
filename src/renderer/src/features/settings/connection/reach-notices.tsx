import { CalendarClock, CircleX, Replace, Waves } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { CertificateInfo, ConnectionView, NewChatFlood } from '#shared/contract/connection.ts';
import { Button, buttonLook } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { clockWords, sinceWords } from '#renderer/components/dates.ts';
import { useTicking } from '#renderer/components/time.tsx';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { tellTrouble } from '../trouble.ts';
import { connectionWords } from './connection-words.ts';
import { noticeWords } from './notice-words.ts';
import { problemsOf } from './reach-problems.ts';
import { asSentence, brokenSince, endingWords, reachMeaning } from './reach-words.ts';

/** What stands above everything as long as customers do not get through, or have to be told something. */
export function ReachNotices({ view }: { readonly view: ConnectionView }) {
  const [place] = useLocation();
  const { reach, formerUrl, certificate } = view;
  return (
    <>
      {/* That page says so itself. */}
      {reach.state === 'unreachable' && place !== '/settings/connection' && <Broken view={view} />}
      {formerUrl !== undefined && <Moved from={formerUrl} to={reach.url} />}
      {certificate !== undefined && <Ending certificate={certificate} />}
      {view.floods?.map((flood) => (
        <Flood key={flood.channelId} flood={flood} />
      ))}
    </>
  );
}

function Broken({ view }: { readonly view: ConnectionView }) {
  const since = useTicking((now) => sinceWords(view.reach.since, now));
  const [problem] = problemsOf(view);
  return (
    <Line
      tone="urgent"
      icon={<CircleX />}
      title={brokenSince(view.settings.way, since)}
      action={<PlaceLink href="/settings/connection">{noticeWords.openConnection}</PlaceLink>}
    >
      {reachMeaning(view.reach, view.settings.way)}
      {problem !== undefined && (
        <>
          {' '}
          {asSentence(problem.what)} {asSentence(problem.todo)}
        </>
      )}
    </Line>
  );
}

function Moved({ from, to }: { readonly from: string; readonly to: string }) {
  const { dismissFormerUrl } = useWayInChanges();
  const dismiss = () =>
    dismissFormerUrl.mutate(undefined, { onError: (error) => tellTrouble(connectionWords.failed, error) });
  return (
    <Line
      tone="attention"
      icon={<Replace />}
      title={noticeWords.moved}
      action={
        <>
          <PlaceLink href="/settings/channels">{noticeWords.showAddresses}</PlaceLink>
          <Button size="sm" pending={dismissFormerUrl.isPending} onClick={dismiss}>
            {noticeWords.told}
          </Button>
        </>
      }
    >
      {noticeWords.before} <s className="break-words">{from}</s> {noticeWords.now}{' '}
      <strong className="font-semibold break-words">{to}</strong>. {noticeWords.movedMore}
    </Line>
  );
}

function Ending({ certificate }: { readonly certificate: CertificateInfo }) {
  const ending = useTicking((now) => endingWords(certificate, now) ?? '');
  if (ending === '') return null;
  return (
    <Line
      tone="attention"
      icon={<CalendarClock />}
      title={ending}
      action={<PlaceLink href="/settings/connection">{noticeWords.openConnection}</PlaceLink>}
    >
      {noticeWords.endingMore}
    </Line>
  );
}

function Flood({ flood: { channelId, since, refused } }: { readonly flood: NewChatFlood }) {
  const name = useChannels().data?.find(({ id }) => id === channelId)?.name ?? '';
  return (
    <Line
      tone="attention"
      icon={<Waves />}
      title={noticeWords.flood(name)}
      action={
        <>
          <PlaceLink href="/settings/connection">{noticeWords.floodLimits}</PlaceLink>
          <PlaceLink href="/settings/data">{noticeWords.floodClear}</PlaceLink>
        </>
      }
    >
      {noticeWords.floodMore(refused, clockWords(since))}
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

function PlaceLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Link href={href} className={cn(buttonLook({ size: 'sm' }), 'no-underline')}>
      {children}
    </Link>
  );
}
