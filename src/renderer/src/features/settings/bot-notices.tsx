import { Fragment } from 'react';
import { Link } from 'wouter';
import type { Bot } from '#shared/domain/bots.ts';
import { clockWords } from '#renderer/components/dates.ts';
import { botPlace } from './bot-place.ts';
import { botNoticeWords } from './bot-words.ts';
import { Notice } from './notice.tsx';

/** Says which bots share a token, and leads to each of them. */
export function ConflictNotice({ bots }: { readonly bots: readonly Bot[] }) {
  return (
    <Notice tone="urgent" title={botNoticeWords.conflict(bots.length)}>
      <p>
        {bots.map((bot, index) => (
          <Fragment key={bot.id}>
            {index > 0 && (index === bots.length - 1 ? ' and ' : ', ')}
            <Link href={botPlace(bot.id)} className="font-medium break-words text-urgent underline">
              {bot.name}
            </Link>
          </Fragment>
        ))}
        . {botNoticeWords.conflictNow}
      </p>
    </Notice>
  );
}

/** Says that a bot reached its hourly limit, and what that means. */
export function BlockedNotice({ bot }: { readonly bot: Bot }) {
  if (bot.state !== 'blocked' || bot.blockedUntil === undefined) return null;
  return (
    <Notice tone="attention" title={botNoticeWords.blockedTitle(clockWords(bot.blockedUntil))}>
      <p>{botNoticeWords.blocked(bot.hourlyLimit)}</p>
    </Notice>
  );
}
