import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useCallback, useMemo } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { isPressed } from '#renderer/components/command-table.ts';
import { lazy } from '#renderer/components/lazy.tsx';
import { cutText } from '#shared/domain/text-cutting.ts';
import { TEXT_LIMIT } from '#shared/protocol/limits.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import type { Words } from '#renderer/rpc/use-messages.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { AttachTools } from './attach/attach-tools.tsx';
import { useAttachments } from './attach/attachments.ts';
import { ComposerTop } from './attach/composer-top.tsx';
import { useAttached, useAttaching } from './attach/attaching.ts';
import { useRecorder } from './attach/use-recorder.ts';
import { ComposerHead } from './writing.tsx';
import { useDrafts } from './drafts.ts';
import { EmojiButton } from './emoji-button.tsx';
import { insertText } from '#renderer/components/insert-text.ts';
import { SavedButton } from './saved/saved-button.tsx';
import { useSlash } from './saved/use-slash.tsx';
import { useTypingSignal } from './use-typing-signal.ts';

export const RecorderBar = lazy(async () => (await import('./attach/recorder.tsx')).RecorderBar);

/** Code points from which the length is shown, and how many one reply may have. */
const COUNTED_FROM = 900;
const MOST = 60_000;

interface ComposerProps {
  readonly chat: Chat;
  readonly customerName: string;
  /** what sending will do besides, in words */
  readonly notice: string | undefined;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** in a small window: leads nowhere else */
  readonly isSmall: boolean;
  /** the text may be empty: then what is attached goes alone */
  readonly onSend: (written: Words, thenClose: boolean) => void;
  /** the switch between replies and notes */
  readonly children?: ReactNode;
}

/** Where a reply is written, and files are put beside it. The draft stays with its chat. */
export function Composer({ chat, customerName, notice, field, isSmall, onSend, children }: ComposerProps) {
  const { t } = useTranslation('conversation');
  const { id: chatId } = chat;
  const text = useDrafts((drafts) => drafts.drafts[chatId]?.text ?? '');
  const { write, take } = useDrafts.getState();
  const { call } = useConsole();
  const typing = useTypingSignal(
    useCallback((isTyping: boolean) => call('chats.typing', { chatId, typing: isTyping }), [call, chatId]),
  );
  const attached = useAttached(chatId);
  const isLeaving = useAttachments(({ leaving }) => leaving[chatId] !== undefined);
  const { attach, remove } = useAttaching(chatId);
  const recorder = useRecorder(attach);
  const slash = useSlash(chat, field, text);
  const hasText = text.trim() !== '';
  const isTooLong = text.length > MOST;
  const hasFailed = attached.some(({ progress }) => progress.at === 'failed');
  const hasFiles = attached.length > 0 && !isLeaving;
  const isRecording = recorder.state.is === 'recording';
  const canSend = (hasText || hasFiles || isRecording) && !isTooLong && !hasFailed;

  const change = (next: string): void => {
    write(chatId, next);
    slash.look();
    if (next.trim() === '') typing.stopped();
    else typing.typed();
  };
  const send = (thenClose: boolean): void => {
    if (!canSend) return;
    const written = take(chatId);
    typing.stopped();
    // What is being said goes along.
    if (isRecording) void recorder.finish().then(() => onSend(written, thenClose));
    else onSend(written, thenClose);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (slash.onKeyDown(event)) return;
    // While an input method composes, Enter chooses a word.
    if (event.nativeEvent.isComposing) return;
    const thenClose = isPressed(event, 'sendAndClose');
    if (!thenClose && !isPressed(event, 'send')) return;
    event.preventDefault();
    send(thenClose);
  };

  return (
    <form
      className="relative mx-auto w-full max-w-[720px] px-4 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      {slash.list}
      <div
        data-takes-files=""
        className="rounded-card border border-edge bg-raised transition-colors focus-within:border-accent focus-within:outline-1 focus-within:outline-accent"
      >
        <ComposerHead notice={notice} isOfBot={chat.state === 'bot'}>
          {children}
        </ComposerHead>
        <ComposerTop
          chat={chat}
          customerName={customerName}
          attached={attached}
          isRecording={recorder.state.is !== 'resting'}
          isSmall={isSmall}
          onAttach={attach}
          onRemove={(id) => {
            remove(id);
            field.current?.focus();
          }}
          onSend={send}
        />
        <Suspense>
          {recorder.state.is !== 'resting' && <RecorderBar recorder={recorder} onEnd={() => field.current?.focus()} />}
        </Suspense>
        <textarea
          ref={field}
          aria-label={t('composer.message')}
          aria-describedby={notice === undefined ? 'composer-length' : 'composer-notice composer-length'}
          placeholder={t('composer.placeholder', { name: customerName })}
          value={text}
          rows={1}
          dir="auto"
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onSelect={slash.look}
          onBlur={slash.look}
          {...slash.aria}
          className="block field-sizing-content max-h-[196px] min-h-[42px] w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-message outline-none [unicode-bidi:plaintext]"
        />
        <div className="flex items-center gap-2 px-1.5 pb-1.5">
          <div className="flex">
            <AttachTools
              chat={chat}
              customerName={customerName}
              isSmall={isSmall}
              recorder={recorder}
              onAttach={attach}
            />
            <EmojiButton onPick={(emoji) => field.current !== null && insertText(field.current, emoji)} />
            <SavedButton chat={chat} field={field} isSmall={isSmall} />
          </div>
          <p className="min-w-0 flex-1 truncate text-meta text-ink-quiet">
            {hasFailed ? (
              t('attach.failedFirst')
            ) : (
              <span className="max-panes:hidden">{text.length <= COUNTED_FROM && t('composer.hint')}</span>
            )}
          </p>
          <Length text={text} isTooLong={isTooLong} />
          <Button type="submit" variant="primary" disabled={!canSend}>
            {t('composer.send')}
            <SendHorizontal aria-hidden className="size-4" />
          </Button>
        </div>
      </div>
    </form>
  );
}

/** How long a long reply is, and into how many messages it will be cut. */
function Length({ text, isTooLong }: { readonly text: string; readonly isTooLong: boolean }) {
  const { t } = useTranslation('conversation');
  const said = useMemo(() => lengthWords(text, isTooLong, t), [text, isTooLong, t]);
  return (
    <p id="composer-length" className={cn('tabular shrink-0 text-meta', isTooLong ? 'text-urgent' : 'text-ink-quiet')}>
      {said}
    </p>
  );
}

function lengthWords(text: string, isTooLong: boolean, t: TFunction<'conversation'>): string {
  if (text.length <= COUNTED_FROM) return '';
  if (isTooLong) return t('composer.notSentLong');
  const length = Array.from(text).length;
  if (length <= COUNTED_FROM) return '';
  return length <= TEXT_LIMIT
    ? t('composer.left', { length, limit: TEXT_LIMIT })
    : t('composer.parts', { count: cutText(text).length, length });
}
