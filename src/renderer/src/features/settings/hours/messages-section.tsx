import { useTranslation } from 'react-i18next';
import { locale } from '#renderer/language/i18n.ts';
import { named } from '#renderer/components/field.tsx';
import { useUpdateChannel, useChannels } from '#renderer/rpc/use-directory.ts';
import { Chip } from '#renderer/components/chip.tsx';
import type { Channel } from '#shared/domain/entities.ts';
import { FoldingList } from '#renderer/components/folding.tsx';
import { Group, Loaded, Section } from '../parts/section.tsx';
import { fieldsOf, SavedArea, SavedSelect, SavedSwitch } from '#renderer/components/saved-fields.tsx';
import { z } from 'zod';
import { channelFields } from '#shared/contract/channels.ts';

export function MessagesSection() {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('sections.messages')} lead={t('hours.channelHours.automaticLead')}>
      <Loaded of={useChannels()}>
        {(channels) => {
          const [only, ...others] = channels;
          if (only === undefined) return <p className="text-ui text-ink-quiet">{t('hours.noChannel')}</p>;
          if (others.length === 0) return <AutomaticFields channel={only} />;
          return (
            <FoldingList
              label={t('sections.messages')}
              items={channels}
              renderLine={({ name, away }) => (
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
                  <bdi className="min-w-0 flex-1 truncate text-ui font-medium">{name}</bdi>
                  {away?.on === true && <Chip>{t('hours.channelHours.away')}</Chip>}
                </span>
              )}
            >
              {(channel) => <AutomaticFields channel={channel} />}
            </FoldingList>
          );
        }}
      </Loaded>
    </Section>
  );
}

export function ChannelAutomatic({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  return (
    <Group title={t('hours.channelHours.automatic')} lead={t('hours.channelHours.automaticLead')}>
      <AutomaticFields channel={channel} />
    </Group>
  );
}

function AutomaticFields({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('settings');
  const change = useUpdateChannel(channel.id);
  const away = channel.away ?? {
    on: false,
    text: t('hours.channelHours.awayUsual'),
    when: 'closed' as const,
    locale: locale(),
  };
  const needed = z.string().trim().min(1, t('hours.channelHours.textNeeded'));
  const of = fieldsOf(away, (part) =>
    change((now) => ({
      away: { ...away, ...now.away, ...(part.text !== undefined && { locale: locale() }), ...part },
    })),
  );
  return (
    <>
      <SavedSwitch {...of('on')} {...named('settings:hours.channelHours.away')} field="away" />
      {away.on && (
        <>
          <SavedArea
            {...of('text')}
            field="away"
            label={t('hours.channelHours.away')}
            hint={t('hours.channelHours.placeholders')}
            rule={needed.pipe(channelFields.away.shape.text)}
          />
          <SavedSelect
            {...of('when')}
            field="away"
            label={t('hours.channelHours.when')}
            choices={(['closed', 'always'] as const).map((value) => ({
              value,
              label: t(`hours.channelHours.whens.${value}`),
            }))}
          />
        </>
      )}
    </>
  );
}
