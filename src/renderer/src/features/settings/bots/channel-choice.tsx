import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { neighbourOn } from './bot-order.ts';

interface ChannelChoiceProps {
  readonly channels: readonly Channel[];
  readonly bots: readonly Bot[];
  /** whose channels are chosen; undefined while it is not made yet */
  readonly botId: string | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (channelIds: string[]) => void;
}

/** Checkboxes for channels; says where another bot comes first. */
export function ChannelChoice({ channels, bots, botId, chosen, onChange }: ChannelChoiceProps) {
  const { t } = useTranslation('channels');
  if (channels.length === 0) return <p className="text-ui text-ink-quiet">{t('bots.noChannels')}</p>;
  const choose = (channelId: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, channelId] : chosen.filter((id) => id !== channelId));
  return (
    <div
      role="group"
      aria-label={t('bots.channels')}
      className="flex flex-col divide-y divide-hairline rounded-card border bg-raised"
    >
      {channels.map(({ id, name }) => {
        const isChosen = chosen.includes(id);
        return (
          <Checkbox
            key={id}
            checked={isChosen}
            onCheckedChange={(next) => choose(id, next)}
            hint={isChosen ? orderWords(neighbourOn(id, bots, botId)) : undefined}
            className="px-3.5 py-2.5"
          >
            {name}
          </Checkbox>
        );
      })}
    </div>
  );
}

function orderWords(neighbour: ReturnType<typeof neighbourOn>): string | undefined {
  if (neighbour === undefined) return undefined;
  return neighbour.isFirst
    ? i18n.t('channels:bots.answersFirst', { name: neighbour.name })
    : i18n.t('channels:bots.comesNext', { name: neighbour.name });
}
