import { useTranslation } from 'react-i18next';
import type { Channel } from '#shared/domain/entities.ts';
import { CONTENT_TYPES } from '#shared/domain/kinds/kinds.ts';
import { CheckCard } from '../parts/check-card.tsx';
import { fieldsOf, saveField, SavedSwitch } from '../parts/saved-field.tsx';
import { useUpdateChannel } from '#renderer/rpc/use-directory.ts';
import { Group } from '../parts/section.tsx';

const mediaTypes = CONTENT_TYPES.filter((type) => type !== 'text');

/** Which media a channel's app shows, and which hosts may serve its customers' files. */
export function ChannelMedia({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation(['settings', 'conversation']);
  const of = fieldsOf(channel, useUpdateChannel(channel.id));
  const label = t('media.channelMedia.takes');
  return (
    <Group title={t('media.channelMedia.title')}>
      <CheckCard
        label={label}
        hint={t('media.channelMedia.takesHint')}
        isWide
        choices={mediaTypes.map((value) => ({ value, title: t(`conversation:kindsOfMany.${value}`) }))}
        chosen={channel.takes}
        onChange={(value, saved) => saveField({ ...of('takes'), label, saved: [...saved], value })}
      />
      <SavedSwitch
        {...of('ownNetwork')}
        label={t('media.channelMedia.ownNetwork')}
        hint={t('media.channelMedia.ownNetworkHint')}
        warning={channel.ownNetwork ? t('media.channelMedia.ownNetworkWarning') : undefined}
      />
    </Group>
  );
}
