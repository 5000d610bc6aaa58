import { useTranslation } from 'react-i18next';
import {
  Activity,
  AlarmClock,
  Archive,
  Ban,
  Bot,
  Globe,
  Image,
  Info,
  MessageSquareQuote,
  Monitor,
  Palette,
  Radio,
  Tag,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { type ComponentType, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { cn } from '#renderer/components/class-names.ts';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { lazy, useLoadAhead } from '#renderer/components/lazy.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { FieldsSkeleton } from './parts/section.tsx';
import { shownSections, type SectionName } from './sections.ts';

const ProfileSection = lazy(async () => (await import('./profile-section.tsx')).ProfileSection);
const OperatorsSection = lazy(async () => (await import('./operators/operators-section.tsx')).OperatorsSection);
const ChannelsSection = lazy(async () => (await import('./channels/channels-section.tsx')).ChannelsSection);
const ChannelPage = lazy(async () => (await import('./channels/channel-page.tsx')).ChannelPage);
const BotsSection = lazy(async () => (await import('./bots/bots-section.tsx')).BotsSection);
const BotPage = lazy(async () => (await import('./bots/bot-page.tsx')).BotPage);
const HoursSection = lazy(async () => (await import('./hours/hours-section.tsx')).HoursSection);
const RepliesSection = lazy(async () => (await import('./replies/replies-section.tsx')).RepliesSection);
const TagsSection = lazy(async () => (await import('./tags/tags-section.tsx')).TagsSection);
const BlockedSection = lazy(async () => (await import('./blocked/blocked-section.tsx')).BlockedSection);
const MediaSection = lazy(async () => (await import('./media/media-section.tsx')).MediaSection);
const ConnectionSection = lazy(async () => (await import('./connection/connection-section.tsx')).ConnectionSection);
const CheckPage = lazy(async () => (await import('./connection/check-page.tsx')).CheckPage);
const DataSection = lazy(async () => (await import('./data/data-section.tsx')).DataSection);
const AppearanceSection = lazy(async () => (await import('./appearance-section.tsx')).AppearanceSection);
const ComputerSection = lazy(async () => (await import('./computer/computer-section.tsx')).ComputerSection);
const ActivitySection = lazy(async () => (await import('./activity/activity-section.tsx')).ActivitySection);
const AboutSection = lazy(async () => (await import('./about-section.tsx')).AboutSection);

/** The computer's are of the desktop app alone. */
const ahead = [
  ProfileSection,
  OperatorsSection,
  ChannelsSection,
  ChannelPage,
  BotsSection,
  BotPage,
  HoursSection,
  RepliesSection,
  TagsSection,
  BlockedSection,
  MediaSection,
  ConnectionSection,
  CheckPage,
  DataSection,
  AppearanceSection,
  ActivitySection,
  AboutSection,
];

const icons: Record<SectionName, ComponentType<{ readonly className?: string }>> = {
  profile: UserRound,
  operators: UsersRound,
  channels: Radio,
  bots: Bot,
  hours: AlarmClock,
  replies: MessageSquareQuote,
  tags: Tag,
  blocked: Ban,
  media: Image,
  connection: Globe,
  data: Archive,
  appearance: Palette,
  computer: Monitor,
  activity: Activity,
  about: Info,
};

interface SettingsScreenProps {
  /** opens the test customer of a channel in a window of its own */
  readonly onOpenTestCustomer: (channelId: string) => void;
}

/** Settings: sections at the beginning, one column of fields. Lives at `/settings`, `/settings/<section>`, `/settings/channels/<id>`, `/settings/bots/<id>`, `/settings/connection/check`, `/settings/data/make` and `/settings/activity/<message id>`. */
export function SettingsScreen({ onOpenTestCustomer }: SettingsScreenProps) {
  const { t } = useTranslation('settings');
  const [location] = useLocation();
  const former = useDeferredValue(location);
  const hasDesktop = useDesktop() !== undefined;
  const sections = shownSections(hasDesktop);
  const sectionOf = (named: string): SectionName | undefined => sections.find((section) => section === named);
  const current = sectionOf(partsOf(location).named);
  // The former section stays until the code of the next one is there.
  const { named, detail } = partsOf(sectionOf(partsOf(former).named) === undefined ? location : former);
  const shown = sectionOf(named);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (page.current !== null) page.current.scrollTop = 0;
  }, [shown, detail]);
  const links = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // In a narrow window the links are one line that scrolls.
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  useLoadAhead(ahead);

  if (current === undefined) return <Redirect to="/settings/profile" replace />;
  return (
    <main className="flex h-full min-w-0 flex-1 bg-ground max-panes:flex-col" aria-label={t('title')}>
      <nav
        aria-label={t('title')}
        className="flex w-56 shrink-0 flex-col gap-4 border-e p-4 pt-5 max-panes:w-full max-panes:gap-2 max-panes:border-e-0 max-panes:border-b max-panes:pb-2"
      >
        <h1 className="px-2 text-title font-semibold">{t('title')}</h1>
        <ul ref={links} className="flex flex-col gap-0.5 max-panes:flex-row max-panes:overflow-x-auto">
          {sections.map((section) => (
            <li key={section}>
              <SectionLink section={section} current={section === current} />
            </li>
          ))}
        </ul>
      </nav>
      <div ref={page} className="min-h-0 min-w-0 flex-1 overflow-y-auto">
        <div className="px-8 pt-5 pb-16 max-panes:px-6">
          <FaultBoundary part="pane" of={[shown, detail]}>
            <Suspense fallback={<FieldsSkeleton />}>
              {shown !== undefined && (
                <SectionPage section={shown} detail={detail} onOpenTestCustomer={onOpenTestCustomer} />
              )}
            </Suspense>
          </FaultBoundary>
        </div>
      </div>
    </main>
  );
}

