import { useTranslation } from 'react-i18next';
import { CircleAlert, CircleCheck, CirclePause, Unplug } from 'lucide-react';
import type { Channel } from '#shared/domain/entities.ts';
import { Chip } from '#renderer/components/chip.tsx';

/** Whether a channel works, in a word. */
export function ChannelStateChip({
  channel,
}: {
  readonly channel: Pick<Channel, 'paused' | 'endpoint' | 'secretLost'>;
}) {
  const { t } = useTranslation('channels');
  if (channel.secretLost === true)
    return (
      <Chip tone="urgent" icon={<CircleAlert aria-hidden />}>
        {t('lostSecret.lostChannel.state')}
      </Chip>
    );
  if (channel.paused)
    return (
      <Chip tone="attention" icon={<CirclePause aria-hidden />}>
        {t('states.paused')}
      </Chip>
    );
  if (channel.endpoint === null) return <Chip icon={<Unplug aria-hidden />}>{t('states.noAddress')}</Chip>;
  return (
    <Chip tone="good" icon={<CircleCheck aria-hidden />}>
      {t('states.ready')}
    </Chip>
  );
}
