import { useTranslation } from 'react-i18next';
import { Check, CircleAlert, Clock3 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { TestLine, TestSession } from '#shared/contract/test-customer.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { Clock } from '#renderer/components/time.tsx';
import { LineContent } from './line-content.tsx';

interface TranscriptProps {
  readonly session: TestSession | undefined;
  readonly shopName: string;
}

/** What was said, the newest at the end and in sight: the reversed column keeps its end where it is, whatever the size. */
export function Transcript({ session, shopName }: TranscriptProps) {
  const { t } = useTranslation('channels');
  const pane = useRef<HTMLDivElement>(null);
  const count = session?.lines.length ?? 0;
  const typing = session?.operatorTyping ?? false;
  useLayoutEffect(() => {
    if (pane.current !== null) pane.current.scrollTop = 0;
  }, [count, typing]);

  return (
    <div
      ref={pane}
      tabIndex={0}
      role="log"
      aria-label={t('testCustomer.conversation')}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto px-4 py-4 focus-visible:-outline-offset-2"
    >
      <div className="flex min-h-full shrink-0 flex-col justify-end gap-0.5">
        {session !== undefined && count === 0 && <Greeting shopName={shopName} />}
        {session?.lines.map((line, index) => (
          <FaultBoundary key={line.id} part="message" of={[line]}>
            <Line line={line} before={session.lines[index - 1]} after={session.lines[index + 1]} />
          </FaultBoundary>
        ))}
        {typing && <TypingDots />}
      </div>
    </div>
  );
}

function Greeting({ shopName }: { readonly shopName: string }) {
  const { t } = useTranslation('channels');
  return (
    <>
      <p className="m-auto max-w-64 p-4 text-center text-ui text-ink-quiet">{t('testCustomer.hint')}</p>
      <p className="mb-1 ms-10 text-meta text-ink-quiet">{shopName}</p>
      <div className="flex items-end gap-2">
        <Avatar name={shopName} seed={shopName} size={32} />
        <p className="rounded-bubble rounded-es-sm bg-customer-tint px-3 py-2 text-message">
          {t('testCustomer.greeting')}
        </p>
      </div>
    </>
  );
}

interface LineProps {
  readonly line: TestLine;
  readonly before: TestLine | undefined;
  readonly after: TestLine | undefined;
}

function Line({ line, before, after }: LineProps) {
  const first = before === undefined || !sameVoice(before, line);
  const last = after === undefined || !sameVoice(line, after);
  return line.from === 'customer' ? (
    <OwnLine line={line} first={first} last={last} />
  ) : (
    <ReplyLine line={line} first={first} last={last} />
  );
}

/** Whether two lines are one person speaking on. */
function sameVoice(one: TestLine, next: TestLine): boolean {
  return one.from === next.from && one.operatorName === next.operatorName && next.at - one.at < 5 * 60_000;
}

interface PlacedLineProps {
  readonly line: TestLine;
  readonly first: boolean;
  readonly last: boolean;
}

function OwnLine({ line, first, last }: PlacedLineProps) {
  const { t } = useTranslation('channels');
  const failed = line.status !== undefined && line.status !== 200;
  return (
    <article aria-label={t('testCustomer.you')} className={cn('flex flex-col items-end', first && 'mt-3')}>
      <div
        className={cn(
          'max-w-[82%] rounded-bubble bg-shop px-3 py-2 text-message break-words whitespace-pre-wrap text-shop-ink',
          last && 'rounded-ee-sm',
        )}
      >
        <LineContent line={line} own />
      </div>
      {(last || failed) && <SentMark line={line} />}
    </article>
  );
}

function SentMark({ line }: { readonly line: TestLine }) {
  const { t } = useTranslation('channels');
  if (line.status === undefined)
    return (
      <p className="mt-1 flex items-center gap-1 text-meta text-ink-quiet">
        <Clock3 aria-hidden className="size-3" />
        {t('testCustomer.sending')}
      </p>
    );
  if (line.status !== 200)
    return (
      <p className="mt-1 flex items-center gap-1 text-meta text-urgent">
        <CircleAlert aria-hidden className="size-3.5" />
        {line.status === 0
          ? t('testCustomer.noAnswer')
          : t('testCustomer.notAccepted', { status: String(line.status) })}
      </p>
    );
  return (
    <p className="mt-1 flex items-center gap-1 text-meta text-ink-quiet">
      <Check aria-hidden className="size-3.5" />
      {t('testCustomer.sent')} <Clock at={line.at} />
    </p>
  );
}

function ReplyLine({ line, first, last }: PlacedLineProps) {
  const { t } = useTranslation('channels');
  const name = line.operatorName ?? t('testCustomer.someone');
  return (
    <article aria-label={name} className={cn('flex flex-col', first && 'mt-3')}>
      {first && <p className="mb-1 ms-10 text-meta text-ink-quiet">{name}</p>}
      <div className="flex items-end gap-2">
        {last ? <Avatar name={name} seed={name} size={32} /> : <span className="w-8 shrink-0" />}
        <div
          className={cn(
            'max-w-[82%] min-w-0 rounded-bubble bg-customer-tint px-3 py-2 text-message break-words whitespace-pre-wrap',
            last && 'rounded-es-sm',
          )}
        >
          <LineContent line={line} />
        </div>
      </div>
      {last && <Clock at={line.at} className="mt-1 ms-10 text-ink-quiet" />}
    </article>
  );
}

function TypingDots() {
  const { t } = useTranslation('channels');
  return (
    <p className="mt-3 ms-10 flex w-fit items-center gap-1 rounded-bubble bg-customer-tint px-3.5 py-3">
      <span className="sr-only">{t('testCustomer.typing')}</span>
      {[0, 1, 2].map((dot) => (
        <span
          key={dot}
          aria-hidden
          className="breathe size-1.5 rounded-full bg-ink-quiet"
          style={{ animationDelay: `${dot * 180}ms` }}
        />
      ))}
    </p>
  );
}
