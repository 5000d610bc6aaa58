import { useTranslation } from 'react-i18next';
import { type ReactNode, useState } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { CountBadge } from '#renderer/components/chip.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { useCounts } from '#renderer/rpc/use-chats.ts';
import { useChannels, useOperators } from '#renderer/rpc/use-directory.ts';
import { ChatList } from './chat-list.tsx';
import {
  chatFilters,
  isNarrowed,
  narrow,
  showList,
  useInboxView,
  type InboxFilter,
} from '#renderer/state/inbox-view.ts';
import { Popover } from '#renderer/components/popups.tsx';
import { lazyInSuspense } from '#renderer/components/lazy.tsx';
import { AtSign, CircleAlert, ListChecks, ListFilter, Moon, X } from 'lucide-react';
import { IconButton } from '#renderer/components/button.tsx';
import { TagChip } from '#renderer/components/tags.tsx';

interface InboxPaneProps {
  readonly openChatId: string | undefined;
  readonly onOpenChat: (chatId: string) => void;
  /** beside the title */
  readonly aside?: ReactNode;
  /** below the title */
  readonly notice?: ReactNode;
  /** below the list: what comes late moves nothing there */
  readonly footer?: ReactNode;
}

/** The lists of chats: Waiting, Mine, Bot, All open, Closed. */
export function InboxPane({ openChatId, onOpenChat, aside, notice, footer }: InboxPaneProps) {
  const { t } = useTranslation('inbox');
  const { filter, tags, channelId, heldBy } = useInboxView();
  const { failed = 0, mentioned = 0, snoozed = 0 } = useCounts().data ?? {};
  const [isSelecting, setSelecting] = useState(false);
  // A page has one main heading: beside a chat, its customer is it.
  const Title = openChatId === undefined ? 'h1' : 'h2';
  const choose = (next: InboxFilter): void => {
    setSelecting(false);
    showList(next);
  };
  return (
    <section aria-label={t('inbox')} className="flex h-full min-w-0 flex-col">
      <header className="flex flex-col gap-2 border-b px-2 pt-4 pb-2">
        <div className="flex items-center justify-between gap-2 px-2">
          <Title className="text-title font-semibold">{t('inbox')}</Title>
          <div className="flex min-w-0 items-center gap-1 [&>button]:shrink-0">
            {aside}
            <IconButton
              size="sm"
              label={t('chosen.begin')}
              icon={<ListChecks />}
              aria-pressed={isSelecting}
              onClick={() => setSelecting(!isSelecting)}
              className="aria-pressed:bg-selected aria-pressed:text-accent"
            />
            <FilterButton />
          </div>
        </div>
        {notice}
        <SideList filter="failed" count={failed}>
          {t('notDeliveredIn', { count: failed })}
        </SideList>
        <SideList filter="mentioned" count={mentioned}>
          {t('mentionedIn', { count: mentioned })}
        </SideList>
        <SideList filter="snoozed" count={snoozed}>
          {t('snoozedIn', { count: snoozed })}
        </SideList>
        <Tabs<InboxFilter>
          label={t('lists')}
          value={filter}
          onValueChange={choose}
          listClassName="-mx-2 gap-0 overflow-x-auto ps-2.5 py-0.5 whitespace-nowrap [scrollbar-width:none] [&>*]:shrink-0 [&>*]:gap-1 [&>*]:px-1.5"
          tabs={chatFilters.map((value) => ({ value, label: <FilterLabel filter={value} /> }))}
        />
        <ActiveFilters />
      </header>
      <ChatList
        key={[filter, channelId, heldBy, ...tags].join('\n')}
        filter={filter}
        narrowing={{ tags, channelId, heldBy }}
        openChatId={openChatId}
        onOpenChat={onOpenChat}
        isSelecting={isSelecting}
        onSelecting={setSelecting}
      />
      {footer}
    </section>
  );
}

