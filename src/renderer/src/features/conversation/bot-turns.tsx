import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ArrowDownLeft, ArrowUpRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { Chip, type ChipTone } from '#renderer/components/chip.tsx';
import { formatClockWithSeconds, Moment } from '#renderer/components/dates.tsx';
import { EmptyState, Loaded } from '#renderer/components/lists.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { usePublicAddress, useBot, useMe } from '#renderer/rpc/use-directory.ts';
import type { BotTurn } from '#shared/domain/bots.ts';
import {
  Attempts,
  type InTurn,
  noteText,
  type OutTurn,
  providerAddress,
  serviceAddress,
  TurnBody,
} from './bot-turn-parts.tsx';
import { eventText } from './conversation-text.ts';

/** The bot inspector of a chat: each event to and from the bot's provider, and why the chat moved. */
export function BotTurns({ chatId, onClose }: { readonly chatId: string; readonly onClose: () => void }) {
  const { t } = useTranslation('conversation');
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-14 shrink-0 items-center justify-between gap-2 border-b px-4 py-1.5">
        <div className="min-w-0">
          <h2 className="text-heading font-semibold">{t('botTurns.turn.title')}</h2>
          <p className="truncate text-meta text-ink-quiet" title={t('botTurns.turn.lead')}>
            {t('botTurns.turn.lead')}
          </p>
        </div>
        <IconButton label={t('botTurns.turn.close')} icon={<X />} onClick={onClose} className="-me-2" />
      </header>
      <Turns key={chatId} chatId={chatId} />
    </div>
  );
}

const PAGE = 50;

function Turns({ chatId }: { readonly chatId: string }) {
  const { t } = useTranslation('conversation');
  const { call } = useConsole();
  const query = useInfiniteQuery({
    queryKey: ['bots.turns', { chatId }],
    queryFn: ({ pageParam }) =>
      call('bots.turns', { chatId, limit: PAGE, ...(pageParam !== undefined && { before: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    // Loads earlier ones.
    getNextPageParam: (page) => (page.hasEarlier ? page.turns[0]?.id : undefined),
    select: ({ pages }): readonly BotTurn[] => pages.toReversed().flatMap(({ turns }) => turns),
  });
  return (
    <Loaded query={query} loading={<Loading />} failed={t('botTurns.turn.notLoaded')}>
      {(turns) =>
        turns.length === 0 ? (
          <EmptyState title={t('botTurns.turn.empty')}>{t('botTurns.turn.emptyMore')}</EmptyState>
        ) : (
          // Reversed, so that it stays at its end, and earlier lines loaded above do not move it.
          <div
            role="region"
            aria-label={t('botTurns.turn.lines')}
            tabIndex={0}
            className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain focus-visible:outline-offset-[-2px]"
          >
            <div className="mb-auto flex flex-col gap-3 p-4">
              {query.hasNextPage && (
                <Button
                  size="sm"
                  className="self-center"
                  pending={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('botTurns.turn.earlier')}
                </Button>
              )}
              <Rows className="flex flex-col gap-3" rows={turns} keyOf={({ id }) => id}>
                {(turn) => <Turn turn={turn} />}
              </Rows>
            </div>
          </div>
        )
      }
    </Loaded>
  );
}

function Turn({ turn }: { readonly turn: BotTurn }) {
  const meId = useMe().data?.id;
  switch (turn.direction) {
    case 'out':
      return <Out turn={turn} />;
    case 'in':
      return <In turn={turn} />;
    case 'move':
      return (
        <p className="flex items-center gap-3 text-meta text-ink-quiet">
          <span aria-hidden className="h-px min-w-4 flex-1 bg-hairline" />
          <span className="text-center text-balance">
            <bdi dir="ltr" className="wrap-anywhere">
              {eventText(turn.move, meId)}
            </bdi>{' '}
            · <Second at={turn.at} />
          </span>
          <span aria-hidden className="h-px min-w-4 flex-1 bg-hairline" />
        </p>
      );
  }
}

const outTones: Record<OutTurn['state'], ChipTone> = {
  sending: 'attention',
  delivered: 'good',
  failed: 'urgent',
  dropped: 'neutral',
};

function Out({ turn }: { readonly turn: OutTurn }) {
  const { t } = useTranslation('conversation');
  const bot = useBot(turn.botId);
  const address = bot === undefined ? undefined : providerAddress(bot);
  return (
    <Card
      icon={<ArrowUpRight aria-hidden className="text-accent" />}
      event={turn.event}
      author={t('botTurns.turn.to', { botName: bot?.name ?? t('botTurns.turn.removedBot') })}
      at={turn.at}
      chip={<Chip tone={outTones[turn.state]}>{t(`botTurns.states.${turn.state}`)}</Chip>}
    >
      {turn.state === 'dropped' && <p className="text-meta text-ink-quiet">{t('botTurns.turn.droppedNote')}</p>}
      <Attempts attempts={turn.attempts} isSending={turn.state === 'sending'} />
      <TurnBody event={turn.event} body={turn.body} address={address} />
    </Card>
  );
}

const inTones: Record<InTurn['outcome'], ChipTone> = {
  accepted: 'good',
  repeat: 'neutral',
  held_back: 'attention',
  refused: 'urgent',
};

function In({ turn }: { readonly turn: InTurn }) {
  const { t } = useTranslation('conversation');
  const bot = useBot(turn.botId);
  const base = usePublicAddress();
  const note = noteText(turn);
  const event = turn.event === 'unknown' ? t('botTurns.turn.unknownEvent') : turn.event;
  return (
    <Card
      icon={<ArrowDownLeft aria-hidden className="text-bot" />}
      event={event}
      author={t('botTurns.turn.from', { botName: bot?.name ?? t('botTurns.turn.removedBot') })}
      at={turn.at}
      chip={
        <Chip tone={inTones[turn.outcome]}>{`${t(`botTurns.outcomes.${turn.outcome}`)} · ${String(turn.status)}`}</Chip>
      }
    >
      {note !== undefined && <p className="text-meta wrap-anywhere text-ink-quiet">{note}</p>}
      <TurnBody event={event} body={turn.body} address={bot === undefined ? undefined : serviceAddress(bot, base)} />
    </Card>
  );
}

interface CardProps {
  readonly icon: ReactNode;
  readonly event: string;
  readonly author: string;
  readonly at: number;
  readonly chip: ReactNode;
  readonly children: ReactNode;
}

function Card({ icon, event, author, at, chip, children }: CardProps) {
  return (
    <article
      aria-label={`${event} ${author}`}
      className="flex min-w-0 flex-col gap-2 rounded-card border bg-ground p-3"
    >
      <header className="flex min-w-0 items-start gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
        <span className="pt-px">{icon}</span>
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-mono text-meta font-semibold">{event}</h3>
          <p className="flex min-w-0 gap-1.5 text-meta text-ink-quiet">
            <bdi className="truncate">{author}</bdi>
            <span aria-hidden>·</span>
            <Second at={at} />
          </p>
        </div>
        {chip}
      </header>
      {children}
    </article>
  );
}

/** With seconds, which matter here. */
function Second({ at }: { readonly at: number }) {
  return <Moment at={at}>{formatClockWithSeconds(at)}</Moment>;
}

function Loading() {
  const { t } = useTranslation('conversation');
  return (
    <div role="status" aria-label={t('botTurns.turn.loading')} className="flex flex-1 flex-col gap-3 p-4">
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-20 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
    </div>
  );
}
