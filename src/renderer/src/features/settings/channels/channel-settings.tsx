import { useTranslation } from 'react-i18next';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { ChannelMark, colorOf } from '#renderer/components/avatar.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { channelKinds } from '#renderer/rpc/channel-kinds.ts';
import { useUpdateChannel, useBots, useLetterbox, useMailbox } from '#renderer/rpc/use-directory.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { CHANNEL_COLORS, type ChannelColor } from '#shared/domain/pictures.ts';
import { PictureField } from '../parts/picture-field.tsx';
import { saveField, fieldsOf, SavedSwitch } from '#renderer/components/saved-fields.tsx';
import type { ReactNode } from 'react';
import { useLocation, Link } from 'wouter';
import { notify, undoAction } from '#renderer/components/toaster.tsx';
import { ActionButton, ConfirmButton, useAction } from '#renderer/components/actions.tsx';
import { DangerRow, Group, LinkRow, Section } from '../parts/section.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { botPath, BotStateChip } from '../bots/bot-state.tsx';
import { type Tab, Tabs } from '#renderer/components/tabs.tsx';
import { CircleAlert, CircleCheck, CircleDashed, CirclePause, House } from 'lucide-react';
import { Chip } from '#renderer/components/chip.tsx';
import { channelPath } from '#shared/domain/settings-sections.ts';
import type { ListedChannel } from './channel-kind.ts';
import type { LetterboxView } from '#shared/contract/letterboxes.ts';
import type { MailboxView } from '#shared/contract/mailboxes.ts';
import { type Reached, throughWebsite } from '#shared/contract/reach.ts';
import { useReached } from '../connection/reach.ts';

export function useChannelFields(channel: Channel) {
  return fieldsOf(channel, useUpdateChannel(channel.id), { texts: 'channels:' });
}

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

interface ChannelDangerProps {
  readonly channel: ListedChannel;
  readonly title: string;
  /** effect on customers while it is paused, before and after the press; left out: it cannot be */
  readonly pauseLead?: string;
  readonly resumeLead?: string;
  /** parts of it that stop working once it is removed */
  readonly removeWill: string;
  /** further actions, between both */
  readonly children?: ReactNode;
}

