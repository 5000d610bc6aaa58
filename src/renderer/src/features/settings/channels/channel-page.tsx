import { useTranslation } from 'react-i18next';
import { type ReactNode, Suspense } from 'react';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useBots, useUpdateChannel, useChannels } from '#renderer/rpc/use-directory.ts';
import { BackLink, Loaded, Section, Group, LinkRow } from '../parts/section.tsx';
import { ChannelAddresses, useChannelAddresses } from './channel-addresses.tsx';
import { ChannelStateChip, endpointOf, replyAddressProblem, type ListedChannel } from './channel-fields.tsx';
import { LookFields } from './channel-look.tsx';
import { ChannelHours, ChannelRating } from '../hours/channel-hours.tsx';
import { ChannelAutomatic } from '../hours/messages-section.tsx';
import { ChannelMedia } from '../media/channel-media.tsx';
import { IntegratorSnippets } from './integrator-snippets.tsx';
import { ExternalLink } from 'lucide-react';
import { channelFields } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { AddressFields } from '../parts/address-fields.tsx';
import { fieldsOf, SavedText, SavedSelect, SavedSwitch } from '../parts/saved-field.tsx';
import { Link, useLocation } from 'wouter';
import { CardList } from '#renderer/components/card-list.tsx';
import { botPlace, BotStateChip } from '../bots/bot-state.tsx';
import { Button } from '#renderer/components/button.tsx';
import { notify, undoAction } from '#renderer/components/toaster.tsx';
import { ActionButton, ConfirmButton, DangerRow, useAction } from '../parts/act.tsx';
import { ForDevelopers } from '../parts/more.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';

// Lazy: a lost channel secret is rare.
const RestoreChannel = lazy(async () => (await import('./restore-channel.tsx')).RestoreChannel);

/** The tabs of a channel's page, each with its path: `/settings/channels/<id>/hours`. */
const tabs = ['channel', 'website', 'hours', 'bots'] as const;
type ChannelTab = (typeof tabs)[number];

interface ChannelPageProps {
  /** the channel's id */
  readonly detail?: string | undefined;
  /** one of `tabs`; left out: the first */
  readonly tab?: string | undefined;
  readonly onOpenTestCustomer: (channelId: string) => void;
}

/** The page of a channel. */
export function ChannelPage({ detail, tab, onOpenTestCustomer }: ChannelPageProps) {
  const { t } = useTranslation('channels');
  return (
    <div className="flex flex-col gap-2">
      <BackLink href="/settings/channels">{t('back')}</BackLink>
      <Loaded of={useChannels({ refetchCounts: true })}>
        {(channels) => {
          const channel = channels.find(({ id }) => id === detail);
          return channel === undefined ? (
            <EmptyState title={t('gone')} className="my-10" />
          ) : (
            <Channel
              channel={channel}
              tab={tabs.find((each) => each === tab) ?? 'channel'}
              onOpenTestCustomer={() => onOpenTestCustomer(channel.id)}
            />
          );
        }}
      </Loaded>
    </div>
  );
}

function Channel({
  channel,
  tab,
  onOpenTestCustomer,
}: {
  readonly channel: ListedChannel;
  readonly tab: ChannelTab;
  readonly onOpenTestCustomer: () => void;
}) {
  const { t } = useTranslation('channels');
  const addresses = useChannelAddresses(channel);
  const [, navigate] = useLocation();
  const isLost = channel.secretLost === true;
  const panels: Record<ChannelTab, ReactNode> = {
    channel: (
      <>
        <ChannelFields channel={channel} />
        {!isLost && <TestCustomerGroup onOpen={onOpenTestCustomer} />}
        <ForDevelopers>
          <DeveloperFields channel={channel} />
        </ForDevelopers>
        <ChannelDanger channel={channel} onRenewed={addresses.hide} />
      </>
    ),
    website: isLost ? (
      <p className="text-ui text-ink-quiet">{t('lostSecret.lostChannel.what')}</p>
    ) : (
      <>
        <ChannelAddresses addresses={addresses} countBot={channel.countBot} />
        <IntegratorSnippets publicId={channel.publicId} addresses={addresses} />
      </>
    ),
    hours: (
      <>
        <ChannelHours channel={channel} />
        <ChannelAutomatic channel={channel} />
        <ChannelRating channel={channel} />
      </>
    ),
    bots: (
      <>
        <ChannelBots channel={channel} />
        <ChannelMedia channel={channel} />
      </>
    ),
  };
  return (
    <Section
      title={channel.name}
      lead={
        <>
          {t('publicId')} <span className="text-ink">{channel.publicId}</span> ·{' '}
          {t('openChats', { count: channel.openChats })}
        </>
      }
      action={<ChannelStateChip channel={channel} />}
    >
      <Suspense>{isLost && <RestoreChannel channel={channel} />}</Suspense>
      <Tabs<ChannelTab>
        label={t('tabs.label')}
        value={tab}
        onValueChange={(next) =>
          navigate(`/settings/channels/${encodeURIComponent(channel.id)}${next === 'channel' ? '' : `/${next}`}`, {
            replace: true,
          })
        }
        listClassName="flex-wrap border-b pb-2"
        tabs={tabs.map((value) => ({
          value,
          label: t(`tabs.${value}`),
          panel: (
            <div className="flex flex-col gap-6 pt-3 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
              {panels[value]}
            </div>
          ),
        }))}
      />
    </Section>
  );
}

