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
import { lazy, type LazyPart, useLoadAhead } from '#renderer/components/lazy.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { FieldsSkeleton } from './parts/section.tsx';
import { shownSections, type SectionName } from './sections.ts';

interface PageProps extends SettingsScreenProps {
  /** what follows the section in the address: a channel's, bot's or message's id, `check`, `make` */
  readonly detail?: string | undefined;
}

const page = (get: () => Promise<ComponentType<PageProps>>): LazyPart<PageProps> => lazy(get);
const ProfileSection = page(async () => (await import('./profile-section.tsx')).ProfileSection);
const OperatorsSection = page(async () => (await import('./operators/operators-section.tsx')).OperatorsSection);
const ChannelsSection = page(async () => (await import('./channels/channels-section.tsx')).ChannelsSection);
const ChannelPage = page(async () => (await import('./channels/channel-page.tsx')).ChannelPage);
const BotsSection = page(async () => (await import('./bots/bots-section.tsx')).BotsSection);
const BotPage = page(async () => (await import('./bots/bot-page.tsx')).BotPage);
const HoursSection = page(async () => (await import('./hours/hours-section.tsx')).HoursSection);
const RepliesSection = page(async () => (await import('./replies/replies-section.tsx')).RepliesSection);
const TagsSection = page(async () => (await import('./tags/tags-section.tsx')).TagsSection);
const BlockedSection = page(async () => (await import('./blocked/blocked-section.tsx')).BlockedSection);
const MediaSection = page(async () => (await import('./media/media-section.tsx')).MediaSection);
const ConnectionSection = page(async () => (await import('./connection/connection-section.tsx')).ConnectionSection);
const CheckPage = page(async () => (await import('./connection/check-page.tsx')).CheckPage);
const DataSection = page(async () => (await import('./data/data-section.tsx')).DataSection);
const AppearanceSection = page(async () => (await import('./appearance-section.tsx')).AppearanceSection);
const ComputerSection = page(async () => (await import('./computer/computer-section.tsx')).ComputerSection);
const ActivitySection = page(async () => (await import('./activity/activity-section.tsx')).ActivitySection);
const AboutSection = page(async () => (await import('./about-section.tsx')).AboutSection);

interface SectionParts {
  readonly Icon: ComponentType<{ readonly className?: string }>;
  readonly Page: LazyPart<PageProps>;
  /** what is shown where something follows the section in the address; left out: the same */
  readonly Detail?: LazyPart<PageProps>;
}

const parts: Record<SectionName, SectionParts> = {
  profile: { Icon: UserRound, Page: ProfileSection },
  operators: { Icon: UsersRound, Page: OperatorsSection },
  channels: { Icon: Radio, Page: ChannelsSection, Detail: ChannelPage },
  bots: { Icon: Bot, Page: BotsSection, Detail: BotPage },
  hours: { Icon: AlarmClock, Page: HoursSection },
  replies: { Icon: MessageSquareQuote, Page: RepliesSection },
  tags: { Icon: Tag, Page: TagsSection },
  blocked: { Icon: Ban, Page: BlockedSection },
  media: { Icon: Image, Page: MediaSection },
  connection: { Icon: Globe, Page: ConnectionSection, Detail: CheckPage },
  data: { Icon: Archive, Page: DataSection },
  appearance: { Icon: Palette, Page: AppearanceSection },
  computer: { Icon: Monitor, Page: ComputerSection },
  activity: { Icon: Activity, Page: ActivitySection, Detail: ActivitySection },
  about: { Icon: Info, Page: AboutSection },
};

/** The computer's is of the desktop app alone. */
const ahead = shownSections(false).flatMap((section) => {
  const { Page, Detail } = parts[section];
  return Detail === undefined || Detail === Page ? [Page] : [Page, Detail];
});

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
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current !== null) place.current.scrollTop = 0;
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
      <div ref={place} className="min-h-0 min-w-0 flex-1 overflow-y-auto">
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
  const { Icon } = parts[section];
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

function SectionPage({ section, detail, ...props }: PageProps & { readonly section: SectionName }) {
  const { Page, Detail } = parts[section];
  if (detail === undefined || Detail === undefined) return <Page {...props} detail={detail} />;
  return <Detail key={detail} {...props} detail={decodeURIComponent(detail)} />;
}
