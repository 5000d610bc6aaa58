import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { Ban, CircleCheck, MessageSquare, MessageSquarePlus, RotateCcw, StickyNote, UserRound } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { Button } from '#renderer/components/button.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { isCovered, isTextField } from '#renderer/state/keys.ts';
import { errorNotifier } from '#renderer/components/toaster.tsx';
import { useCommands } from '#renderer/state/commands.tsx';
import { type ClosedChat, useClosedChat } from '#renderer/rpc/use-chats.ts';
import {
  moveFirstDraft,
  type OutgoingText,
  setWritingKind,
  useWritingStore,
  type WritingKind,
} from '#renderer/rpc/written.ts';
import { useReplyMedia } from '#renderer/rpc/use-messages.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { sendAttachments } from './attach/attaching.ts';
import { Composer } from './composer.tsx';
import { useConversation } from './conversation-context.ts';
import { FirstComposer, NoteComposer } from './note-composer.tsx';
import { withoutComposer } from './typed-ahead.tsx';

/** The composer for replies or notes, or why no reply is possible and what to do about it. */
export function ReplyArea() {
  const { t } = useTranslation('conversation');
  const { chat, actions, field, isSmall, onOpenChat } = useConversation();
  const noteButton = useRef<HTMLButtonElement>(null);
  const { kind, write } = useWriting(chat.id, field, noteButton);
  const isClosed = chat.state === 'closed';
  const closed = useClosedChat(chat);
  const begin = isSmall || !closed.canBegin ? undefined : () => write('first');
  useTypingStarts(field);
  useCommands({
    reply: isClosed ? begin : actions.isHeld ? undefined : () => write('reply'),
    note: isSmall ? undefined : () => write('note'),
    begin,
  });
  const writingSwitch = useMemo(() => <WritingSwitch kind={kind} write={write} />, [kind, write]);
  if (kind === 'first' && begin !== undefined)
    return (
      <FirstComposer
        onEscape={() => write('reply')}
        onBegun={(chatId) => {
          write('reply');
          onOpenChat?.(chatId);
        }}
      />
    );
  if (isSmall) return <Answering closed={closed} />;
  if (kind === 'note') return <NoteComposer onEscape={() => write('reply')}>{writingSwitch}</NoteComposer>;
  const noteInstead = (
    <Button ref={noteButton} variant="quiet" onClick={() => write('note')}>
      <StickyNote aria-hidden className="size-4" />
      {t('notes.writeNote')}
    </Button>
  );
  return <Answering writingSwitch={writingSwitch} noteInstead={noteInstead} closed={closed} onBegin={begin} />;
}

interface AnsweringProps {
  readonly writingSwitch?: ReactNode;
  /** offered if no reply can be written */
  readonly noteInstead?: ReactNode;
  readonly closed: ClosedChat;
  /** starts a new chat */
  readonly onBegin?: (() => void) | undefined;
}

function Answering({ writingSwitch, noteInstead, closed, onBegin }: AnsweringProps) {
  const { t } = useTranslation('conversation');
  const { chat, names, actions, isSmall, onOpenChat } = useConversation();
  const openNext = useNextWaiting();
  const send = useSend(chat.id, async () => {
    const isClosed = await actions.closeNow();
    if (isClosed) await openNext();
    return isClosed;
  });
  if (chat.state === 'closed') {
    const { bar, openId } = closed;
    return (
      <Obstacle
        icon={bar === 'blocked' ? <Ban /> : <CircleCheck />}
        title={t(bar === 'blocked' ? 'composer.isBlocked' : 'composer.isClosed')}
        more={t(`composer.closedMore.${bar ?? 'nothing'}`, { name: names.customer })}
      >
        {noteInstead}
        {closed.canReopen && (
          <Button pending={actions.isReopening} onClick={actions.reopen}>
            <RotateCcw aria-hidden className="size-4" />
            {t('reopen')}
          </Button>
        )}
        {onBegin !== undefined && (
          <Button variant="primary" onClick={onBegin}>
            <MessageSquarePlus aria-hidden className="size-4" />
            {t('composer.begin')}
          </Button>
        )}
        {openId !== undefined && onOpenChat !== undefined && (
          <Button
            variant="primary"
            onClick={() => {
              moveFirstDraft(chat.id, openId);
              onOpenChat(openId);
            }}
          >
            {t('composer.toOpenChat')}
          </Button>
        )}
      </Obstacle>
    );
  }
  if (actions.isHeld) {
    return (
      <Obstacle
        icon={<UserRound />}
        title={t('composer.heldBy', { operatorName: names.operator })}
        more={t('composer.heldByMore')}
      >
        {noteInstead}
        <Button pending={actions.isTaking} onClick={actions.takeOver}>
          {t('takeOver')}
        </Button>
      </Obstacle>
    );
  }
  // The small window need not mention that sending takes a waiting chat.
  const isExpected = isSmall && chat.state === 'waiting' && !chat.askedForPerson;
  return (
    <Composer notice={isExpected ? undefined : noticeText(chat, names.bot)} send={send}>
      {writingSwitch}
    </Composer>
  );
}

