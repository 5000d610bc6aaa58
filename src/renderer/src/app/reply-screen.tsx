import { useTranslation } from 'react-i18next';
import { ArrowDown, ConciergeBell, ExternalLink, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { formatCount } from '#renderer/components/amounts.ts';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { EmptyState, retryButton } from '#renderer/components/lists.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { withKey } from '#renderer/components/keys.tsx';
import { isCovered } from '#renderer/state/keys.ts';
import { type CommandName, useCommands, shownKeyOf, isPressed } from '#renderer/state/commands.tsx';
import { ReplyPane } from '#renderer/features/conversation/reply-pane.tsx';
import { awaitComposer, TypedAhead } from '#renderer/features/conversation/typed-ahead.tsx';
import { todayText } from '#renderer/features/inbox/list-states.tsx';
import { useCounts, useChat, useChats, useIsGone } from '#renderer/rpc/use-chats.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { needOf } from '#shared/domain/needs-person.ts';
import { customerName, useMe } from '#renderer/rpc/use-directory.ts';
import { ConnectionBanner } from '#renderer/features/notices/notices.tsx';
import { useReading } from './use-desktop-signals.ts';
import { useHashSearch } from './address.tsx';

/** The small reply window at the tray: one waiting chat after the other, at `/reply?chat=…`; works in a browser too. */
export function ReplyScreen() {
  const { t } = useTranslation('app');
  const reply = useReplyChat();
  const desktop = useDesktop();
  const close = desktop === undefined ? undefined : (): void => void desktop.call('closeReplyWindow');
  const customer = reply.chat && customerName(reply.chat.customer);
  const title = customer === undefined ? t('reply.title') : t('reply.titleOf', { customer });
  useEffect(() => {
    document.title = title;
  }, [title]);
  useReading(reply.chat?.id);
  useEscape(() => close?.());
  useCommands({ nextWaiting: () => reply.go(1), previousWaiting: () => reply.go(-1) });

  const closeButton = close && (
    <HeadButton command="closeReplyWindow" label={t('reply.close')} icon={<X />} onClick={close} />
  );
  return (
    <main className="flex h-full flex-col bg-ground">
      <TypedAhead />
      <ConnectionBanner />
      {reply.chat === undefined ? (
        <Nobody reply={reply}>{closeButton}</Nobody>
      ) : (
        <FaultBoundary key={reply.chat.id} part="pane" of={[reply.chat]}>
          <ReplyPane chat={reply.chat}>
            <NextButton reply={reply} />
            <OpenButton chat={reply.chat} />
            {closeButton}
          </ReplyPane>
        </FaultBoundary>
      )}
      {/* The composer's label does not change between chats, so the new customer is announced. */}
      <p role="status" className="sr-only">
        {title}
      </p>
    </main>
  );
}

function NextButton({ reply: { others, isAnswered, go } }: { readonly reply: ReplyChat }) {
  const { t } = useTranslation('app');
  const nextKey = shownKeyOf('nextWaiting');
  const label = t('reply.next', { count: others });
  if (others === 0) return null;
  return (
    <Button
      size="sm"
      variant={isAnswered ? 'primary' : 'outline'}
      aria-label={label}
      title={withKey(label, nextKey)}
      onClick={() => go(1)}
      className="tabular me-1 px-2"
    >
      <ArrowDown aria-hidden className="size-3.5" />
      {t('reply.more', { count: others, others: formatCount(others) })}
    </Button>
  );
}

function OpenButton({ chat }: { readonly chat: Chat }) {
  const { t } = useTranslation('app');
  const desktop = useDesktop();
  const [, navigate] = useLocation();
  const open = (): void => {
    if (desktop === undefined) navigate(`/chat/${chat.id}`);
    else void desktop.call('openChat', chat.id);
  };
  useCommands({ openInWindow: open });
  return <HeadButton command="openInWindow" label={t('reply.open')} icon={<ExternalLink />} onClick={open} />;
}

interface HeadButtonProps extends Pick<ComponentProps<typeof IconButton>, 'label' | 'icon' | 'onClick'> {
  readonly command: CommandName;
}

function HeadButton({ command, ...button }: HeadButtonProps) {
  return <IconButton size="sm" tooltipSide="bottom" shortcut={shownKeyOf(command)} {...button} />;
}

/** Shown without a chat: nobody is waiting, the state is unknown, or nothing for a moment. */
function Nobody({ reply, children }: { readonly reply: ReplyChat; readonly children: ReactNode }) {
  const { t } = useTranslation('app');
  const today = useCounts().data?.today;
  return (
    <>
      <header className="flex h-11 shrink-0 items-center gap-2 border-b bg-sunken py-2 pe-2 ps-4 [-webkit-app-region:drag]">
        <h1 className="min-w-0 flex-1 truncate text-heading font-semibold">{t('reply.title')}</h1>
        <div className="flex [-webkit-app-region:no-drag]">{children}</div>
      </header>
      <div
        className="flex min-h-0 flex-1"
        data-loading-chat={reply.nobodyWaits || reply.failed !== undefined ? undefined : ''}
      >
        {reply.nobodyWaits ? (
          <EmptyState icon={<ConciergeBell />} title={t('reply.nobody')}>
            {today !== undefined && todayText(today)}
          </EmptyState>
        ) : (
          reply.failed !== undefined && <EmptyState title={t('reply.notLoaded')} action={retryButton(reply.failed)} />
        )}
      </div>
    </>
  );
}

/** Escape in this window, also while typing; anything open above it (emoji, a menu) takes the key first. */
function useEscape(onEscape: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (!isPressed(event, 'closeReplyWindow')) return;
    if (!isCovered(document) && document.querySelector('[data-takes-escape]') === null) onEscape();
  });
  useEffect(() => {
    // In the capture phase: afterwards, what it closed is already gone.
    const stop = new AbortController();
    document.addEventListener('keydown', (event) => onKeyDown(event), { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
}

/** True while a chat still needs this operator: its customer waits for them, or their reply was not delivered. */
export function needsAnswer(chat: Chat, operatorId: string): boolean {
  const isOwn = chat.state === 'active' && chat.operatorId === operatorId;
  return needOf(chat, operatorId) !== undefined || (isOwn && chat.hasFailed);
}

/** The waiting chat after this one, cyclically; `step` -1: before it. Undefined if nobody else waits. */
export function nextWaiting(waiting: readonly Chat[], chatId: string | undefined, step: 1 | -1): string | undefined {
  const at = waiting.findIndex(({ id }) => id === chatId);
  // From a chat that is not waiting, both directions start at the longest waiting.
  const next = at < 0 ? waiting[0] : waiting[(at + step + waiting.length) % waiting.length];
  return next?.id === chatId ? undefined : next?.id;
}

export interface ReplyState {
  /** the chat named in the address */
  readonly named: string | undefined;
  /** undefined until known, null if it does not exist */
  readonly chat: Chat | null | undefined;
  /** already shown: it stays until closed, so that nobody writes to the wrong customer by surprise */
  readonly isShown: boolean;
  readonly operatorId: string | undefined;
  /** undefined until known */
  readonly waiting: readonly Chat[] | undefined;
}

type ReplyMove =
  | { readonly do: 'wait' }
  | { readonly do: 'show'; readonly chat: Chat }
  | { readonly do: 'go'; readonly chatId: string }
  | { readonly do: 'rest' };

/** Decides what the reply window does: show its chat, go to the longest waiting one, or idle. */
export function replyMove({ named, chat, isShown, operatorId, waiting }: ReplyState): ReplyMove {
  if (operatorId === undefined) return { do: 'wait' };
  if (named !== undefined) {
    if (chat === undefined) return { do: 'wait' };
    if (chat !== null && (needsAnswer(chat, operatorId) || (isShown && chat.state !== 'closed')))
      return { do: 'show', chat };
  }
  if (waiting === undefined) return { do: 'wait' };
  const next = waiting.find(({ id }) => id !== named);
  return next === undefined ? { do: 'rest' } : { do: 'go', chatId: next.id };
}

type ReplyChat = ReturnType<typeof useReplyChat>;

/** The chat of the reply window. Its address always names it, so that reopening the window can name another. */
function useReplyChat() {
  const search = useHashSearch().get('chat') ?? '';
  const named = /^\d+$/.test(search) ? search : undefined;
  const me = useMe();
  const queue = useChats('needsMe');
  const chat = useChat(named);
  const [shown, setShown] = useState<string>();
  const isMissing = useIsGone(named);
  const move = replyMove({
    named,
    chat: isMissing ? null : chat.data,
    isShown: shown !== undefined && shown === named,
    operatorId: me.data?.id,
    waiting: queue.data,
  });

  const current = move.do === 'show' ? move.chat : undefined;
  const goesTo = move.do === 'go' ? move.chatId : move.do === 'rest' && named !== undefined ? null : undefined;
  useEffect(() => setShown(current?.id), [current?.id]);
  useEffect(() => {
    if (goesTo !== undefined) showReply(goesTo);
  }, [goesTo]);

  const asked = isMissing ? [me, queue] : [me, queue, chat];
  const failed = asked.find(({ isError }) => isError);
  const isAnswered = current !== undefined && me.data !== undefined && !needsAnswer(current, me.data.id);
  return {
    /** undefined while it is being determined, and if nobody waits */
    chat: current,
    nobodyWaits: move.do === 'rest',
    /** the failed request, and how to repeat it */
    failed: failed && { error: failed.error, refetch: () => Promise.all(asked.map(({ refetch }) => refetch())) },
    /** number of other waiting chats */
    others: queue.data?.filter(({ id }) => id !== named).length ?? 0,
    /** its chat is finished */
    isAnswered,
    go: (step: 1 | -1): void => {
      const next = nextWaiting(queue.data ?? [], named, step);
      awaitComposer();
      if (next !== undefined) showReply(next);
      else if (isAnswered) showReply(null);
    },
  };
}

function showReply(chatId: string | null): void {
  window.location.replace(chatId === null ? '#/reply' : `#/reply?chat=${chatId}`);
}