/** Pause and remove a channel: the irreversible actions come last and explain themselves. */
export function ChannelDanger({ channel, title, pauseLead, resumeLead, removeWill, children }: ChannelDangerProps) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const { id: channelId, name, openChats, paused } = channel;
  const { mutateAsync: pause } = useRouteMutation('channels.pause', 'channels.list');
  const { mutateAsync: resume } = useRouteMutation('channels.resume', 'channels.list');
  const { mutateAsync: remove } = useRouteMutation('channels.remove', 'channels.list');
  const { run } = useAction(t('failed'));
  const pauseIt = async () => {
    await pause({ channelId });
    const undo = undoAction(() => void run(() => resume({ channelId })));
    notify(t('paused', { name }), { id: 'channel-paused', action: undo });
  };
  const resumeIt = async () => {
    await resume({ channelId });
    notify(t('resumed', { name }), { id: 'channel-paused' });
  };
  return (
    <Group title={title}>
      <ul className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        {pauseLead !== undefined && (
          <DangerRow title={paused ? t('resumeTitle') : t('pauseTitle')} lead={paused ? resumeLead : pauseLead}>
            <ActionButton
              variant={paused ? 'primary' : 'outline'}
              failed={t('failed')}
              act={paused ? resumeIt : pauseIt}
            >
              {paused ? t('resume') : t('pause')}
            </ActionButton>
          </DangerRow>
        )}
        {children}
        <DangerRow title={t('removeTitle')} lead={t('removeLead')}>
          <ConfirmButton
            label={t('remove')}
            urgent
            title={t('removeAsk', { name })}
            will={[t('removeWill.1', { count: openChats }), t('removeWill.2'), removeWill]}
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

interface ChannelBotsProps {
  readonly channel: Channel;
  /** audience that is told that a bot counts as available, and when; left out: customers; false: nobody */
  readonly countBotHint?: string | false;
}

/** The channel's bots, and whether customers are told that somebody is there while one of them works. */
export function ChannelBots({ channel, countBotHint }: ChannelBotsProps) {
  const { t } = useTranslation('channels');
  const of = useChannelFields(channel);
  const attached = useBots().data?.filter(({ channelIds }) => channelIds.includes(channel.id));
  const hasNone = attached?.length === 0;
  return (
    <Group title={t('bots.channelBot.title')} lead={t('bots.channelBot.lead')}>
      {hasNone && (
        <p className="text-ui text-ink-quiet">
          {t('bots.channelBot.none')}{' '}
          <Link href="/settings/bots" className="underline">
            {t('bots.channelBot.toBots')}
          </Link>
        </p>
      )}
      {attached !== undefined && !hasNone && (
        <Rows rows={attached} keyOf={({ id }) => id}>
          {(bot) => (
            <LinkRow href={botPath(bot.id)} title={bot.name}>
              <BotStateChip bot={bot} />
            </LinkRow>
          )}
        </Rows>
      )}
      {countBotHint !== false && (
        <SavedSwitch
          {...of('countBot')}
          {...(countBotHint !== undefined && { hint: countBotHint })}
          unavailable={hasNone ? t('bots.channelBot.uncounted') : undefined}
        />
      )}
    </Group>
  );
}

interface ChannelTabsProps {
  readonly channel: ListedChannel;
  /** the one that is shown; left out or unknown: the first */
  readonly tab: string | undefined;
  /** their values are paths: `/settings/channels/<id>/hours` */
  readonly tabs: readonly Tab<string>[];
  readonly wide?: boolean;
  /** above the tabs */
  readonly children?: ReactNode;
}

/** A channel's name and state, and its settings on tabs. */
export function ChannelTabs({ channel, tab, tabs, wide = false, children }: ChannelTabsProps) {
  const { t } = useTranslation('channels');
  const [, navigate] = useLocation();
  const [first] = tabs;
  return (
    <Section
      title={channel.name}
      lead={t('openChats', { count: channel.openChats })}
      action={<ChannelStateChip channel={channel} />}
      wide={wide}
    >
      {children}
      <Tabs
        label={t('tabs.label')}
        value={tabs.find(({ value }) => value === tab)?.value ?? first?.value ?? ''}
        onValueChange={(next) =>
          navigate(channelPath(channel.id, next === first?.value ? undefined : next), { replace: true })
        }
        listClassName="flex-wrap border-b pb-2"
        tabs={tabs.map(({ value, label, panel }) => ({
          value,
          label,
          panel: (
            <div className="flex flex-col gap-6 pt-3 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
              {panel}
            </div>
          ),
        }))}
      />
    </Section>
  );
}

const looks = {
  lost: { Icon: CircleAlert, tone: 'urgent' },
  paused: { Icon: CirclePause, tone: 'attention' },
  unconnected: { Icon: undefined, tone: 'neutral' },
  local: { Icon: House, tone: 'neutral' },
  unreachable: { Icon: CircleAlert, tone: 'urgent' },
  unfetched: { Icon: CircleAlert, tone: 'attention' },
  unknown: { Icon: CircleDashed, tone: 'neutral' },
  network: { Icon: CircleCheck, tone: 'good' },
  ready: { Icon: CircleCheck, tone: 'good' },
} as const;
type State = keyof typeof looks;

/** Tells whether customers can write on a channel and get answers; unreachable channels are not ready. */
function channelState(channel: Channel, reached: Reached | 'unfetched'): State {
  if (channel.secretLost === true) return 'lost';
  if (channel.paused) return 'paused';
  if (reached === 'unreachable' || reached === 'unfetched') return reached;
  if (!channelKinds[channel.kind].isConnected(channel)) return 'unconnected';
  return reached === 'reachable' ? 'ready' : (reached ?? 'unknown');
}

/** Whether customers get through to a channel with a letterbox; undefined until known. */
function reachedThrough(letterbox: LetterboxView | undefined): Reached | 'unfetched' {
  const through = letterbox && throughWebsite(letterbox);
  if (through === 'open') return 'reachable';
  return through === 'closed' ? 'unreachable' : through === 'starting' ? undefined : through;
}

/** Whether customers get through by mail; undefined until known. */
function reachedByMail(mailbox: MailboxView | undefined): Reached | undefined {
  if (mailbox === undefined || mailbox.state === 'starting') return undefined;
  return mailbox.state === 'open' ? 'reachable' : 'unreachable';
}

/** The same in a word. */
export function ChannelStateChip({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels');
  const letterbox = useLetterbox(channel.id);
  const mailbox = useMailbox(channel);
  const reached = useReached();
  const through = channel.box === undefined ? reached : reachedThrough(letterbox);
  const state = channelState(channel, channel.email === undefined ? through : reachedByMail(mailbox));
  const { Icon = channelKinds[channel.kind].Icon, tone } = looks[state];
  return (
    <Chip tone={tone} icon={<Icon aria-hidden />}>
      {state === 'lost' || state === 'unconnected' || state === 'ready'
        ? t(`states.${state}.${channel.kind}`)
        : t(`states.${state}`)}
    </Chip>
  );
}