/** `/settings/<named>/<detail>`, without what is asked for behind. */
function partsOf(location: string): { readonly named: string; readonly detail: string | undefined } {
  const [, , named = '', detail] = location.split('?', 1).join('').split('/');
  return { named, detail: detail === '' ? undefined : detail };
}

function SectionLink({ section, current }: { readonly section: SectionName; readonly current: boolean }) {
  const { t } = useTranslation('settings');
  const Icon = icons[section];
  return (
    <Link
      href={`/settings/${section}`}
      aria-current={current ? 'page' : undefined}
      className={cn(
        'flex min-h-(--control) items-center gap-2.5 rounded-control px-2 py-1 text-ui wrap-anywhere no-underline transition-colors max-panes:whitespace-nowrap',
        current ? 'bg-selected font-medium text-ink' : 'text-ink-quiet hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {t(`sections.${section}`)}
    </Link>
  );
}

interface SectionPageProps extends SettingsScreenProps {
  readonly section: SectionName;
  /** what follows the section in the address: a channel's, bot's or message's id, `check`, `make` */
  readonly detail: string | undefined;
}

function SectionPage({ section, detail, onOpenTestCustomer }: SectionPageProps) {
  switch (section) {
    case 'profile':
      return <ProfileSection />;
    case 'operators':
      return <OperatorsSection />;
    case 'channels':
      return detail === undefined ? (
        <ChannelsSection />
      ) : (
        <ChannelPage key={detail} channelId={decodeURIComponent(detail)} onOpenTestCustomer={onOpenTestCustomer} />
      );
    case 'bots':
      return detail === undefined ? <BotsSection /> : <BotPage key={detail} botId={decodeURIComponent(detail)} />;
    case 'hours':
      return <HoursSection />;
    case 'replies':
      return <RepliesSection />;
    case 'tags':
      return <TagsSection />;
    case 'blocked':
      return <BlockedSection />;
    case 'media':
      return <MediaSection />;
    case 'connection':
      return detail === 'check' ? <CheckPage /> : <ConnectionSection />;
    case 'data':
      return <DataSection asksForBackup={detail === 'make'} />;
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
