import { useTranslation } from 'react-i18next';
import { CircleAlert, CircleCheck, CircleDashed, CircleOff, CirclePause } from 'lucide-react';
import { Link } from 'wouter';
import { z } from 'zod';
import { listParts, formatList } from '#renderer/components/amounts.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { Chip } from '#renderer/components/chip.tsx';
import { formatClock, formatSince, useNow } from '#renderer/components/dates.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { Notice } from '../parts/section.tsx';

const looks = {
  answering: { Icon: CircleCheck, tone: 'good' },
  never: { Icon: CircleDashed, tone: 'neutral' },
  failing: { Icon: CircleAlert, tone: 'urgent' },
  disabled: { Icon: CircleOff, tone: 'neutral' },
  blocked: { Icon: CirclePause, tone: 'attention' },
  token_lost: { Icon: CircleAlert, tone: 'urgent' },
  token_conflict: { Icon: CircleAlert, tone: 'urgent' },
} as const;

/** The last thing known of a bot: a dead one never looks as if it worked. */
export function BotStateChip({
  bot,
}: {
  readonly bot: Pick<Bot, 'state' | 'reach' | 'blockedUntil' | 'conflictsWith'>;
}) {
  const { t } = useTranslation('channels');
  const { reach, blockedUntil: until } = bot;
  const isAsked = bot.state === 'working' || bot.state === 'blocked';
  const since = isAsked ? reach?.failingSince : undefined;
  const lastKnown = reach === undefined ? 'never' : 'answering';
  const state = since !== undefined ? 'failing' : bot.state === 'working' ? lastKnown : bot.state;
  const { Icon, tone } = looks[state];
  const time = useNow((now) => (since === undefined ? '' : formatSince(since, now)));
  const words: Record<typeof state, string> = {
    answering: t('bots.states.answering'),
    never: t('bots.states.never'),
    failing: t('bots.states.failing', { time }),
    disabled: t('bots.states.disabled'),
    blocked: until === undefined ? t('bots.blocked') : t('bots.blockedUntil', { clock: formatClock(until) }),
    token_lost: t('lostSecret.lostToken.state'),
    token_conflict: t('bots.sameToken', { names: formatList(bot.conflictsWith) }),
  };
  return (
    <Chip tone={tone} icon={<Icon aria-hidden />} className={state === 'token_conflict' ? 'min-w-0 shrink' : undefined}>
      <span className="truncate">{words[state]}</span>
    </Chip>
  );
}

export function botPath(botId: string): string {
  return `/settings/bots/${encodeURIComponent(botId)}`;
}

/** Lists bots that share a token, with links. */
export function ConflictNotice({ bots }: { readonly bots: readonly Bot[] }) {
  const { t } = useTranslation('channels');
  return (
    <Notice
      tone="urgent"
      title={
        bots.length === 2
          ? t('bots.botNotice.conflictOfTwo')
          : bots.length === 3
            ? t('bots.botNotice.conflictOfThree')
            : t('bots.botNotice.conflict', { count: bots.length })
      }
    >
      <p>
        {listParts(bots.length).map((part, index) => {
          const bot = typeof part === 'number' ? bots[part] : undefined;
          return bot === undefined ? (
            part
          ) : (
            <Link key={index} href={botPath(bot.id)} className="font-medium break-words text-urgent underline">
              {bot.name}
            </Link>
          );
        })}
        . {t('bots.botNotice.conflictNow')}
      </p>
    </Notice>
  );
}

export function BlockedNotice({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  if (bot.state !== 'blocked' || bot.blockedUntil === undefined) return null;
  return (
    <Notice tone="attention" title={t('bots.botNotice.blockedTitle', { clock: formatClock(bot.blockedUntil) })}>
      {t('bots.botNotice.blocked', { count: bot.hourlyLimit })}
    </Notice>
  );
}

type ListedBot = Pick<Bot, 'id' | 'name' | 'channelIds' | 'state'>;

/**
 * The other bot that gets a channel's new chats before this one, or else the next after it, in list order. A blocked
 * bot still gets them: only its answers are ignored.
 */
export function neighbourOn(
  channelId: string,
  bots: readonly ListedBot[],
  botId: string | undefined,
): { readonly name: string; readonly isFirst: boolean } | undefined {
  const own = bots.findIndex(({ id }) => id === botId);
  const index = own === -1 ? bots.length : own;
  const works = ({ id, state, channelIds }: ListedBot): boolean =>
    id !== botId && channelIds.includes(channelId) && (state === 'working' || state === 'blocked');
  const before = bots.slice(0, index).find(works);
  if (before !== undefined) return { name: before.name, isFirst: true };
  const after = bots.slice(index).find(works);
  return after === undefined ? undefined : { name: after.name, isFirst: false };
}

export function tokenConflicts<B extends Pick<Bot, 'id' | 'name' | 'conflictsWith' | 'maskedToken'>>(
  bots: readonly B[],
): readonly (readonly B[])[] {
  const groups = bots.map((bot) => conflictOf(bot, bots)).filter((group) => group.length > 0);
  return [...new Map(groups.map((group) => [group.map(({ id }) => id).join(' '), group])).values()];
}

/** Bots with the same token as this one, itself included, in list order; empty if its token is unique. */
export function conflictOf<B extends Pick<Bot, 'id' | 'name' | 'conflictsWith' | 'maskedToken'>>(
  bot: B,
  bots: readonly B[],
): readonly B[] {
  if (bot.conflictsWith.length === 0) return [];
  return bots.filter(
    ({ id, name, maskedToken, conflictsWith }) =>
      id === bot.id ||
      (maskedToken === bot.maskedToken && bot.conflictsWith.includes(name) && conflictsWith.includes(bot.name)),
  );
}

const EVENTS = [
  'CLIENT_MESSAGE',
  'AGENT_UNAVAILABLE',
  'CHAT_CLOSED',
  'CLIENT_RATED',
  'BOT_MESSAGE',
  'INVITE_AGENT',
  'CLIENT_INFO',
  'INIT_RATE',
  'unknown',
] as const;

/** A bot event in plain words; unknown ones by their name on the wire. */
export function botEventName(name: string): string {
  const known = EVENTS.find((event) => event === name);
  return known === undefined ? name : i18n.t(`channels:botEvents.${known}`);
}

const received = z.object({
  event: z.string().catch('unknown'),
  message: z.object({ text: z.string().optional(), title: z.string().optional() }).optional().catch(undefined),
});

/** A received event in a line: its kind, and its text. */
export function describeEvent(body: string): { readonly what: string; readonly words: string | undefined } {
  try {
    const { event, message } = received.catch({ event: 'unknown' }).parse(JSON.parse(body));
    return { what: botEventName(event), words: message?.text ?? message?.title };
  } catch {
    // Long events arrive truncated.
    return { what: i18n.t('channels:botEvents.unreadable'), words: undefined };
  }
}
