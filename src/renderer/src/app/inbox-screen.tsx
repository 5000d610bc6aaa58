import { useTranslation } from 'react-i18next';
import { MessagesSquare } from 'lucide-react';
import { type ComponentProps, type CSSProperties, useEffect, type KeyboardEvent, type PointerEvent } from 'react';
import { useLocation } from 'wouter';
import { lazy } from '#renderer/components/lazy.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { EmptyState } from '#renderer/components/lists.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { createPersisted, useMediaQuery, useOverlay } from '#renderer/state/page-state.ts';
import { awaitComposer, TypedAhead } from '#renderer/features/conversation/typed-ahead.tsx';
import { InboxPane } from '#renderer/features/inbox/inbox-pane.tsx';
import { ReachChip } from '#renderer/features/settings/connection/reach-chip.tsx';
import { useChat, useCounts, useIsGone } from '#renderer/rpc/use-chats.ts';
import { localization } from '#renderer/language/i18n.ts';
import { useMay } from '#renderer/rpc/ask.ts';
import { ClosedLine } from '#renderer/features/presence/opening.tsx';
import { AskedWebsites } from '#renderer/features/settings/site/asked-websites.tsx';
import { AfterAnswers, ContactCard, ConversationPane, Drawer } from './later-parts.tsx';
import { useReading } from './use-desktop-signals.ts';
import { useTagsAddress } from './address.tsx';

const NextSteps = lazy(async () => (await import('#renderer/features/first-run/next-steps.tsx')).NextSteps);

const BotTurns = lazy(async () => (await import('#renderer/features/conversation/bot-turns.tsx')).BotTurns);

/** List, chat, and contact card or bot inspector; below 820 px list and chat take turns. */
export function InboxScreen({ chatId, startAt }: { readonly chatId?: string; readonly startAt?: string }) {
  const { t } = useTranslation('app');
  const [location, navigate] = useLocation();
  const listWidth = useLayout((layout) => layout.listWidth);
  const isTouched = useMediaQuery('(pointer: coarse)');
  const hasOpenChats = useCounts(({ open }) => open !== 0).data !== false;
  const isGone = useIsGone(chatId);
  const pane = useSidePane(isGone ? undefined : chatId);
  useReading(isGone ? undefined : chatId);
  useTagsAddress(window, location);
  const openChat = (id: string): void => {
    if (id !== chatId) awaitComposer();
    navigate(`/chat/${id}`);
  };

  return (
    <main className="flex h-full min-w-0">
      <TypedAhead />
      <div
        style={{ '--list-width': `${String(listWidth)}px` } as CSSProperties}
        className={cn('w-(--list-width) shrink-0 max-panes:w-full', chatId !== undefined && 'max-panes:hidden')}
      >
        <FaultBoundary part="pane">
          <InboxPane
            openChatId={chatId}
            onOpenChat={openChat}
            aside={<ReachChip />}
            notice={<ClosedLine />}
            footer={
              <>
                <AskedWebsites />
                <AfterAnswers>{chatId === undefined && <NextSteps inLine />}</AfterAnswers>
              </>
            }
          />
        </FaultBoundary>
      </div>
      <PaneResizer />
      <div className={cn('flex min-w-0 flex-1', chatId === undefined && 'max-panes:hidden')}>
        {chatId === undefined ? (
          // The middle row stays in the middle when the steps come.
          <div className="grid min-w-0 flex-1 grid-rows-[1fr_auto_1fr] justify-items-center gap-4 overflow-y-auto p-6">
            <EmptyState
              icon={<MessagesSquare />}
              title={t(hasOpenChats ? 'chooseChat' : 'caughtUp')}
              className="row-start-2 my-0"
            >
              {hasOpenChats ? t(isTouched ? 'chooseChatOnly' : 'chooseChatMore') : undefined}
            </EmptyState>
            <AfterAnswers>
              <NextSteps />
            </AfterAnswers>
          </div>
        ) : (
          <ConversationPane
            key={chatId}
            chatId={chatId}
            startAt={startAt}
            onNewest={() => openChat(chatId)}
            pane={pane}
            onOpenChat={openChat}
            onBack={() => navigate('/')}
          />
        )}
      </div>
      {chatId !== undefined && !isGone && <Beside pane={pane} chatId={chatId} onOpenChat={openChat} />}
    </main>
  );
}

interface BesideProps extends Pick<ComponentProps<typeof ContactCard>, 'chatId' | 'onOpenChat'> {
  readonly pane: SidePane;
}

