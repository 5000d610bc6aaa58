import { CountBadge } from '#renderer/components/chip.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { useCounts } from '#renderer/rpc/use-chats.ts';
import type { ChatFilter } from '#shared/contract/routes.ts';
import { ChatList } from './chat-list.tsx';
import { useInboxView } from './inbox-view.ts';
import { words } from './words.ts';

const FILTERS: readonly ChatFilter[] = ['waiting', 'mine', 'open', 'closed'];

interface InboxPaneProps {
  readonly openChatId: string | undefined;
  readonly onOpenChat: (chatId: string) => void;
}

/** The lists of chats: Waiting, Mine, All open, Closed. */
export function InboxPane({ openChatId, onOpenChat }: InboxPaneProps) {
  const { filter, setFilter } = useInboxView();
  const counts = useCounts().data;
  return (
    <section aria-label={words.inbox} className="flex h-full min-w-0 flex-col">
      <header className="flex flex-col gap-2 border-b px-3 pt-4 pb-2">
        <h1 className="px-1 text-title font-semibold">{words.inbox}</h1>
        <Tabs<ChatFilter>
          label={words.lists}
          value={filter}
          onValueChange={setFilter}
          listClassName="-mx-1 gap-0.5 overflow-x-auto px-1 py-0.5 whitespace-nowrap [scrollbar-width:none] [&>*]:shrink-0 [&>*]:px-2"
          tabs={FILTERS.map((value) => ({ value, label: <FilterLabel filter={value} counts={counts} /> }))}
        />
      </header>
      <ChatList key={filter} filter={filter} openChatId={openChatId} onOpenChat={onOpenChat} />
    </section>
  );
}

interface FilterLabelProps {
  readonly filter: ChatFilter;
  readonly counts: ReturnType<typeof useCounts>['data'];
}

function FilterLabel({ filter, counts }: FilterLabelProps) {
  const unread = filter === 'closed' ? 0 : (counts?.unread[filter] ?? 0);
  return (
    <>
      {words.filters[filter]}
      <CountBadge count={unread} label={words.unreadChats(unread)} />
    </>
  );
}
