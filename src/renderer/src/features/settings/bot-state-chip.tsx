import { CircleAlert, CircleCheck, CircleOff, CirclePause } from 'lucide-react';
import type { Bot } from '#shared/domain/bots.ts';
import { Chip } from '#renderer/components/chip.tsx';
import { clockWords } from '#renderer/components/dates.ts';
import { botWords } from './bot-words.ts';
import { lostTokenWords } from './lost-secret-words.ts';

/** Whether a bot works, and if not why, in a few words. */
export function BotStateChip({ bot }: { readonly bot: Pick<Bot, 'state' | 'blockedUntil' | 'conflictsWith'> }) {
  switch (bot.state) {
    case 'working':
      return (
        <Chip tone="good" icon={<CircleCheck aria-hidden />}>
          {botWords.states.working}
        </Chip>
      );
    case 'disabled':
      return <Chip icon={<CircleOff aria-hidden />}>{botWords.states.disabled}</Chip>;
    case 'blocked':
      return (
        <Chip tone="attention" icon={<CirclePause aria-hidden />}>
          {bot.blockedUntil === undefined ? botWords.blocked : botWords.blockedUntil(clockWords(bot.blockedUntil))}
        </Chip>
      );
    case 'token_lost':
      return (
        <Chip tone="urgent" icon={<CircleAlert aria-hidden />}>
          {lostTokenWords.state}
        </Chip>
      );
    case 'token_conflict':
      return (
        <Chip tone="urgent" icon={<CircleAlert aria-hidden />} className="min-w-0 shrink">
          <span className="truncate">{botWords.sameToken(bot.conflictsWith)}</span>
        </Chip>
      );
  }
}
