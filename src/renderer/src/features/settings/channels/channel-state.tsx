import { CircleAlert, CircleCheck, CircleDashed, CirclePause, Globe, House, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '#renderer/components/chip.tsx';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { type Reached, useReached } from '../connection/reach.tsx';

/** A channel as listed, with its number of open chats. */
export type ListedChannel = RouteOutput<'channels.list'>['channels'][number];

const looks = {
  lost: { Icon: CircleAlert, tone: 'urgent' },
  lostKey: { Icon: CircleAlert, tone: 'urgent' },
  paused: { Icon: CirclePause, tone: 'attention' },
  noAddress: { Icon: Unplug, tone: 'neutral' },
  notOnSite: { Icon: Globe, tone: 'neutral' },
  local: { Icon: House, tone: 'neutral' },
  unreachable: { Icon: CircleAlert, tone: 'urgent' },
  unknown: { Icon: CircleDashed, tone: 'neutral' },
  network: { Icon: CircleCheck, tone: 'good' },
  ready: { Icon: CircleCheck, tone: 'good' },
  onSite: { Icon: CircleCheck, tone: 'good' },
} as const;
type State = keyof typeof looks;

/** What differs between the kinds: what the channel still lacks, and the state in which nothing is missing. */
interface StatesOfKind {
  readonly lost: State;
  readonly lacks: (channel: Pick<Channel, 'endpoint' | 'site'>) => State | undefined;
  readonly ready: State;
}

const states: Record<ChannelKind, StatesOfKind> = {
  custom: { lost: 'lost', lacks: ({ endpoint }) => (endpoint === null ? 'noAddress' : undefined), ready: 'ready' },
  site: {
    lost: 'lostKey',
    lacks: ({ site }) => (site === undefined || site.sites.length === 0 ? 'notOnSite' : undefined),
    ready: 'onSite',
  },
};

type Stated = Pick<Channel, 'kind' | 'paused' | 'endpoint' | 'secretLost' | 'site'>;

/** Whether customers can write on a channel and get answers; unreachable channels are not ready. */
export function channelState(channel: Stated, reached: Reached): State {
  const { lost, lacks, ready } = states[channel.kind];
  if (channel.secretLost === true) return lost;
  if (channel.paused) return 'paused';
  if (reached === 'unreachable') return reached;
  return lacks(channel) ?? (reached === 'reachable' ? ready : (reached ?? 'unknown'));
}

/** The same in a word. */
export function ChannelStateChip({ channel }: { readonly channel: Stated }) {
  const { t } = useTranslation('channels');
  const state = channelState(channel, useReached());
  const { Icon, tone } = looks[state];
  return (
    <Chip tone={tone} icon={<Icon aria-hidden />}>
      {t(`states.${state}`)}
    </Chip>
  );
}
