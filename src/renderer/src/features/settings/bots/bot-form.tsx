import { useTranslation } from 'react-i18next';
import { botFields } from '#shared/contract/bots.ts';
import type { Bot } from '#shared/domain/bots.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { useAct } from '#renderer/rpc/use-act.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { AddressFields } from '../parts/address-fields.tsx';
import { saveField, SavedText } from '../parts/saved-field.tsx';
import { Group } from '../parts/section.tsx';
import { providerAddressProblem } from './bot-fields.ts';
import { ChannelChoice } from './channel-choice.tsx';

/** The name, saved as one leaves it. */
export function BotNameField({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useAct('bots.update', keys.bots);
  return (
    <SavedText
      field="name"
      label={t('bots.name')}
      hint={t('bots.nameHint')}
      saved={bot.name}
      rule={botFields.name}
      save={(name) => mutateAsync({ botId: bot.id, name })}
    />
  );
}

/** The provider's address and its switch for plain HTTP, saved as one leaves them; empty while the test bot answers. */
export function ProviderFields({ bot, hint }: { readonly bot: Bot; readonly hint?: string }) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useAct('bots.update', keys.bots);
  return (
    <AddressFields
      label={t('bots.endpoint')}
      hint={hint ?? t('bots.endpointHint')}
      placeholder={t('bots.endpointPlaceholder')}
      allowHint={t('bots.allowPlainHttpHint')}
      allowWarning={t('bots.allowPlainHttpWarning')}
      saved={{ endpoint: bot.endpoint ?? '', allowPlainHttp: bot.allowPlainHttp }}
      problemOf={providerAddressProblem}
      save={({ endpoint, allowPlainHttp }) =>
        mutateAsync({ botId: bot.id, endpoint: endpoint === '' ? null : endpoint, allowPlainHttp })
      }
    />
  );
}

interface BotChannelsProps {
  readonly bot: Bot;
  readonly bots: readonly Bot[];
  readonly channels: readonly Channel[];
}

/** Which channels' new conversations the bot gets; saved at once. */
export function BotChannels({ bot, bots, channels }: BotChannelsProps) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useAct('bots.update', keys.bots);
  // Of removed channels nothing is left to choose.
  const saved = bot.channelIds.filter((id) => channels.some((channel) => channel.id === id));
  const change = (value: string[]) =>
    void saveField({
      field: 'channelIds',
      label: t('bots.channels'),
      saved,
      value,
      save: (channelIds) => mutateAsync({ botId: bot.id, channelIds }),
    });
  return (
    <Group title={t('bots.channels')} lead={t('bots.channelsHint')}>
      <ChannelChoice channels={channels} bots={bots} botId={bot.id} chosen={saved} onChange={change} />
    </Group>
  );
}
