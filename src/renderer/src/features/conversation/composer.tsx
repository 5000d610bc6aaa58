import { useTranslation } from 'react-i18next';
import { SendHorizontal } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { isPressed } from '#renderer/state/commands.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { hasTouchKeyboard, useMediaQuery } from '#renderer/state/page-state.ts';
import { placeholderIn } from '#shared/domain/saved-replies.ts';
import { countSigns } from '#shared/domain/graphemes.ts';
import { cutText, TEXT_LIMIT } from '#shared/domain/text-cutting.ts';
import { codePoints } from '#shared/protocol/code-points.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { MAX_DRAFT_LENGTH, type OutgoingText, useDrafts } from '#renderer/rpc/written.ts';
import { AttachTools, EmojiButton, SavedButton } from './composer-tools.tsx';
import { ComposerTop } from './attach/composer-top.tsx';
import { holdsUp, isLeftOut } from './attach/attachment.ts';
import { useAttach, useAttached, useRecorder } from './attach/attaching.ts';
import { useConversationBasics } from './conversation-context.ts';
import { SendLaterButton } from './later/later.tsx';
import { useSlash } from './saved/use-slash.tsx';
import { awaitComposer, takeTyped } from './typed-ahead.tsx';
import type { NewFile } from './attach/attachments.ts';

const RecorderBar = lazy(async () => (await import('./attach/recorder.tsx')).RecorderBar);

/** Code points: where the length starts to show, and the limit of one reply. */
const COUNTER_FROM = 900;
const MAX_LENGTH = 60_000;

interface ComposerProps {
  /** side effects of sending, in words */
  readonly notice: string | undefined;
  /** the text may be empty: attachments are then sent alone */
  readonly send: (written: OutgoingText, thenClose: boolean) => Promise<boolean>;
  /** the switch between replies and notes */
  readonly children?: ReactNode;
}