/** Side effects of sending. */
function noticeText({ state, askedForPerson }: Chat, botName: string): string | undefined {
  if (state === 'bot')
    return i18n.t(`conversation:composer.${askedForPerson ? 'botAskedNobodyOnline' : 'botAnswers'}`, { botName });
  if (state === 'waiting')
    return i18n.t(`conversation:composer.${askedForPerson ? 'botAsked' : 'takesOnSend'}`, { botName });
  return undefined;
}

/**
 * Sends a reply: its text, then its attachments. Text waits for a lost connection; what the engine refuses returns to
 * the field or stays attached, as do files while text waits. Resolves with whether the chat was closed after it.
 */
function useSend(chatId: string, close: () => Promise<boolean>) {
  const { t } = useTranslation('conversation');
  const { outbox } = useConsole();
  const replyMedia = useReplyMedia();
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  return useCallback(
    async (written: OutgoingText, thenClose: boolean): Promise<boolean> => {
      const sent = await Promise.all([
        written.text.trim() === '' || outbox.send({ ...written, chatId, isNote: false }).then((way) => way === 'sent'),
        sendAttachments(chatId, replyMedia).catch((error: unknown) => {
          errorNotifier(t('attach.notSent'))(error);
          return false;
        }),
      ]);
      return thenClose && !sent.includes(false) && (await latest.current());
    },
    [chatId, outbox, replyMedia, t],
  );
}

/** Opens the longest waiting chat after "Send and close", if the operator is still here. */
function useNextWaiting(): () => Promise<void> {
  const { call } = useConsole();
  const { chat, onOpenChat } = useConversation();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  return async () => {
    if (onOpenChat === undefined) return;
    await call('chats.list', { filter: 'needsMe', limit: 2 }).then(
      ({ chats }) => {
        const next = chats.find(({ id }) => id !== chat.id);
        if (next !== undefined && isHere.current) onOpenChat(next.id);
      },
      // The list still shows who is waiting.
      () => undefined,
    );
  };
}

/** Characters typed outside any field go to the composer. */
function useTypingStarts(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isCharacter =
        event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isCharacter || event.defaultPrevented || isTextField(event.target) || isCovered(document)) return;
      field.current?.focus();
    };
    // On the window, after the document's shortcuts.
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [field]);
}

interface ObstacleProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly more: string;
  /** available actions */
  readonly children: ReactNode;
}

function Obstacle({ icon, title, more, children }: ObstacleProps) {
  useEffect(withoutComposer, []);
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 pb-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border bg-sunken px-4 py-2.5 [&_svg]:size-4">
        <div className="flex min-w-0 flex-[1_1_18rem] items-center gap-3">
          <span aria-hidden className="text-ink-quiet">
            {icon}
          </span>
          <p className="min-w-0 text-ui">
            <span className="font-medium">{title}</span> <span className="text-ink-quiet">{more}</span>
          </p>
        </div>
        <div className="ms-auto flex flex-wrap justify-end gap-2">{children}</div>
      </div>
    </div>
  );
}

/** The composer's mode, and how to switch it: the new field then has focus, or else the button offered instead. */
function useWriting(chatId: string, field: RefObject<HTMLElement | null>, instead: RefObject<HTMLElement | null>) {
  const kind = useWritingStore(({ kinds: written }): WritingKind => written[chatId] ?? 'reply');
  const hasTurned = useRef(false);
  useEffect(() => {
    if (hasTurned.current) (field.current ?? instead.current)?.focus();
    hasTurned.current = false;
  }, [kind, field, instead]);
  const write = useCallback(
    (next: WritingKind): void => {
      if (next === kind) return (field.current ?? instead.current)?.focus();
      hasTurned.current = true;
      setWritingKind(chatId, next);
    },
    [kind, chatId, field, instead],
  );
  return { kind, write };
}

const kinds = [
  { kind: 'reply', icon: <MessageSquare aria-hidden /> },
  { kind: 'note', icon: <StickyNote aria-hidden /> },
] as const;

/** The switch between replies and notes. */
function WritingSwitch({ kind, write }: ReturnType<typeof useWriting>) {
  const { t } = useTranslation('conversation');
  return (
    <div role="group" aria-label={t('notes.kinds')} className="flex shrink-0 gap-0.5">
      {kinds.map((option) => (
        <button
          key={option.kind}
          type="button"
          aria-pressed={option.kind === kind}
          onClick={() => write(option.kind)}
          className={cn(
            'flex h-6 items-center gap-1.5 rounded-sm px-2 text-meta font-medium text-ink-quiet transition-colors select-none hover:bg-hover hover:text-ink pointer-coarse:h-11 pointer-coarse:px-3 [&_svg]:size-3.5',
            option.kind === 'note'
              ? 'aria-pressed:bg-raised aria-pressed:text-note'
              : 'aria-pressed:bg-selected aria-pressed:text-ink',
          )}
        >
          {option.icon}
          {t(`notes.${option.kind}`)}
        </button>
      ))}
    </div>
  );
}
