import { useTranslation } from 'react-i18next';
import { formatCount } from '#renderer/components/amounts.ts';
import { ArrowDown, ConciergeBell, ExternalLink, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { withKey } from '#renderer/components/kbd.tsx';
import { useCommands, useShownKey } from '#renderer/components/use-commands.tsx';
import { ReplyPane } from '#renderer/features/conversation/reply-pane.tsx';
import { todayText } from '#renderer/features/inbox/list-states.tsx';
import { useCounts } from '#renderer/rpc/use-chats.ts';
import { useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { ConnectionBanner } from './notices.tsx';
import { useReading } from './use-desktop-signals.ts';
import { type ReplyChat, useReplyChat } from './reply-chat.ts';
import { isPressed } from '#renderer/components/command-table.ts';
import { isCovered } from '#renderer/components/keys.ts';

/** The small reply window at the tray: one waiting chat after the other, at `/reply?chat=…`; works in a browser too. */
export function ReplyScreen() {
  const { t } = useTranslation('app');
  const reply = useReplyChat();
  const desktop = useDesktop();
  const close = desktop === undefined ? undefined : (): void => void desktop.call('closeReplyWindow');
  const customer = reply.chat?.customer.name ?? t('reply.visitor');
  const title = reply.chat === undefined ? t('reply.title') : t('reply.titleOf', { customer });
  useEffect(() => {
    document.title = title;
  }, [title]);
  useReading(reply.chat?.id);
  useEscape(() => close?.());
  useCommands({ nextWaiting: () => reply.go(1), previousWaiting: () => reply.go(-1) });

  const closeKey = useShownKey('closeReplyWindow');
  const closeButton = close !== undefined && (
    <IconButton
      size="sm"
      label={t('reply.close')}
      shortcut={closeKey}
      tooltipSide="bottom"
      icon={<X />}
      onClick={close}
    />
  );
  return (
    <main className="flex h-full flex-col bg-ground">
      <ShopLine />
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

/** Whose customers these are, where this app has several shops. */
function ShopLine() {
  const { seat, seats = [] } = useDesktopStatus().data ?? {};
  if (seat === undefined || seats.length < 2) return null;
  return (
    <p className="shrink-0 truncate border-b bg-sunken px-4 py-1 text-meta text-ink-quiet [-webkit-app-region:drag]">
      {seat.shop}
    </p>
  );
}

function NextButton({ reply: { others, isAnswered, go } }: { readonly reply: ReplyChat }) {
  const { t } = useTranslation('app');
  const nextKey = useShownKey('nextWaiting');
  if (others === 0) return null;
  return (
    <Button
      size="sm"
      variant={isAnswered ? 'primary' : 'outline'}
      aria-label={t('reply.next', { count: others })}
      title={withKey(t('reply.next', { count: others }), nextKey)}
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
  const openKey = useShownKey('openInWindow');
  return (
    <IconButton
      size="sm"
      label={t('reply.open')}
      shortcut={openKey}
      tooltipSide="bottom"
      icon={<ExternalLink />}
      onClick={open}
    />
  );
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
      <div className="flex min-h-0 flex-1">
        {reply.nobodyWaits ? (
          <EmptyState icon={<ConciergeBell />} title={t('reply.nobody')}>
            {today !== undefined && todayText(today)}
          </EmptyState>
        ) : (
          reply.hasFailed && (
            <EmptyState
              title={t('reply.notLoaded')}
              action={<Button onClick={reply.tryAgain}>{t('tryOnceMore')}</Button>}
            />
          )
        )}
      </div>
    </>
  );
}

/** Escape in this window, also while typing; anything open above it (emoji, a menu) takes the key first. */
function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isPressed(event, 'closeReplyWindow') || event.isComposing) return;
      if (!isCovered(document) && document.querySelector('[data-takes-escape]') === null) latest.current();
    };
    // In the capture phase: afterwards, what it closed is already gone.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);
}