/** The composer for replies and attachments. Each chat keeps its draft. It does not render with every message. */
export const Composer = memo(function Composer({ notice, send, children }: ComposerProps) {
  const { t } = useTranslation('conversation');
  const { chatId, isOfBot, names, field } = useConversationBasics();
  const text = useDrafts((drafts) => drafts.drafts[chatId]?.text ?? '');
  const { write, take } = useDrafts.getState();
  const { call } = useConsole();
  const typing = useTypingSignal(
    useCallback((isTyping: boolean) => call('chats.typing', { chatId, typing: isTyping }), [call, chatId]),
  );
  const attached = useAttached(chatId);
  const attach = useAttach();
  const recorder = useRecorder((files) => attachFiles(files));
  const slash = useSlash(text);
  const enterSends = useEnterSends();
  const isTooLong = text.length > MAX_LENGTH;
  const hasFailed = attached.some(holdsUp);
  const canRetry = attached.some(({ progress }) => progress.at === 'failed' && progress.remedy !== undefined);
  const hasFiles =
    attached.some((attachment) => !isLeftOut(attachment)) && !attached.some(({ isLeaving }) => isLeaving);
  const isRecording = typeof recorder.state === 'object';
  const canSend = (text.trim() !== '' || hasFiles || isRecording) && !isTooLong && !hasFailed;

  const missing = placeholderIn(text);
  const sendNow = (thenClose: boolean, asItIs = false): void => {
    if (!canSend) return;
    if (missing !== undefined && !asItIs) return selectRange(field.current, missing);
    const written = take(chatId);
    // A text ends the typing by itself, and must not wait behind another request.
    typing.stopped(!hasFiles && !isRecording);
    // The recording in progress is sent too.
    const sending = isRecording ? recorder.finish().then(() => send(written, thenClose)) : send(written, thenClose);
    if (!thenClose) return field.current?.focus();
    // What is typed from here on is for the chat that comes next; if this one stays open, it is for this one.
    awaitComposer(sending);
    const stay = (): void => takeTyped(field.current);
    sending.then((isClosed) => isClosed || stay(), stay);
  };
  const attachFiles = (files: readonly NewFile[]): void => {
    attach(files);
    if (!hasTouchKeyboard()) field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (slash.onKeyDown(event)) return;
    const thenClose = isPressed(event, 'sendAndClose');
    if (!thenClose && !(enterSends && isPressed(event, 'send'))) return;
    event.preventDefault();
    sendNow(thenClose);
  };

  return (
    <WritingBox
      notice={notice}
      isOfBot={isOfBot}
      writingSwitch={children}
      above={slash.list}
      attached={
        <>
          <ComposerTop
            attached={attached}
            isRecording={recorder.state !== 'resting'}
            onAttach={attachFiles}
            onSend={sendNow}
          />
          {recorder.state !== 'resting' && <RecorderBar recorder={recorder} onEnd={() => field.current?.focus()} />}
        </>
      }
      onSubmit={() => sendNow(false)}
      ref={field}
      data-takes-files=""
      aria-label={t('composer.message')}
      aria-describedby={notice === undefined ? 'composer-length' : 'composer-notice composer-length'}
      placeholder={t('composer.placeholder', { name: names.customer })}
      value={text}
      onWrite={(next) => {
        write(chatId, next);
        slash.look();
        typing.wrote(next);
      }}
      onKeyDown={onKeyDown}
      onSelect={slash.look}
      onBlur={slash.look}
      {...slash.aria}
    >
      <div className="flex">
        <AttachTools recorder={recorder} onAttach={attachFiles} />
        {/* A phone's keyboard has its own. */}
        <span className="pointer-coarse:@max-sm:hidden">
          <EmojiButton />
        </span>
        <SavedButton />
      </div>
      <p
        className={cn(
          'min-w-0 flex-1 text-meta text-ink-quiet',
          // A hint that does not fit is not cut but wraps to a hidden second line.
          hasFailed
            ? '@max-md:order-first @max-md:basis-full @max-md:px-1.5 @max-md:pt-1'
            : "flex h-[18px] flex-wrap overflow-hidden before:h-full before:content-['']",
        )}
      >
        {hasFailed ? (
          t(canRetry ? 'attach.failedFirst' : 'attach.removeFirst')
        ) : (
          <span className="max-panes:hidden">{enterSends && text.length <= COUNTER_FROM && t('composer.hint')}</span>
        )}
      </p>
      <MissingName text={text} onSend={() => sendNow(false, true)} />
      <Length text={text} isTooLong={isTooLong} />
      <SendLaterButton
        disabled={!canSend || hasFiles || isRecording || missing !== undefined}
        take={() => {
          typing.stopped();
          return take(chatId);
        }}
      />
      <Button type="submit" variant="primary" disabled={!canSend} className="pointer-coarse:min-w-11">
        <span className="pointer-coarse:@max-sm:sr-only">{t('composer.send')}</span>
        <SendHorizontal aria-hidden className="size-4" />
      </Button>
    </WritingBox>
  );
});

export function selectRange(field: HTMLTextAreaElement | null, range: ReturnType<typeof placeholderIn>): void {
  field?.focus();
  if (range !== undefined) field?.setSelectionRange(range.start, range.end);
}

