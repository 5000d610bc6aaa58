import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Report, ReportFigures } from '#shared/contract/reports.ts';
import type { ShowBehind } from './breakdowns.tsx';
import { numberWords, ratingWords, shareWords, timeWords, words } from './words.ts';

/** The six numbers that say how it went, each beside what it was before. */
export function Figures({
  report: { figures, before },
  onShow,
}: {
  readonly report: Report;
  readonly onShow: ShowBehind;
}) {
  const then = before.figures;
  const said = (of: ReportFigures): number => of.messages.customers + of.messages.operators + of.messages.bots;
  const share = (of: ReportFigures): number | null => (of.botClosed === 0 ? null : of.botSolved / of.botClosed);
  return (
    <section aria-label={words.figures} className="grid grid-cols-3 gap-3 max-card:grid-cols-2">
      <Figure
        title={words.chats}
        value={numberWords(figures.chats)}
        change={changeOf(figures.chats, then.chats, numberWords)}
        onShow={figures.chats === 0 ? undefined : () => onShow({ kind: 'all' }, words.chats)}
      >
        {figures.unanswered > 0 && (
          <button
            type="button"
            onClick={() => onShow({ kind: 'unanswered' }, words.unanswered)}
            className="relative rounded-sm text-attention underline decoration-from-font underline-offset-2"
          >
            {words.unansweredNow(figures.unanswered)}
          </button>
        )}
      </Figure>
      <Figure
        title={words.messages}
        value={numberWords(said(figures))}
        change={changeOf(said(figures), said(then), numberWords)}
      >
        {words.messagesMore(figures.messages.customers)}
      </Figure>
      <Figure
        title={words.firstAnswer}
        value={timeWords(figures.firstAnswer.median)}
        change={changeOf(figures.firstAnswer.median, then.firstAnswer.median, timeWords, true)}
      >
        {figures.firstAnswer.ninetieth === null
          ? words.noTimes
          : words.ninetieth(timeWords(figures.firstAnswer.ninetieth))}
      </Figure>
      <Figure
        title={words.resolution}
        value={timeWords(figures.resolution.median)}
        change={changeOf(figures.resolution.median, then.resolution.median, timeWords, true)}
      >
        {figures.resolution.ninetieth === null
          ? words.noneClosed
          : words.ninetieth(timeWords(figures.resolution.ninetieth))}
      </Figure>
      <Figure
        title={words.botSolved}
        value={shareWords(figures.botSolved, figures.botClosed)}
        change={changeOf(share(figures), share(then), () => shareWords(then.botSolved, then.botClosed))}
        onShow={figures.botSolved === 0 ? undefined : () => onShow({ kind: 'botSolved' }, words.botSolved)}
      >
        {figures.botClosed === 0 ? words.noBotChats : words.botSolvedMore(figures.botSolved, figures.botClosed)}
      </Figure>
      <Figure
        title={words.rating}
        value={ratingWords(figures.ratings.average)}
        change={changeOf(figures.ratings.average, then.ratings.average, ratingWords)}
      >
        {words.ratings(figures.ratings.count)}
      </Figure>
    </section>
  );
}

interface Change {
  readonly direction: 'up' | 'down' | 'same' | 'none';
  readonly words: string;
  readonly was: string | undefined;
}

/** How a number differs from the one before; of times, longer or shorter. */
function changeOf(
  now: number | null,
  before: number | null,
  written: (value: number) => string,
  isTime = false,
): Change | undefined {
  if (now === null) return undefined;
  if (before === null || before === 0) return { direction: 'none', words: words.noneBefore, was: undefined };
  const part = now / before - 1;
  const was = words.was(written(before));
  if (Math.abs(part) < 0.005) return { direction: 'same', words: words.same, was };
  if (part > 0) return { direction: 'up', words: isTime ? words.longer(part) : words.more(part), was };
  return { direction: 'down', words: isTime ? words.shorter(-part) : words.less(-part), was };
}

interface FigureProps {
  readonly title: string;
  readonly value: string;
  readonly change: Change | undefined;
  readonly onShow?: (() => void) | undefined;
  readonly children: ReactNode;
}

const arrows = { up: ArrowUp, down: ArrowDown, same: Equal } as const;

function Figure({ title, value, change, onShow, children }: FigureProps) {
  const Arrow = change === undefined || change.direction === 'none' ? undefined : arrows[change.direction];
  return (
    <div className="flex min-w-0 flex-col gap-0.5 rounded-card border bg-raised px-4 py-3">
      <h2 className="text-ui font-normal text-ink-quiet">{title}</h2>
      <p className="tabular text-[28px] leading-9 font-semibold">
        {onShow === undefined ? (
          value
        ) : (
          <button
            type="button"
            onClick={onShow}
            aria-label={`${value}. ${words.showChatsOf(title)}`}
            title={words.showChatsOf(title)}
            className="rounded-sm decoration-accent decoration-2 underline-offset-4 hover:underline"
          >
            {value}
          </button>
        )}
      </p>
      <p className="tabular text-ui text-ink-quiet">{children}</p>
      {change !== undefined && (
        <p title={change.was} className="tabular flex items-center gap-1 text-meta text-ink-quiet">
          {Arrow !== undefined && <Arrow aria-hidden className="size-3.5" />}
          {change.words}
        </p>
      )}
    </div>
  );
}