/** The channel's fields; each is saved on blur. */
function ChannelFields({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const change = useUpdateChannel(channel.id);
  const of = fieldsOf(channel, change);
  return (
    <div className="flex flex-col gap-5">
      <SavedText {...of('name')} label={t('name')} hint={t('nameHint')} rule={channelFields.name} />
      <LookFields channel={channel} />
      <AddressFields
        label={t('endpoint.text')}
        hint={t('endpointHint')}
        placeholder={'https://shop.example/chat-replies'}
        saved={{ endpoint: channel.endpoint ?? '', allowPlainHttp: channel.allowPlainHttp }}
        problemOf={replyAddressProblem}
        save={({ endpoint, allowPlainHttp }) => change({ endpoint: endpointOf(endpoint), allowPlainHttp })}
      />
    </div>
  );
}

/** What only developers of the website or bot need. */
function DeveloperFields({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const of = fieldsOf(channel, useUpdateChannel(channel.id));
  return (
    <>
      <SavedSelect
        {...of('framing')}
        label={t('framing')}
        hint={t('framingHint')}
        choices={[
          { value: 'length', label: t('framings.length') },
          { value: 'chunked', label: t('framings.chunked') },
        ]}
      />
      <SavedText
        {...of('botChannelType')}
        label={t('bots.channelBot.channelType')}
        hint={t('bots.channelBot.channelTypeHint')}
        spellCheck={false}
        rule={channelFields.botChannelType}
      />
    </>
  );
}

/** The channel's bots, and what they and the status request are told about it. */
function ChannelBots({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const of = fieldsOf(channel, useUpdateChannel(channel.id));
  return (
    <Group title={t('bots.channelBot.title')} lead={t('bots.channelBot.lead')}>
      <AttachedBots channelId={channel.id} />
      <SavedSwitch {...of('countBot')} label={t('bots.channelBot.countBot')} hint={t('bots.channelBot.countBotHint')} />
    </Group>
  );
}

function AttachedBots({ channelId }: { readonly channelId: string }) {
  const { t } = useTranslation('channels');
  const bots = useBots().data;
  if (bots === undefined) return null;
  const attached = bots.filter(({ channelIds }) => channelIds.includes(channelId));
  if (attached.length === 0) {
    return (
      <p className="text-ui text-ink-quiet">
        {t('bots.channelBot.none')}{' '}
        <Link href="/settings/bots" className="underline">
          {t('bots.channelBot.toBots')}
        </Link>
      </p>
    );
  }
  return (
    <CardList items={attached}>
      {(bot) => (
        <LinkRow href={botPlace(bot.id)} title={bot.name}>
          <BotStateChip bot={bot} />
        </LinkRow>
      )}
    </CardList>
  );
}

interface ChannelDangerProps {
  readonly channel: ListedChannel;
  /** the addresses shown are no longer valid */
  readonly onRenewed: () => void;
}

/** Pause, new address, remove: the irreversible actions come last and explain themselves. */
function ChannelDanger({ channel, onRenewed }: ChannelDangerProps) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const { id: channelId, name, openChats } = channel;
  const isLost = channel.secretLost === true;
  const { mutateAsync: renewSecret } = useRouteMutation('channels.renewSecret', 'channels.list');
  const { mutateAsync: remove } = useRouteMutation('channels.remove', 'channels.list');
  return (
    <Group title={isLost ? t('lostSecret.lostChannel.danger') : t('dangerTitle')}>
      <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        <PauseRow channel={channel} />
        {!isLost && (
          <DangerRow title={t('secretTitle')} lead={t('secretLead')}>
            <ConfirmButton
              label={t('secret')}
              title={t('secretAsk', { name })}
              will={[t('secretWill.1'), t('secretWill.2')]}
              confirmLabel={t('secretConfirm')}
              failed={t('failed')}
              act={async () => {
                await renewSecret({ channelId });
                onRenewed();
                notify(t('secretDone'));
              }}
            />
          </DangerRow>
        )}
        <DangerRow title={t('removeTitle')} lead={t('removeLead')}>
          <ConfirmButton
            label={t('remove')}
            urgent
            title={t('removeAsk', { name })}
            will={[t('removeWill.1', { count: openChats }), t('removeWill.2'), t('removeWill.3')]}
            confirmLabel={t('removeConfirm')}
            failed={t('failed')}
            act={async () => {
              const { closedChats } = await remove({ channelId });
              navigate('/settings/channels');
              notify(t('removed', { count: closedChats, name }));
            }}
          />
        </DangerRow>
      </ul>
    </Group>
  );
}

function PauseRow({ channel: { id: channelId, name, paused } }: Pick<ChannelDangerProps, 'channel'>) {
  const { t } = useTranslation('channels');
  const { mutateAsync: pause } = useRouteMutation('channels.pause', 'channels.list');
  const { mutateAsync: resume } = useRouteMutation('channels.resume', 'channels.list');
  const { run } = useAction(t('failed'));
  const pauseIt = async () => {
    await pause({ channelId });
    notify(t('paused', { name }), {
      id: 'channel-paused',
      action: undoAction(() => void run(() => resume({ channelId }))),
    });
  };
  const resumeIt = async () => {
    await resume({ channelId });
    notify(t('resumed', { name }), { id: 'channel-paused' });
  };
  return (
    <DangerRow title={paused ? t('resumeTitle') : t('pauseTitle')} lead={paused ? t('resumeLead') : t('pauseLead')}>
      <ActionButton variant={paused ? 'primary' : 'outline'} failed={t('failed')} act={paused ? resumeIt : pauseIt}>
        {paused ? t('resume') : t('pause')}
      </ActionButton>
    </DangerRow>
  );
}

/** Opens this channel's test customer. */
function TestCustomerGroup({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('channels');
  return (
    <Group title={t('tryTitle')} lead={t('tryLead')}>
      <Button className="self-start" onClick={onOpen}>
        <ExternalLink aria-hidden className="size-4" />
        {t('tryOpen')}
      </Button>
    </Group>
  );
}
