import { useTranslation } from 'react-i18next';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import type { Channel } from '#shared/domain/entities.ts';
import { CONTENT_TYPES } from '#shared/protocol/chat-channel.ts';
import { fieldsOf, saveField, SavedSwitch } from '../parts/saved-field.tsx';
import { useAct } from '#renderer/rpc/ask.ts';
import { Group } from '../parts/section.tsx';

const kinds = [
  'photo',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
] as const satisfies readonly Channel['takes'][number][];

/** What of media a channel's app shows, and where its customers' files may lie. */
export function ChannelMedia({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useAct('channels.update', 'channels.list');
  const of = fieldsOf(channel, (change) => mutateAsync({ ...change, channelId: channel.id }));
  const { takes, ownNetwork } = channel;
  const choose = (kind: (typeof kinds)[number], isTaken: boolean): void => {
    const value = CONTENT_TYPES.filter((type) => (type === kind ? isTaken : takes.includes(type)));
    void saveField({ ...of('takes'), label: t('media.channelMedia.takes'), value });
  };
  return (
    <Group title={t('media.channelMedia.title')}>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 text-ui font-medium">{t('media.channelMedia.takes')}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-x-4 rounded-card border bg-raised px-3.5 py-1.5">
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              checked={takes.includes(kind)}
              onCheckedChange={(isTaken) => choose(kind, isTaken)}
              className="py-1.5"
            >
              {t(`media.channelMedia.kinds.${kind}`)}
            </Checkbox>
          ))}
        </div>
        <p className="text-ui text-ink-quiet">{t('media.channelMedia.takesHint')}</p>
      </fieldset>
      <SavedSwitch
        {...of('ownNetwork')}
        label={t('media.channelMedia.ownNetwork')}
        hint={t('media.channelMedia.ownNetworkHint')}
        warning={ownNetwork ? t('media.channelMedia.ownNetworkWarning') : undefined}
      />
    </Group>
  );
}
