import { useTranslation } from 'react-i18next';
import { MessagesSquare } from 'lucide-react';
import { lazy } from '#renderer/components/lazy.tsx';
import { type CSSProperties, Suspense } from 'react';
import { useLocation } from 'wouter';
import { useAppearance } from '#renderer/components/appearance.ts';
import { cn } from '#renderer/components/class-names.ts';
import { Drawer } from '#renderer/components/dialog.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { useMediaQuery } from '#renderer/components/page-state.ts';
import { useOffered } from '#renderer/components/use-commands.tsx';
import { ContactCard } from '#renderer/features/contact/contact-card.tsx';
import { ConversationPane } from '#renderer/features/conversation/conversation-pane.tsx';
import { InboxPane } from '#renderer/features/inbox/inbox-pane.tsx';
import { ReachChip } from '#renderer/features/settings/connection/reach.tsx';
import { useIsGone } from '#renderer/rpc/use-chats.ts';
import { ClosedLine } from './notices.tsx';
import { useLayout, PaneResizer, type SidePane, useSidePane } from './panes.tsx';
import { useReading } from './use-desktop-signals.ts';
import { useTagsAddress } from './address.tsx';

const NextSteps = lazy(async () => (await import('./next-steps.tsx')).NextSteps);

const BotTurns = lazy(async () => (await import('#renderer/features/conversation/bot-turns.tsx')).BotTurns);

/** List, chat, and contact card or bot inspector; below 820 px list and chat take turns. */
export function InboxScreen({
  chatId,
  startAt,
}: {
  readonly chatId: string | undefined;
  readonly startAt: string | undefined;
}) {
  const { t } = useTranslation('app');
  const [place, navigate] = useLocation();
  const listWidth = useLayout((layout) => layout.listWidth);
  const characterKeys = useAppearance((appearance) => appearance.characterKeys);
  const isTouched = useMediaQuery('(pointer: coarse)');
  const isGone = useIsGone(chatId);
  const pane = useSidePane(isGone ? undefined : chatId);
  useReading(isGone ? undefined : chatId);
  useTagsAddress(window, place);
  const openChat = (id: string): void => navigate(`/chat/${id}`);

  return (
    <main className="flex h-full min-w-0">
      <div
        style={{ '--list-width': `${String(listWidth)}px` } as CSSProperties}
        className={cn('w-(--list-width) shrink-0 max-panes:w-full', chatId !== undefined && 'max-panes:hidden')}
      >
        <FaultBoundary part="pane">
          <InboxPane
            openChatId={chatId}
            onOpenChat={openChat}
            aside={<ReachChip />}
            notice={
              <>
                <ClosedLine />
                {chatId === undefined && (
                  <Suspense>
                    <NextSteps inLine />
                  </Suspense>
                )}
              </>
            }
          />
        </FaultBoundary>
      </div>
      <PaneResizer />
      <div className={cn('flex min-w-0 flex-1', chatId === undefined && 'max-panes:hidden')}>
        {chatId === undefined ? (
          <div className="m-auto flex max-h-full min-w-0 flex-col items-center gap-4 overflow-y-auto p-6">
            <EmptyState icon={<MessagesSquare />} title={t('chooseChat')} className="m-0">
              {characterKeys && !isTouched ? t('chooseChatMore') : t('chooseChatOnly')}
            </EmptyState>
            <Suspense>
              <NextSteps />
            </Suspense>
          </div>
        ) : (
          <ConversationPane
            key={chatId}
            chatId={chatId}
            startAt={startAt}
            onNewest={() => openChat(chatId)}
            contactShown={pane.shown === 'contact'}
            onToggleContact={() => pane.toggle('contact')}
            turnsShown={pane.shown === 'turns'}
            onToggleTurns={() => pane.toggle('turns')}
            onOpenChat={openChat}
            onBack={() => navigate('/')}
          />
        )}
      </div>
      {chatId !== undefined && !isGone && <Beside pane={pane} chatId={chatId} onOpenChat={openChat} />}
    </main>
  );
}

interface BesideProps {
  readonly pane: SidePane;
  readonly chatId: string;
  readonly onOpenChat: (chatId: string) => void;
}

/** The pane to the right of a chat, or over it. */
function Beside({ pane, chatId, onOpenChat }: BesideProps) {
  const { t } = useTranslation('app');
  const offered = useOffered();
  const begin = (): void => {
    if (pane.isDrawer) pane.close();
    offered().begin?.();
  };
  const card = <ContactCard chatId={chatId} onOpenChat={onOpenChat} onBegin={begin} onClose={pane.close} />;
  const turns = (
    <FaultBoundary part="pane" of={[chatId]}>
      <Suspense>
        <BotTurns chatId={chatId} onClose={pane.close} />
      </Suspense>
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
  const onOpenChange = (open: boolean): void => {
    if (!open) pane.close();
  };
  return (
    <>
      <Drawer open={pane.shown === 'contact'} onOpenChange={onOpenChange} title={t('contactOf')}>
        {card}
      </Drawer>
      <Drawer
        open={pane.shown === 'turns'}
        onOpenChange={onOpenChange}
        title={t('inspectorOf')}
        className="w-[min(440px,calc(100vw-48px))]"
      >
        {turns}
      </Drawer>
    </>
  );
}
