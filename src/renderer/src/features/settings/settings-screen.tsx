import { useTranslation } from 'react-i18next';
import { AlarmClock, Archive, Bot, ChevronDown, Globe, MessageSquareQuote, UserRound, UsersRound } from 'lucide-react';
import {
  type ComponentProps,
  type ComponentType,
  type FunctionComponent,
  Suspense,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { cn } from '#renderer/components/class-names.ts';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { lazyInSuspense } from '#renderer/components/lazy.tsx';
import { OwnersOnly } from '#renderer/components/owners-only.tsx';
import { useMay } from '#renderer/rpc/ask.ts';
import { useHasNodes, useMe, useOwnerNames } from '#renderer/rpc/use-directory.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { FieldsSkeleton, NotLoaded, Section } from './parts/section.tsx';
import {
  type SettingsGroup,
  type SettingsGroupName,
  sectionPath,
  type SectionName,
  shownGroups,
  shownSections,
} from '#shared/domain/settings-sections.ts';

interface PageProps {
  /** the path after the section: a channel's, bot's or message's id, or `make` */
  readonly detail?: string | undefined;
  /** the path after that: a tab of a channel's page, a kind of tunnel */
  readonly tab?: string | undefined;
}

const pages: Record<SectionName, FunctionComponent<PageProps>> = {
  profile: lazyInSuspense(async () => (await import('./profile-section.tsx')).ProfileSection),
  appearance: lazyInSuspense(async () => (await import('./appearance-section.tsx')).AppearanceSection),
  notifications: lazyInSuspense(async () => (await import('./computer/notifications.tsx')).NotificationsSection),
  computer: lazyInSuspense(async () => (await import('./computer/computer-section.tsx')).ComputerSection),
  operators: lazyInSuspense(async () => (await import('./operators/operators-section.tsx')).OperatorsSection),
  programs: lazyInSuspense(async () => (await import('./programs/programs-section.tsx')).ProgramsSection),
  changes: lazyInSuspense(async () => (await import('./changes/changes-section.tsx')).ChangesSection),
  channels: lazyInSuspense(async () => (await import('./channels/channels-section.tsx')).ChannelsSection),
  connection: lazyInSuspense(async () => (await import('./connection/connection-section.tsx')).ConnectionSection),
  hours: lazyInSuspense(async () => (await import('./hours/hours-section.tsx')).HoursSection),
  messages: lazyInSuspense(async () => (await import('./hours/messages-section.tsx')).MessagesSection),
  replies: lazyInSuspense(async () => (await import('./replies/replies-section.tsx')).RepliesSection),
  tags: lazyInSuspense(async () => (await import('./tags/tags-section.tsx')).TagsSection),
  bots: lazyInSuspense(async () => (await import('./bots/bots-section.tsx')).BotsSection),
  data: lazyInSuspense(async () => (await import('./data/data-section.tsx')).DataSection),
  customers: lazyInSuspense(async () => (await import('./data/customers-section.tsx')).CustomersSection),
  media: lazyInSuspense(async () => (await import('./media/media-section.tsx')).MediaSection),
  blocked: lazyInSuspense(async () => (await import('./blocked/blocked-section.tsx')).BlockedSection),
  activity: lazyInSuspense(async () => (await import('./activity/activity-section.tsx')).ActivitySection),
  servers: lazyInSuspense(async () => (await import('./servers/servers-section.tsx')).ServersSection),
  about: lazyInSuspense(async () => (await import('./about-section.tsx')).AboutSection),
};

/** Sections whose path goes on to other pages. */
const withPages: ReadonlySet<SectionName> = new Set(['channels', 'bots', 'activity', 'connection']);

const icons: Record<SettingsGroupName, ComponentType<{ readonly className?: string }>> = {
  you: UserRound,
  team: UsersRound,
  website: Globe,
  hours: AlarmClock,
  replies: MessageSquareQuote,
  bots: Bot,
  data: Archive,
};

/** Settings: seven groups with their sections, and one column of fields. Lives at `/settings/<section>/<detail>`. */
export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const [location] = useLocation();
  const former = useDeferredValue(location);
  const hasDesktop = useDesktop() !== undefined;
  const mayOwn = useMay('owner');
  const me = useMe();
  // A seat that starts while its host is away: what is this computer's own can be opened, and the shop be left.
  const isUnknown = mayOwn === undefined && me.errorUpdateCount > 0;
  const isOwner = isUnknown ? false : mayOwn;
  const hasNodes = useHasNodes();
  // Also those of owners: a link to one says who can open it.
  const sections = shownSections({ hasDesktop, isOwner: true, hasNodes: hasNodes !== false });
  const sectionOf = (named: string): SectionName | undefined => sections.find((section) => section === named);
  const current = sectionOf(partsOf(location).named);
  // The previous section stays until the next one's code is loaded.
  const { named, detail, tab } = partsOf(sectionOf(partsOf(former).named) === undefined ? location : former);
  const shown = sectionOf(named);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [shown, detail, tab]);

  if (current === undefined) return <Redirect to="/settings/profile" replace />;
  return (
    <main className="flex h-full min-w-0 flex-1 bg-ground max-panes:flex-col" aria-label={t('title')}>
      <Groups
        key={location}
        groups={isOwner === undefined ? [] : shownGroups({ hasDesktop, isOwner, hasNodes: hasNodes === true })}
        current={current}
      />
      <div ref={scroller} className="min-h-0 min-w-0 flex-1 overflow-y-auto">
        <div className="px-8 pt-5 pb-16 max-panes:px-6 max-[480px]:px-4">
          <FaultBoundary part="pane" of={[shown, detail]}>
            <Suspense fallback={<FieldsSkeleton />}>
              {shown !== undefined && isOwner !== undefined && (
                <SectionPage
                  section={shown}
                  isOwner={isOwner}
                  unknown={isUnknown ? me : undefined}
                  detail={detail}
                  tab={tab}
                />
              )}
            </Suspense>
          </FaultBoundary>
        </div>
      </div>
    </main>
  );
}

