import { useTranslation } from 'react-i18next';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { Button, buttonLook } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { say } from '#renderer/components/toaster.tsx';
import { botPlace } from './bot-place.ts';
import { ChannelChoice } from './channel-choice.tsx';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { useAct } from '#renderer/rpc/use-act.ts';

interface TestBotGroupProps {
  readonly bots: readonly Bot[];
  readonly channels: readonly Channel[];
}

/** A bot to try without any provider: adds it, or leads to it where it is there already. */
export function TestBotGroup({ bots, channels }: TestBotGroupProps) {
  const { t } = useTranslation('channels');
  const there = bots.find(({ endpoint }) => endpoint === null);
  return (
    <Group title={t('bots.testBot.title')} lead={t('bots.testBot.lead')}>
      {there === undefined ? (
        <StartTestBot bots={bots} channels={channels} />
      ) : (
        <Link href={botPlace(there.id)} className={cn(buttonLook(), 'self-start no-underline')}>
          <FlaskConical aria-hidden className="size-4" />
          {t('bots.testBot.open')}
        </Link>
      )}
    </Group>
  );
}

function StartTestBot({ bots, channels }: TestBotGroupProps) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const create = useAct('bots.create', keys.bots);
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = channels.map(({ id }) => id).filter((id) => !left.includes(id));
  const start = async () => {
    try {
      const bot = await create.mutateAsync({ name: t('bots.testBot.name'), endpoint: null, channelIds: chosen });
      say(t('bots.testBot.added'));
      navigate(botPlace(bot.id));
    } catch (error) {
      tellTrouble(t('bots.failed'), error);
    }
  };
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <ChannelChoice
          channels={channels}
          bots={bots}
          botId={undefined}
          chosen={chosen}
          onChange={(channelIds) => setLeft(channels.map(({ id }) => id).filter((id) => !channelIds.includes(id)))}
        />
        {channels.length > 0 && <p className="text-ui text-ink-quiet">{t('bots.testBot.channelsHint')}</p>}
      </div>
      <Button
        className="self-start"
        pending={create.isPending}
        disabled={chosen.length === 0}
        onClick={() => void start()}
      >
        <FlaskConical aria-hidden className="size-4" />
        {t('bots.testBot.start')}
      </Button>
    </>
  );
}
