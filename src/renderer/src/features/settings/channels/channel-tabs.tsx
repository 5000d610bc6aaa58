import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Tabs } from '#renderer/components/tabs.tsx';
import { Section } from '../parts/section.tsx';
import { ChannelStateChip, type ListedChannel } from './channel-state.tsx';

interface ChannelTab {
  /** its path: `/settings/channels/<id>/hours` */
  readonly value: string;
  readonly label: string;
  readonly panel: ReactNode;
}

interface ChannelTabsProps {
  readonly channel: ListedChannel;
  /** the one that is shown; left out or unknown: the first */
  readonly tab: string | undefined;
  readonly tabs: readonly ChannelTab[];
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

/** The path of a channel's page, or of one of its tabs. */
export function channelPlace(channelId: string, tab?: string): string {
  return `/settings/channels/${encodeURIComponent(channelId)}${tab === undefined ? '' : `/${tab}`}`;
}