/** `/settings/<named>/<detail>/<tab>`, without the query. */
function partsOf(location: string): Record<'detail' | 'tab', string | undefined> & { readonly named: string } {
  const [, , named = '', detail = '', tab = ''] = location.split('?', 1).join('').split('/');
  return { named, detail: detail || undefined, tab: tab || undefined };
}

interface GroupsProps {
  readonly groups: readonly SettingsGroup[];
  readonly current: SectionName;
}

/** The seven groups, the current one with its sections. In a narrow window an expandable list of all. */
function Groups({ groups, current }: GroupsProps) {
  const { t } = useTranslation('settings');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <nav
      aria-label={t('title')}
      className="flex w-60 shrink-0 flex-col gap-4 overflow-y-auto border-e p-4 pt-5 max-panes:max-h-full max-panes:w-full max-panes:gap-2 max-panes:border-e-0 max-panes:border-b max-panes:py-3"
    >
      <h1 className="px-2 text-title font-semibold max-panes:sr-only">{t('title')}</h1>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setOpen(false);
        }}
        className="flex min-h-(--control) items-center gap-2 rounded-control border border-edge bg-raised px-3 py-1 text-start text-ui font-medium panes:hidden"
      >
        <span className="min-w-0 flex-1 truncate">
          <span className="text-ink-quiet">{t('title')}: </span>
          {t(`sections.${current}`)}
        </span>
        <ChevronDown aria-hidden className={cn('size-4 shrink-0', isOpen && 'rotate-180')} />
      </button>
      <ul id={id} className={cn('flex flex-col gap-0.5', !isOpen && 'max-panes:hidden')}>
        {groups.map((group) => (
          <GroupItem key={group.name} group={group} current={current} />
        ))}
      </ul>
    </nav>
  );
}

const linkLook =
  'flex min-h-(--control) items-center gap-2.5 rounded-control px-2 py-1 text-ui wrap-anywhere no-underline transition-colors';

function GroupItem({
  group: { name, sections },
  current,
}: { readonly group: SettingsGroup } & Pick<GroupsProps, 'current'>) {
  const { t } = useTranslation('settings');
  const Icon = icons[name];
  const [first] = sections;
  const isHere = sections.includes(current);
  const isAlone = sections.length === 1;
  if (first === undefined) return null;
  return (
    <li>
      <Link
        href={sectionPath(first)}
        aria-current={isHere ? (isAlone ? 'page' : 'true') : undefined}
        className={cn(
          linkLook,
          isHere ? 'font-medium text-ink' : 'text-ink-quiet hover:bg-hover hover:text-ink',
          isHere && isAlone && 'bg-selected',
        )}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {isAlone ? t(`sections.${first}`) : t(`groups.${name}`)}
      </Link>
      {!isAlone && (
        <ul
          className={cn(
            'mt-0.5 mb-1.5 flex flex-col gap-0.5',
            !isHere && 'hidden max-panes:flex',
            'max-panes:min-[560px]:grid max-panes:min-[560px]:grid-cols-2',
          )}
        >
          {sections.map((section) => (
            <li key={section}>
              <Link
                href={sectionPath(section)}
                aria-current={section === current ? 'page' : undefined}
                className={cn(
                  linkLook,
                  'ps-8.5',
                  section === current
                    ? 'bg-selected font-medium text-ink'
                    : 'text-ink-quiet hover:bg-hover hover:text-ink',
                )}
              >
                {t(`sections.${section}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface SectionPageProps extends PageProps {
  readonly section: SectionName;
  readonly isOwner: boolean;
  /** given if it is not known whether they are one */
  readonly unknown: ComponentProps<typeof NotLoaded>['of'] | undefined;
}

function SectionPage({ section, isOwner, unknown, detail, ...props }: SectionPageProps) {
  const { t } = useTranslation('settings');
  const owners = useOwnerNames();
  if (!shownSections({ hasDesktop: true, isOwner, hasNodes: true }).includes(section))
    return (
      <Section title={t(`sections.${section}`)}>
        {unknown === undefined ? <OwnersOnly owners={owners} /> : <NotLoaded of={unknown} />}
      </Section>
    );
  const Page = pages[section];
  const key = withPages.has(section) ? detail : undefined;
  return <Page key={key} {...props} detail={detail && decodeURIComponent(detail)} />;
}
