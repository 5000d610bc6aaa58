import { useTranslation } from 'react-i18next';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import type { FigureSelection as Behind, ReportSelection } from '#shared/contract/reports.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { Loaded } from '#renderer/components/loaded.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { Age } from '#renderer/components/time.tsx';
import { useRoutePages } from '#renderer/rpc/ask.ts';
import { metaFor } from '#renderer/rpc/may.ts';

const PAGE = 50;

interface FigureChatsProps {
  readonly selection: ReportSelection;
  readonly behind: Behind;
  /** what the number counts */
  readonly what: string;
  readonly channelName: (channelId: string) => string;
  readonly onClose: () => void;
}

/** The chats behind a number; a click opens one. */
export function FigureChats({ selection, behind, what, channelName, onClose }: FigureChatsProps) {
  const { t } = useTranslation('reports');
  const chats = useRoutePages(
    'reports.chats',
    { ...selection, behind, limit: PAGE },
    // Refetched each time it opens.
    { gcTime: 0, meta: metaFor('reports'), select: ({ pages }) => pages.flatMap((page) => page.chats) },
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('behind', { what })}
      description={t('behindLead')}
      className="w-[min(560px,calc(100vw-32px))]"
    >
      <Loaded query={chats} loading={<Skeleton className="h-40" />} failed={t('loadFailed')}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-ui text-ink-quiet">{t('behindNone')}</p>
          ) : (
            <ol aria-label={what} className="-mx-2 flex flex-col">
              {rows.map((chat) => (
                <li key={chat.id}>
                  <FaultBoundary part="row" of={[chat]}>
                    <ChatRow chat={chat} channelName={channelName(chat.channelId)} />
                  </FaultBoundary>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
      {chats.hasNextPage && (
        <Button className="self-center" pending={chats.isFetchingNextPage} onClick={() => void chats.fetchNextPage()}>
          {t('showMore')}
        </Button>
      )}
    </Dialog>
  );
}

function ChatRow({ chat, channelName }: { readonly chat: Chat; readonly channelName: string }) {
  const { t } = useTranslation('reports');
  const facts = [
    channelName,
    chat.state === 'closed' ? t('closed') : t('open'),
    chat.rating && t('rated', { rate: chat.rating.rate }),
  ].filter((fact) => fact !== undefined);
  return (
    <Link
      href={`/chat/${encodeURIComponent(chat.id)}`}
      className="flex items-center gap-3 rounded-control px-2 py-2 text-ink no-underline hover:bg-hover"
    >
      <Avatar name={chat.customer.name} seed={chat.customer.id} photo={undefined} size={32} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-ui font-medium">
          <bdi>{chat.customer.name ?? t('visitor')}</bdi>
        </span>
        <span className="truncate text-meta text-ink-quiet">{facts.join(' · ')}</span>
      </span>
      <Age at={chat.openedAt} className="shrink-0 text-ink-quiet" />
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-quiet rtl:-scale-x-100" />
    </Link>
  );
}