/** The pane to the right of a chat, or over it. */
function Beside({ pane, chatId, onOpenChat }: BesideProps) {
  const { t } = useTranslation('app');
  const card = <ContactCard chatId={chatId} onOpenChat={onOpenChat} onClose={pane.close} />;
  const turns = (
    <FaultBoundary part="pane" of={[chatId]}>
      <BotTurns chatId={chatId} onClose={pane.close} />
    </FaultBoundary>
  );
  if (!pane.isDrawer) {
    if (pane.shown === undefined) return null;
    const isContact = pane.shown === 'contact';
    return (
      <section
        aria-label={isContact ? t('contactOf') : t('inspectorOf')}
        className={cn('shrink-0 border-s bg-raised', isContact ? 'w-[300px]' : 'w-[380px]')}
      >
        {isContact ? card : turns}
      </section>
    );
  }
  return (
    <>
      <Drawer open={pane.shown === 'contact'} onClose={pane.close} title={t('contactOf')}>
        {card}
      </Drawer>
      <Drawer
        open={pane.shown === 'turns'}
        onClose={pane.close}
        title={t('inspectorOf')}
        className="w-[min(440px,calc(100vw-48px))]"
      >
        {turns}
      </Drawer>
    </>
  );
}

const LIST_WIDTH = { min: 260, default: 320, most: 420 };

/** Layout of the panes; kept on this device. */
const useLayout = createPersisted('layout', {
  /** pixels */
  listWidth: LIST_WIDTH.default,
  /** the contact card beside a chat, if there is room */
  contactShown: true,
  /** the bot inspector in its place, for chats that a bot had */
  turnsShown: false,
});

function setListWidth(width: number): void {
  useLayout.setState({ listWidth: Math.round(Math.min(LIST_WIDTH.most, Math.max(LIST_WIDTH.min, width))) });
}

const STEP = 20;

/** The divider between list and chat: drag it or use the arrow keys; a double click resets it. */
function PaneResizer() {
  const { t } = useTranslation('app');
  const { listWidth } = useLayout();
  const isMirrored = localization.language().dir === 'rtl';

  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.previousElementSibling?.getBoundingClientRect();
    if (box) setListWidth(isMirrored ? box.right - event.clientX : event.clientX - box.left);
  };
  const step = (event: KeyboardEvent): void => {
    const change = { ArrowLeft: isMirrored ? STEP : -STEP, ArrowRight: isMirrored ? -STEP : STEP }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    setListWidth(listWidth + change);
  };

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('resizeList')}
      aria-valuemin={LIST_WIDTH.min}
      aria-valuemax={LIST_WIDTH.most}
      aria-valuenow={listWidth}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => setListWidth(LIST_WIDTH.default)}
      onKeyDown={step}
      className="relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-hairline transition-colors after:absolute after:inset-y-0 after:-inset-x-1 hover:bg-edge focus-visible:bg-accent max-panes:hidden"
    />
  );
}

type SidePaneKind = 'contact' | 'turns';
type SidePane = ReturnType<typeof useSidePane>;

/** The contact card or bot inspector: beside a chat, remembered; in a narrow window a drawer, which Back closes. */
function useSidePane(chatId: string | undefined) {
  const hasRoom = useMediaQuery('(min-width: 1120px)');
  const { contactShown, turnsShown } = useLayout();
  const { shown: over, show: showDrawer, close: closeDrawer } = useOverlay<SidePaneKind>();
  const hasBot = useChat(chatId, ({ botId }) => botId !== undefined).data === true;
  const isOwner = useMay('owner') === true;
  const beside = turnsShown && hasBot && isOwner ? 'turns' : contactShown ? 'contact' : undefined;
  const shown: SidePaneKind | undefined = hasRoom ? beside : over;
  useEffect(() => {
    if (hasRoom) closeDrawer();
  }, [hasRoom, closeDrawer]);

  const show = (kind: SidePaneKind | undefined): void => {
    if (!hasRoom) return kind === undefined ? closeDrawer() : showDrawer(kind);
    useLayout.setState({ turnsShown: kind === 'turns' });
    // The card stays mounted behind the inspector and reappears when that closes.
    if (kind === 'contact' || shown === 'contact') useLayout.setState({ contactShown: kind !== undefined });
  };
  return {
    /** the pane beside the chat, or over it in a narrow window */
    shown,
    isDrawer: !hasRoom,
    toggle: (kind: SidePaneKind): void => show(shown === kind ? undefined : kind),
    close: (): void => show(undefined),
  };
}
