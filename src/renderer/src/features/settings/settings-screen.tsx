import { Activity, Bot, Globe, Image, Info, MessageSquareQuote, Monitor, Palette, Radio, UserRound } from 'lucide-react';
import { type ComponentType, useEffect, useRef } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { cn } from '#renderer/components/class-names.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { AboutSection } from './about-section.tsx';
import { ActivitySection } from './activity/activity-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { BotPage } from './bot-page.tsx';
import { BotsSection } from './bots-section.tsx';
import { ChannelPage } from './channel-page.tsx';
import { ChannelsSection } from './channels-section.tsx';
import { ComputerSection } from './computer-section.tsx';
import { CheckPage } from './connection/check-page.tsx';
import { ConnectionSection } from './connection/connection-section.tsx';
import { MediaSection } from './media/media-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { RepliesSection } from './replies/replies-section.tsx';
import { shownSections, type SectionName } from './sections.ts';
import { words } from './words.ts';

const icons: Record<SectionName, ComponentType<{ readonly className?: string }>> = {
  profile: UserRound,
  channels: Radio,
  bots: Bot,
  replies: MessageSquareQuote,
  media: Image,
  connection: Globe,
  appearance: Palette,
  computer: Monitor,
  activity: Activity,
  about: Info,
};

interface SettingsScreenProps {
  /** opens the test customer of a channel in a window of its own */
  readonly onOpenTestCustomer: (channelId: string) => void;
}

/** Settings: sections at the left, one column of fields. Lives at `/settings`, `/settings/<section>`, `/settings/channels/<id>`, `/settings/bots/<id>`, `/settings/connection/check` and `/settings/activity/<message id>`. */
export function SettingsScreen({ onOpenTestCustomer }: SettingsScreenProps) {
  const [location] = useLocation();
  const [, , named = '', detail] = location.split('?', 1).join('').split('/');
  const hasDesktop = useDesktop() !== undefined;
  const shown = shownSections(hasDesktop);
  const current = shown.find((section) => section === named);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (page.current !== null) page.current.scrollTop = 0;
  }, [current, detail]);

  if (current === undefined) return <Redirect to="/settings/profile" replace />;
  return (
    <main className="flex h-full min-w-0 flex-1 bg-ground max-panes:flex-col" aria-label={words.title}>
      <nav aria-label={words.title} className="flex w-56 shrink-0 flex-col gap-4 border-r p-4 pt-5 max-panes:w-full max-panes:gap-2 max-panes:border-r-0 max-panes:border-b max-panes:pb-2">
        <h1 className="px-2 text-title font-semibold">{words.title}</h1>
        <ul className="flex flex-col gap-0.5 max-panes:flex-row max-panes:overflow-x-auto">
          {shown.map((section) => (
            <li key={section}>
              <SectionLink section={section} current={section === current} />
            </li>
          ))}
        </ul>
      </nav>
      <div ref={page} className="min-h-0 min-w-0 flex-1 overflow-y-auto">
        <div className="px-8 pt-5 pb-16 max-panes:px-6">
          <SectionPage section={current} detail={detail === '' ? undefined : detail} onOpenTestCustomer={onOpenTestCustomer} />
        </div>
      </div>
    </main>
  );
}

function SectionLink({ section, current }: { readonly section: SectionName; readonly current: boolean }) {
  const Icon = icons[section];
  return (
    <Link
      href={`/settings/${section}`}
      aria-current={current ? 'page' : undefined}
      className={cn(
        'flex h-(--control) items-center gap-2.5 rounded-control px-2 text-ui whitespace-nowrap no-underline transition-colors',
        current ? 'bg-selected font-medium text-ink' : 'text-ink-quiet hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {words.sections[section]}
    </Link>
  );
}

interface SectionPageProps extends SettingsScreenProps {
  readonly section: SectionName;
  /** what follows the section in the address: a channel's, bot's or message's id, `check` */
  readonly detail: string | undefined;
}

function SectionPage({ section, detail, onOpenTestCustomer }: SectionPageProps) {
  switch (section) {
    case 'profile':
      return <ProfileSection />;
    case 'channels':
      return detail === undefined ? <ChannelsSection /> : <ChannelPage key={detail} channelId={decodeURIComponent(detail)} onOpenTestCustomer={onOpenTestCustomer} />;
    case 'bots':
      return detail === undefined ? <BotsSection /> : <BotPage key={detail} botId={decodeURIComponent(detail)} />;
    case 'replies':
      return <RepliesSection />;
    case 'media':
      return <MediaSection />;
    case 'connection':
      return detail === 'check' ? <CheckPage /> : <ConnectionSection />;
    case 'appearance':
      return <AppearanceSection />;
    case 'computer':
      return <ComputerSection />;
    case 'activity':
      return <ActivitySection key={detail} messageId={detail} />;
    case 'about':
      return <AboutSection />;
  }
}
