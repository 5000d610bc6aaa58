import { dateText } from '#shared/locales/dates.ts';
import { type ComponentChildren, Fragment, type TargetedEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SiteMessage } from '#shared/site/frames.ts';
import type { ChatState, Pending } from '../chat/state.ts';
import { counted } from '../formats.ts';
import { useSurroundings } from './context.ts';
import { Icon } from './tool.tsx';
import { Message, PendingMessage, UploadRow } from './message.tsx';
import type { SentRating } from './rating-form.tsx';

/** Pixels from the end at which one still reads along. */
const NEAR = 60;

interface LogProps {
  readonly state: ChatState;
  /** the message above which the divider stands */
  readonly firstNew: string | undefined;
  /** messages below what is on the screen */
  readonly unseen: number;
  /** reports whether the end is on the screen */
  readonly onEnd: (isAtEnd: boolean) => void;
  readonly intro: ComponentChildren;
  /** content below the messages */
  readonly children: ComponentChildren;
}

/** The messages. Reading is never moved: new ones follow only at the end, earlier ones are put above. */
export function Log({ state, firstNew, unseen, onEnd, intro, children }: LogProps) {
  const { chat, uploads, status, texts, locale } = useSurroundings();
  const box = useRef<HTMLDivElement>(null);
  const position = useRef({ isAtEnd: true, fromEnd: 0, first: '' });
  const [isAtEnd, setAtEnd] = useState(true);
  const { messages, pending, hasMore } = state;
  const first = messages[0]?.id ?? '';
  const newestOfBot = messages.findLast(({ from }) => from === 'bot')?.id;
  const lastOwn = messages.findLast(({ from }) => from === 'visitor')?.id;

  const toEnd = (): void => {
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  };
  const onScroll = ({ currentTarget: element }: TargetedEvent<HTMLDivElement>): void => {
    const fromEnd = element.scrollHeight - element.scrollTop;
    const is = fromEnd - element.clientHeight < NEAR;
    position.current = { ...position.current, isAtEnd: is, fromEnd };
    setAtEnd(is);
    onEnd(is);
    if (element.scrollTop < 2 * NEAR && hasMore) chat.loadEarlier();
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const before = position.current;
    if (before.isAtEnd) toEnd();
    else if (before.first !== first) element.scrollTop = element.scrollHeight - before.fromEnd;
    position.current = { ...before, first, fromEnd: element.scrollHeight - element.scrollTop };
  });
  // The visitor's own words are always on the screen.
  const ownCount = pending.length + uploads.list().length;
  useLayoutEffect(() => {
    if (ownCount > 0) toEnd();
  }, [ownCount]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (position.current.isAtEnd) toEnd();
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);

  return (
    <div class="middle">
      {/* New messages are announced by a region of their own: here earlier ones are put in as well. */}
      <div ref={box} class="log" role="log" aria-live="off" aria-label={texts.log} tabIndex={0} onScroll={onScroll}>
        <div class="rows">
          {hasMore ? (
            <button type="button" class="quiet" onClick={chat.loadEarlier}>
              {texts.earlier}
            </button>
          ) : (
            intro
          )}
          {rowsOf(messages, firstNew).map(({ message, isNew, isFirstOfDay, isFirst, isLast }) => (
            <Fragment key={message.id}>
              {isFirstOfDay && <p class="between">{dayName(message.at, texts, locale)}</p>}
              {isNew && <p class="between new">{texts.newMessages}</p>}
              <Message
                message={message}
                isFirst={isFirst}
                isLast={isLast}
                isSent={message.id === lastOwn && pending.length === 0}
                isNewestOfBot={message.id === newestOfBot}
                sentRating={sentRating(pending, message.id)}
              />
            </Fragment>
          ))}
          {pending.map((entry) => (
            <PendingMessage key={entry.frame.id} {...entry} isConnected={state.isConnected} isOff={state.isOff} />
          ))}
          {uploads.list().map((upload) => (
            <UploadRow key={upload.id} {...upload} />
          ))}
          {children}
        </div>
      </div>
      {!isAtEnd && (
        <button
          type="button"
          class="to-end"
          translate={false}
          aria-label={unseen === 0 ? texts.newest : undefined}
          onClick={toEnd}
        >
          {unseen > 0 && counted(texts, 'unread', unseen, status.language)}
          <Icon name="down" />
        </button>
      )}
    </div>
  );
}

/** The rating of a message that the engine does not have yet. */
function sentRating(pending: readonly Pending[], message: string): SentRating | undefined {
  const found = pending.findLast(
    ({ frame, refused }) => frame.kind === 'rate' && frame.message === message && refused === undefined,
  )?.frame;
  return found?.kind === 'rate' ? found : undefined;
}

/** Milliseconds between messages of one writer that stand together. */
const TOGETHER = 5 * 60 * 1000;

/** Messages with what is above them; `isFirst`, `isLast`: of those that stand together. `firstNew`: below the divider. */
export function rowsOf(messages: readonly SiteMessage[], firstNew: string | undefined) {
  return messages.map((message, index) => {
    const [before, after] = [messages[index - 1], messages[index + 1]];
    const isNew = message.id === firstNew;
    return {
      message,
      isNew,
      isFirstOfDay: before === undefined || !isSameDay(before.at, message.at),
      isFirst: isNew || before === undefined || !standTogether(before, message),
      isLast: after === undefined || after.id === firstNew || !standTogether(message, after),
    };
  });
}

function standTogether(message: SiteMessage, next: SiteMessage): boolean {
  return (
    message.from === next.from &&
    message.name === next.name &&
    next.at - message.at < TOGETHER &&
    isSameDay(message.at, next.at)
  );
}

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** A day as people say it: today and yesterday by their names. */
export function dayName(
  at: number,
  names: { readonly today: string; readonly yesterday: string },
  locale: string,
  now = new Date(),
): string {
  if (isSameDay(at, now.getTime())) return names.today;
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (isSameDay(at, yesterday.getTime())) return names.yesterday;
  const isThisYear = new Date(at).getFullYear() === now.getFullYear();
  return dateText(isThisYear ? 'longDay' : 'longDayOfYear', at, locale);
}
