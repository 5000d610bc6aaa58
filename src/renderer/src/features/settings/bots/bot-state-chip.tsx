import { useTranslation } from 'react-i18next';
import { listWords } from '#renderer/components/amounts.ts';
import { CircleAlert, CircleCheck, CircleOff, CirclePause } from 'lucide-react';
import type { Bot } from '#shared/domain/bots.ts';
import { Chip } from '#renderer/components/chip.tsx';
import { clockWords } from '#renderer/components/dates.ts';

/** Whether a bot works, and if not why, in a few words. */
export function BotStateChip({ bot }: { readonly bot: Pick<Bot, 'state' | 'blockedUntil' | 'conflictsWith'> }) {
  const { t } = useTranslation('channels');
  switch (bot.state) {
    case 'working':
      return (
        <Chip tone="good" icon={<CircleCheck aria-hidden />}>
          {t('bots.states.working')}
        </Chip>
      );
    case 'disabled':
      return <Chip icon={<CircleOff aria-hidden />}>{t('bots.states.disabled')}</Chip>;
    case 'blocked':
      return (
        <Chip tone="attention" icon={<CirclePause aria-hidden />}>
          {bot.blockedUntil === undefined
            ? t('bots.blocked')
            : t('bots.blockedUntil', { clock: clockWords(bot.blockedUntil) })}
        </Chip>
      );
    case 'token_lost':
      return (
        <Chip tone="urgent" icon={<CircleAlert aria-hidden />}>
          {t('lostSecret.lostToken.state')}
        </Chip>
      );
    case 'token_conflict':
      return (
        <Chip tone="urgent" icon={<CircleAlert aria-hidden />} className="min-w-0 shrink">
          <span className="truncate">{t('bots.sameToken', { names: listWords(bot.conflictsWith) })}</span>
        </Chip>
      );
  }
}
