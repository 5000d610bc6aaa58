import '#renderer/language/channels.ts';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { type Tab, Tabs } from '#renderer/components/tabs.tsx';
import { textsIn } from '#renderer/language/i18n.ts';
import { Section } from '../parts/section.tsx';
import { CircleAlert, CircleCheck, CircleDashed, CirclePause, Globe, House, Unplug } from 'lucide-react';
import { Chip } from '#renderer/components/chip.tsx';
import type { RouteOutput } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { channelPlace } from '#shared/domain/settings-sections.ts';
import { type Reached, useReached } from '../connection/reach.tsx';

const t = textsIn('channels');

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
  const [, navigate] = useLocation();
  const [first] = tabs;
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
      wide={wide}
    >
      {children}
      <Tabs
        label={t('tabs.label')}
        value={tabs.find(({ value }) => value === tab)?.value ?? first?.value ?? ''}
        onValueChange={(next) =>
          navigate(channelPlace(channel.id, next === first?.value ? undefined : next), { replace: true })
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

type Stated = Pick<Channel, 'kind' | 'paused' | 'endpoint' | 'secretLost' | 'site'>;

/** Whether customers can write on a channel and get answers; unreachable channels are not ready. */
function channelState({ kind, paused, endpoint, secretLost, site }: Stated, reached: Reached): State {
  const isSite = kind === 'site';
  if (secretLost === true) return isSite ? 'lostKey' : 'lost';
  if (paused) return 'paused';
  if (reached === 'unreachable') return reached;
  if (isSite && (site === undefined || site.sites.length === 0)) return 'notOnSite';
  if (!isSite && endpoint === null) return 'noAddress';
  if (reached === 'reachable') return isSite ? 'onSite' : 'ready';
  return reached ?? 'unknown';
}

/** The same in a word. */
export function ChannelStateChip({ channel }: { readonly channel: Stated }) {
  const state = channelState(channel, useReached());
  const { Icon, tone } = looks[state];
  return (
    <Chip tone={tone} icon={<Icon aria-hidden />}>
      {t(`states.${state}`)}
    </Chip>
  );
}
