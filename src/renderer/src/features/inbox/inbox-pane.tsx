import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { CountBadge } from '#renderer/components/chip.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { useCounts } from '#renderer/rpc/use-chats.ts';
import { ChatList } from './chat-list.tsx';
import { chatFilters, type InboxFilter, useInboxView } from './inbox-view.ts';
import { ChosenTags, TagFilterButton } from './tag-filter.tsx';

interface InboxPaneProps {
  readonly openChatId: string | undefined;
  readonly onOpenChat: (chatId: string) => void;
  /** beside the title */
  readonly aside?: ReactNode;
  /** under the title, where there is something to say */
  readonly notice?: ReactNode;
}

/** The lists of chats: Waiting, Mine, Bot, All open, Closed. */
export function InboxPane({ openChatId, onOpenChat, aside, notice }: InboxPaneProps) {
  const { t } = useTranslation('inbox');
  const { filter, tags, setFilter } = useInboxView();
  const counts = useCounts().data;
  return (
    <section aria-label={t('inbox')} className="flex h-full min-w-0 flex-col">
      <header className="flex flex-col gap-2 border-b px-2 pt-4 pb-2">
        <div className="flex items-center justify-between gap-2 px-2">
          <h1 className="text-title font-semibold">{t('inbox')}</h1>
          <div className="flex items-center gap-1">
            {aside}
            <TagFilterButton />
          </div>
        </div>
        {notice}
        <Tabs<InboxFilter>
          label={t('lists')}
          value={filter}
          onValueChange={setFilter}
          listClassName="-mx-1 gap-0 overflow-x-auto px-1 py-0.5 whitespace-nowrap [scrollbar-width:none] [&>*]:shrink-0 [&>*]:gap-1 [&>*]:px-2"
          tabs={chatFilters.map((value) => ({ value, label: <FilterLabel filter={value} counts={counts} /> }))}
        />
        <ChosenTags />
      </header>
      <ChatList
        key={[filter, ...tags].join('\n')}
        filter={filter}
        tags={tags}
        openChatId={openChatId}
        onOpenChat={onOpenChat}
      />
    </section>
  );
}

interface FilterLabelProps {
  readonly filter: InboxFilter;
  readonly counts: ReturnType<typeof useCounts>['data'];
}

function FilterLabel({ filter, counts }: FilterLabelProps) {
  const { t } = useTranslation('inbox');
  // What is open is what the lists before it count.
  const waiting = filter === 'open' || filter === 'closed' ? 0 : (counts?.needsMe[filter] ?? 0);
  return (
    <>
      {t(`filters.${filter}`)}
      <CountBadge count={waiting} label={t('chatsWaiting', { count: waiting })} />
    </>
  );
}