const sideLists = {
  failed: {
    Icon: CircleAlert,
    look: 'mx-2 border border-transparent bg-urgent-tint px-3 py-1.5 font-medium text-urgent hover:border-urgent aria-pressed:border-urgent',
  },
  mentioned: {
    Icon: AtSign,
    look: 'mx-2 border border-transparent bg-note-tint px-3 py-1.5 font-medium text-note hover:border-note aria-pressed:border-note',
  },
  snoozed: {
    Icon: Moon,
    look: 'px-2 py-1 text-ink-quiet hover:bg-hover aria-pressed:bg-selected aria-pressed:text-ink',
  },
} as const;

interface SideListProps {
  readonly filter: keyof typeof sideLists;
  readonly count: number;
  readonly children: ReactNode;
}

/** Opens a list that is only offered while there is something in it: undelivered replies, mentions, and snoozed chats. */
function SideList({ filter, count, children }: SideListProps) {
  const { Icon, look } = sideLists[filter];
  const isShown = useInboxView((view) => view.filter) === filter;
  if (count === 0 && !(isShown && filter === 'snoozed')) return null;
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={() => showList(isShown ? 'waiting' : filter)}
      className={cn('flex min-h-8 items-center gap-2 rounded-control text-start text-ui', look)}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {children}
    </button>
  );
}

function FilterLabel({ filter }: { readonly filter: InboxFilter }) {
  const { t } = useTranslation('inbox');
  const needsMe = useCounts().data?.needsMe;
  // Open chats are those counted by the lists above.
  const isCounted = filter === 'waiting' || filter === 'mine' || filter === 'bot';
  const waiting = isCounted ? (needsMe?.[filter] ?? 0) : 0;
  return (
    <>
      {t(`filters.${filter}`)}
      <CountBadge count={waiting} label={t('chatsWaiting', { count: waiting })} />
    </>
  );
}

const FilterChoices = lazyInSuspense(async () => (await import('./filter-choices.tsx')).FilterChoices);

/** Filters the lists by channel, operator and tags. */
function FilterButton() {
  const { t } = useTranslation('inbox');
  const isOn = useInboxView(isNarrowed);
  return (
    <Popover
      label={t('narrow.title')}
      trigger={
        <IconButton
          size="sm"
          label={isOn ? t('narrow.on') : t('narrow.title')}
          icon={<ListFilter />}
          className={isOn ? 'bg-selected text-accent' : ''}
        />
      }
      className="max-h-112 w-64 gap-3 p-3"
    >
      {() => <FilterChoices />}
    </Popover>
  );
}

/** The active filters, each removable. */
function ActiveFilters() {
  const { t } = useTranslation();
  const view = useInboxView();
  const { tags, channelId, heldBy } = view;
  const channel = useChannels().data?.find(({ id }) => id === channelId);
  const operator = useOperators().data?.find(({ id }) => id === heldBy);
  if (!isNarrowed(view)) return null;
  return (
    <div className="flex flex-wrap items-center gap-1 px-2">
      {channelId !== undefined && (
        <ActiveFilter name={channel?.name ?? channelId} onRemove={() => narrow({ channelId: undefined })} />
      )}
      {heldBy !== undefined && (
        <ActiveFilter name={operator?.name ?? heldBy} onRemove={() => narrow({ heldBy: undefined })} />
      )}
      {tags.length > 0 && (
        <ul aria-label={t('tags.filteredBy', { count: tags.length })} className="contents">
          {tags.map((name) => (
            <li key={name} className="flex max-w-full min-w-0">
              <TagChip
                name={name}
                onRemove={() => narrow({ tags: tags.filter((tag) => tag !== name) })}
                className="h-6"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ActiveFilter({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const { t } = useTranslation('inbox');
  return (
    <span className="flex h-6 max-w-full min-w-0 items-center gap-1 rounded-full bg-hover ps-2 text-meta font-medium text-ink">
      <span className="truncate">{name}</span>
      <button
        type="button"
        aria-label={t('narrow.remove', { name })}
        onClick={onRemove}
        className="relative grid size-6 shrink-0 place-items-center rounded-full text-ink-quiet hover:text-ink pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5 pointer-coarse:after:content-['']"
      >
        <X aria-hidden className="size-3" />
      </button>
    </span>
  );
}