/** Asks before a text goes out in which a name is missing. */
export function MissingName({ text, onSend }: { readonly text: string; readonly onSend: () => void }) {
  const { t } = useTranslation('conversation');
  const missing = placeholderIn(text);
  return (
    <div role="status" className="contents">
      {missing !== undefined && (
        <p className="order-first flex basis-full flex-wrap items-center gap-x-2 px-1.5 pt-1 text-meta text-attention">
          {t('composer.missingName', { placeholder: text.slice(missing.start, missing.end) })}
          <Button size="sm" variant="quiet" onClick={onSend}>
            {t('composer.sendAsItIs')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** The length of a long reply, and the number of messages it will be split into. */
function Length({ text, isTooLong }: { readonly text: string; readonly isTooLong: boolean }) {
  const { t } = useTranslation('conversation');
  const label = useMemo(() => {
    if (text.length <= COUNTER_FROM) return '';
    if (isTooLong) return t('composer.notSentLong');
    const { length, most } = countSigns(text, TEXT_LIMIT, codePoints);
    if (most - length >= TEXT_LIMIT - COUNTER_FROM) return '';
    return length <= most
      ? t('composer.left', { length, limit: most })
      : t('composer.parts', { count: cutText(text).length, length });
  }, [text, isTooLong, t]);
  return (
    <p
      id="composer-length"
      className={cn('tabular ms-auto shrink-0 text-meta', isTooLong ? 'text-urgent' : 'text-ink-quiet')}
    >
      {label}
    </p>
  );
}

export interface WritingBoxProps extends Omit<ComponentProps<'textarea'>, 'onSubmit' | 'onChange'> {
  readonly onWrite: (text: string) => void;
  readonly onSubmit: () => void;
  /** classes of the box, if it differs */
  readonly boxClassName?: string | undefined;
  /** side effects of sending, in words */
  readonly notice?: string | undefined;
  /** the notice is about a bot */
  readonly isOfBot?: boolean;
  /** the switch between replies and notes */
  readonly writingSwitch?: ReactNode;
  /** above the box */
  readonly above?: ReactNode;
  /** embedded in a container with its own edges */
  readonly isInline?: boolean | undefined;
  /** between head and field */
  readonly attached?: ReactNode;
  /** below the field: tools and the send button */
  readonly children: ReactNode;
}

/** True if Enter sends. A phone's keyboard has no other key for a new line. */
export function useEnterSends(): boolean {
  return !useMediaQuery('(pointer: coarse)');
}

/** The box in which replies and notes are written: a growing field with tools below. */
export function WritingBox({
  onWrite,
  onSubmit,
  boxClassName = 'border-edge bg-raised transition-colors focus-within:border-accent focus-within:outline-accent',
  notice,
  isOfBot,
  writingSwitch,
  above,
  attached,
  isInline = false,
  children,
  ref,
  ...field
}: WritingBoxProps) {
  const element = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => element.current as HTMLTextAreaElement);
  useLayoutEffect(() => {
    const { current } = element;
    if (isInline) return undefined;
    takeTyped(current);
    // Its chat is closed, handed over or left: what is being typed goes into no shortcut.
    return () => {
      if (document.activeElement === current) awaitComposer();
    };
  }, [isInline]);
  return (
    <form
      className={cn(
        'relative',
        isInline ? 'min-w-0 flex-1' : 'mx-auto w-full max-w-[720px] px-4 pb-4 max-phone:px-2 max-phone:pb-2',
      )}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {above}
      <div className={cn('rounded-card border focus-within:outline-1', boxClassName)}>
        {notice === undefined ? (
          writingSwitch !== undefined && <div className="px-1.5 pt-1.5">{writingSwitch}</div>
        ) : (
          <div
            className={cn(
              'flex items-center gap-2 rounded-t-card border-b px-1.5 py-1.5 text-meta',
              isOfBot === true ? 'bg-bot-tint text-bot' : 'text-ink-quiet',
            )}
          >
            {writingSwitch}
            <p id="composer-notice" className="min-w-0 px-1.5 wrap-anywhere">
              {notice}
            </p>
          </div>
        )}
        {attached}
        <textarea
          ref={element}
          rows={1}
          dir="auto"
          data-composer={isInline ? undefined : ''}
          maxLength={MAX_DRAFT_LENGTH}
          onChange={({ target }) => onWrite(target.value)}
          {...field}
          className="block field-sizing-content max-h-[min(196px,30dvh)] min-h-[42px] pointer-coarse:min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-message outline-none [unicode-bidi:plaintext]"
        />
        <div className="@container">
          {/* On phones the tools move closer together, so that they and Send fit. */}
          <div className="flex flex-wrap items-center gap-2 px-1.5 pb-1.5 max-panes:gap-0.5">{children}</div>
        </div>
      </div>
    </form>
  );
}

/** Milliseconds between two typing signals. */
const SIGNAL_INTERVAL = 1000;

/** Signals typing: repeatedly while it lasts, and once when it stops or `sendTyping` changes. */
export function useTypingSignal(sendTyping: (typing: boolean) => Promise<unknown>) {
  const signal = useMemo(() => {
    let sentAt: number | undefined;
    const say = (at: number | undefined): void => {
      sentAt = at;
      // Failures are ignored: the message matters, not the sign that it is coming.
      void sendTyping(at !== undefined).catch(() => undefined);
    };
    const stopped = (isKnown = false): void => {
      if (isKnown) sentAt = undefined;
      else if (sentAt !== undefined) say(undefined);
    };
    return {
      stopped,
      wrote: (text: string): void => {
        const now = performance.now();
        if (text.trim() === '') stopped();
        else if (sentAt === undefined || now - sentAt >= SIGNAL_INTERVAL) say(now);
      },
    };
  }, [sendTyping]);
  useEffect(() => () => signal.stopped(), [signal]);
  return signal;
}
