import { CircleAlert, CircleCheck, CirclePause, Unplug } from 'lucide-react';
import type { Channel } from '#shared/domain/entities.ts';
import { Chip } from '#renderer/components/chip.tsx';
import { channelWords } from './channel-words.ts';
import { lostChannelWords } from './lost-secret-words.ts';

/** Whether a channel works, in a word. */
export function ChannelStateChip({
  channel,
}: {
  readonly channel: Pick<Channel, 'paused' | 'endpoint' | 'secretLost'>;
}) {
  if (channel.secretLost === true)
    return (
      <Chip tone="urgent" icon={<CircleAlert aria-hidden />}>
        {lostChannelWords.state}
      </Chip>
    );
  if (channel.paused)
    return (
      <Chip tone="attention" icon={<CirclePause aria-hidden />}>
        {channelWords.states.paused}
      </Chip>
    );
  if (channel.endpoint === null) return <Chip icon={<Unplug aria-hidden />}>{channelWords.states.noAddress}</Chip>;
  return (
    <Chip tone="good" icon={<CircleCheck aria-hidden />}>
      {channelWords.states.ready}
    </Chip>
  );
}
