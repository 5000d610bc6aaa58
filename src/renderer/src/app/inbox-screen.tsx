import { MessagesSquare } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { useLocation } from 'wouter';
import { cn } from '#renderer/components/class-names.ts';
import { Drawer } from '#renderer/components/drawer.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { useMediaQuery } from '#renderer/components/use-media-query.ts';
import { ContactCard } from '#renderer/features/contact/contact-card.tsx';
import { ConversationPane } from '#renderer/features/conversation/conversation-pane.tsx';
import { InboxPane } from '#renderer/features/inbox/inbox-pane.tsx';
import { useLayout } from './layout.ts';
import { PaneResizer } from './pane-resizer.tsx';
import { words } from './words.ts';

/** List, conversation and contact card; below 820 px list and conversation take turns. */
export function InboxScreen({ chatId }: { readonly chatId: string | undefined }) {
  const [, navigate] = useLocation();
  const { listWidth, contactShown, setContactShown } = useLayout();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const hasRoomForCard = useMediaQuery('(min-width: 1120px)');
  const cardShown = hasRoomForCard ? contactShown : drawerOpen;
  const showCard = hasRoomForCard ? setContactShown : setDrawerOpen;

  const openChat = (id: string): void => {
    setDrawerOpen(false);
    navigate(`/chat/${id}`);
  };

  return (
    <main className="flex h-full min-w-0">
      <div
        style={{ '--list-width': `${String(listWidth)}px` } as CSSProperties}
        className={cn('w-(--list-width) shrink-0 max-panes:w-full', chatId !== undefined && 'max-panes:hidden')}
      >
        <InboxPane openChatId={chatId} onOpenChat={openChat} />
      </div>
      <PaneResizer />
      <div className={cn('flex min-w-0 flex-1', chatId === undefined && 'max-panes:hidden')}>
        {chatId === undefined ? (
          <EmptyState icon={<MessagesSquare />} title={words.chooseChat}>
            {words.chooseChatMore}
          </EmptyState>
        ) : (
          <ConversationPane
            key={chatId}
            chatId={chatId}
            contactShown={cardShown}
            onToggleContact={() => showCard(!cardShown)}
            onBack={() => navigate('/')}
          />
        )}
      </div>
      {chatId !== undefined && hasRoomForCard && contactShown && (
        <section aria-label={words.contactOf} className="w-[300px] shrink-0 border-l bg-raised">
          <ContactCard chatId={chatId} onOpenChat={openChat} onClose={() => setContactShown(false)} />
        </section>
      )}
      {chatId !== undefined && !hasRoomForCard && (
        <Drawer open={drawerOpen} onOpenChange={setDrawerOpen} title={words.contactOf}>
          <ContactCard chatId={chatId} onOpenChat={openChat} onClose={() => setDrawerOpen(false)} />
        </Drawer>
      )}
    </main>
  );
}
