import { useTranslation } from 'react-i18next';
import { Suspense, type ReactNode } from 'react';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { BackLink, Loaded, Section, Group } from '../parts/section.tsx';
import { ChannelAddresses, useChannelAddresses } from './channel-addresses.tsx';
import { ChannelStateChip, endpointOf, replyAddressProblem, type ListedChannel } from './channel-fields.tsx';
import { ChannelAutomatic, ChannelHours, ChannelRating } from '../hours/channel-hours.tsx';
import { ChannelMedia } from '../media/channel-media.tsx';
import { IntegratorSnippets } from './integrator-snippets.tsx';
import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight, ExternalLink } from 'lucide-react';
import { channelFields } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { useAct } from '#renderer/rpc/use-act.ts';
import { keys } from '#renderer/rpc/query-keys.ts';
import { AddressFields } from '../parts/address-fields.tsx';
import { SavedText, SavedSelect, SavedSwitch } from '../parts/saved-field.tsx';
import { Link, useLocation } from 'wouter';
import { CardList } from '#renderer/components/card-list.tsx';
import { useBots } from '#renderer/rpc/use-bots.ts';
import { botPlace, BotStateChip } from '../bots/bot-state.tsx';
import { Button } from '#renderer/components/button.tsx';
import { say, sayWithUndo } from '#renderer/components/toaster.tsx';
import { AskFirst, DangerRow } from '../parts/act.tsx';
import { tellTrouble } from '../parts/trouble.ts';

// Where the secret of a channel was lost, which is seldom.
const RestoreChannel = lazy(async () => (await import('./restore-channel.tsx')).RestoreChannel);

interface ChannelPageProps {
  readonly channelId: string;
  readonly onOpenTestCustomer: (channelId: string) => void;
}

/** Everything about one channel. */
export function ChannelPage({ channelId, onOpenTestCustomer }: ChannelPageProps) {
  const { t } = useTranslation('channels');
  return (
    <div className="flex flex-col gap-2">
      <BackLink href="/settings/channels">{t('back')}</BackLink>
      <Loaded of={useChannels({ countedAnew: true })}>
        {(channels) => {
          const channel = channels.find(({ id }) => id === channelId);
          return channel === undefined ? (
            <EmptyState title={t('gone')} className="my-10" />
          ) : (
            <Channel channel={channel} onOpenTestCustomer={() => onOpenTestCustomer(channel.id)} />
          );
        }}
      </Loaded>
    </div>
  );
}

function Channel({
  channel,
  onOpenTestCustomer,
}: {
  readonly channel: ListedChannel;
  readonly onOpenTestCustomer: () => void;
}) {
  const { t } = useTranslation('channels');
  const addresses = useChannelAddresses(channel);
  const isLost = channel.secretLost === true;
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
      <ChannelFields channel={channel} />
      {!isLost && <ChannelAddresses addresses={addresses} countBot={channel.countBot} />}
      <ChannelBots channel={channel} />
      <ChannelHours channel={channel} />
      <ChannelAutomatic channel={channel} />
      <ChannelRating channel={channel} />
      <ChannelMedia channel={channel} />
      {!isLost && <TestCustomerGroup onOpen={onOpenTestCustomer} />}
      {!isLost && <IntegratorSnippets publicId={channel.publicId} addresses={addresses} />}
      <ChannelDanger channel={channel} onRenewed={addresses.forget} />
    </Section>
  );
}

