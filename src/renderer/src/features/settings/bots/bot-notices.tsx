import { useTranslation } from 'react-i18next';
import { Fragment } from 'react';
import { Link } from 'wouter';
import type { Bot } from '#shared/domain/bots.ts';
import { clockWords } from '#renderer/components/dates.ts';
import { botPlace } from './bot-place.ts';
import { Notice } from '../parts/notice.tsx';

/** Says which bots share a token, and leads to each of them. */
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
        {bots.map((bot, index) => (
          <Fragment key={bot.id}>
            {index > 0 && (index === bots.length - 1 ? ' and ' : ', ')}
            <Link href={botPlace(bot.id)} className="font-medium break-words text-urgent underline">
              {bot.name}
            </Link>
          </Fragment>
        ))}
        . {t('bots.botNotice.conflictNow')}
      </p>
    </Notice>
  );
}

/** Says that a bot reached its hourly limit, and what that means. */
export function BlockedNotice({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  if (bot.state !== 'blocked' || bot.blockedUntil === undefined) return null;
  return (
    <Notice tone="attention" title={t('bots.botNotice.blockedTitle', { clock: clockWords(bot.blockedUntil) })}>
      <p>{t('bots.botNotice.blocked', { count: bot.hourlyLimit })}</p>
    </Notice>
  );
}
