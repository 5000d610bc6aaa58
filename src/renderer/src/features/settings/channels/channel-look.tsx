import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useTranslation } from 'react-i18next';
import { ChannelMark, colorOf } from '#renderer/components/avatar.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useUpdateChannel } from '#renderer/rpc/use-directory.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { CHANNEL_COLORS, type ChannelColor } from '#shared/domain/pictures.ts';
import { PictureField } from '../parts/picture-field.tsx';
import { saveField } from '../parts/saved-field.tsx';

/** What distinguishes a channel: its picture, or else a colour. */
export function LookFields({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  return (
    <>
      <ChannelPicture channel={channel} hint={t('look.pictureHint')} />
      {channel.picture === undefined && <ColorField channel={channel} />}
    </>
  );
}

/** A channel's picture; `hint`: where it is shown. */
export function ChannelPicture({ channel, hint }: { readonly channel: Channel; readonly hint: string }) {
  const { t } = useTranslation('channels');
  const setPicture = useRouteMutation('channels.setPicture', 'channels.list');
  return (
    <PictureField
      label={t('look.picture')}
      hint={hint}
      picture={channel.picture}
      save={(jpeg) => setPicture.mutateAsync({ channelId: channel.id, jpeg })}
    >
      <ChannelMark channel={channel} size={40} />
    </PictureField>
  );
}

const channelColors = Object.keys(CHANNEL_COLORS) as readonly ChannelColor[];

/** The colour behind the channel's first letter. */
function ColorField({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const change = useUpdateChannel(channel.id);
  const save = (color: ChannelColor) => change({ color });
  const shown = channel.color ?? colorOf(channel.id);
  return (
    <RadioGroup<ChannelColor>
      aria-label={t('look.color')}
      value={shown}
      onValueChange={(value) => void saveField({ field: 'color', label: t('look.color'), saved: shown, value, save })}
      className="flex flex-col gap-1.5"
    >
      <p aria-hidden className="text-ui font-medium">
        {t('look.color')}
      </p>
      <div className="flex flex-wrap gap-2">
        {channelColors.map((color) => (
          <Radio.Root
            key={color}
            value={color}
            aria-label={t(`look.colors.${color}`)}
            title={t(`look.colors.${color}`)}
            className="grid size-9 cursor-pointer place-items-center rounded-full data-checked:outline-2 data-checked:outline-offset-1 data-checked:outline-ink"
          >
            <ChannelMark channel={{ ...channel, color }} size={32} />
          </Radio.Root>
        ))}
      </div>
    </RadioGroup>
  );
}