/** What can be changed about a channel; each field is saved as one leaves it. */
function ChannelFields({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useAct('channels.update', keys.channels);
  const change = (input: Partial<Omit<Channel, 'id'>>) => mutateAsync({ channelId: channel.id, ...input });
  return (
    <div className="flex flex-col gap-5">
      <SavedText
        field="name"
        label={t('name')}
        hint={t('nameHint')}
        saved={channel.name}
        rule={channelFields.name}
        save={(name) => change({ name })}
      />
      <AddressFields
        label={t('endpoint.text')}
        hint={t('endpointHint')}
        placeholder={'https://shop.example/chat-replies'}
        saved={{ endpoint: channel.endpoint ?? '', allowPlainHttp: channel.allowPlainHttp }}
        problemOf={replyAddressProblem}
        save={({ endpoint, allowPlainHttp }) => change({ endpoint: endpointOf(endpoint), allowPlainHttp })}
      />
      <Advanced label={t('advanced')}>
        <SavedSelect
          field="framing"
          label={t('framing')}
          hint={t('framingHint')}
          saved={channel.framing}
          choices={[
            { value: 'length', label: t('framings.length') },
            { value: 'chunked', label: t('framings.chunked') },
          ]}
          save={(framing) => change({ framing })}
        />
      </Advanced>
    </div>
  );
}

/** What few need, behind a line that opens. */
function Advanced({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Collapsible.Root>
      <Collapsible.Trigger className="group -ms-1.5 flex h-(--control) items-center gap-1 rounded-control pe-2 ps-1 text-ui font-medium text-ink-quiet transition-colors hover:bg-hover hover:text-ink">
        <ChevronRight aria-hidden className="size-4 transition-transform group-data-panel-open:unfolded" />
        {label}
      </Collapsible.Trigger>
      <Collapsible.Panel className="flex flex-col gap-5 pt-2">{children}</Collapsible.Panel>
    </Collapsible.Root>
  );
}

/** Which bots answer on this channel, and what they and the status are told of it. */
function ChannelBots({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const { mutateAsync } = useAct('channels.update', keys.channels);
  return (
    <Group title={t('bots.channelBot.title')} lead={t('bots.channelBot.lead')}>
      <AttachedBots channelId={channel.id} />
      <SavedSwitch
        field="countBot"
        label={t('bots.channelBot.countBot')}
        hint={t('bots.channelBot.countBotHint')}
        saved={channel.countBot}
        save={(countBot) => mutateAsync({ channelId: channel.id, countBot })}
      />
      <SavedText
        field="botChannelType"
        label={t('bots.channelBot.channelType')}
        hint={t('bots.channelBot.channelTypeHint')}
        spellCheck={false}
        saved={channel.botChannelType}
        rule={channelFields.botChannelType}
        save={(botChannelType) => mutateAsync({ channelId: channel.id, botChannelType })}
      />
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
        {t('bots.channelBot.none')} <Link href="/settings/bots">{t('bots.channelBot.toBots')}</Link>
      </p>
    );
  }
  return (
    <CardList items={attached}>
      {(bot) => (
        <Link
          href={botPlace(bot.id)}
          className="flex min-h-11 items-center gap-3 px-4 py-2 text-ui text-ink no-underline transition-colors hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span className="min-w-0 flex-1 truncate font-medium">{bot.name}</span>
          <BotStateChip bot={bot} />
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-quiet" />
        </Link>
      )}
    </CardList>
  );
}

interface ChannelDangerProps {
  readonly channel: ListedChannel;
  /** the addresses shown are not valid any more */
  readonly onRenewed: () => void;
}

/** Pause, new secret, remove: what cannot all be taken back stands last, and says what it will do. */
function ChannelDanger({ channel, onRenewed }: ChannelDangerProps) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const { id: channelId, name, openChats } = channel;
  const isLost = channel.secretLost === true;
  const { mutateAsync: renewSecret } = useAct('channels.renewSecret', keys.channels);
  const { mutateAsync: remove } = useAct('channels.remove', keys.channels);
  return (
    <Group title={isLost ? t('lostSecret.lostChannel.danger') : t('dangerTitle')}>
      <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        <PauseRow channel={channel} />
        {!isLost && (
          <DangerRow title={t('secretTitle')} lead={t('secretLead')}>
            <AskFirst
              label={t('secret')}
              title={t('secretAsk', { name })}
              will={[t('secretWill.1'), t('secretWill.2')]}
              confirmLabel={t('secretConfirm')}
              failed={t('failed')}
              act={async () => {
                await renewSecret({ channelId });
                onRenewed();
                say(t('secretDone'));
              }}
            />
          </DangerRow>
        )}
        <DangerRow title={t('removeTitle')} lead={t('removeLead')}>
          <AskFirst
            label={t('remove')}
            urgent
            title={t('removeAsk', { name })}
            will={[t('removeWill.1', { count: openChats }), t('removeWill.2'), t('removeWill.3')]}
            confirmLabel={t('removeConfirm')}
            failed={t('failed')}
            act={async () => {
              const { closedChats } = await remove({ channelId });
              navigate('/settings/channels');
              say(t('removed', { count: closedChats, name }));
            }}
          />
        </DangerRow>
      </ul>
    </Group>
  );
}

function PauseRow({ channel: { id: channelId, name, paused } }: Pick<ChannelDangerProps, 'channel'>) {
  const { t } = useTranslation('channels');
  const pause = useAct('channels.pause', keys.channels);
  const resume = useAct('channels.resume', keys.channels);
  const onError = (error: unknown) => tellTrouble(t('failed'), error);
  const pauseIt = () =>
    pause.mutate(
      { channelId },
      {
        onError,
        onSuccess: () =>
          sayWithUndo(
            t('paused', { name }),
            { onUndo: () => resume.mutate({ channelId }, { onError }) },
            { id: 'channel-paused' },
          ),
      },
    );
  const resumeIt = () =>
    resume.mutate({ channelId }, { onError, onSuccess: () => say(t('resumed', { name }), { id: 'channel-paused' }) });
  return paused ? (
    <DangerRow title={t('resumeTitle')} lead={t('resumeLead')}>
      <Button variant="primary" pending={resume.isPending} onClick={resumeIt}>
        {t('resume')}
      </Button>
    </DangerRow>
  ) : (
    <DangerRow title={t('pauseTitle')} lead={t('pauseLead')}>
      <Button pending={pause.isPending} onClick={pauseIt}>
        {t('pause')}
      </Button>
    </DangerRow>
  );
}

/** Opens the test customer for this channel. */
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
