import { useTranslation } from 'react-i18next';
import { CircleAlert, CircleCheck, CircleX, House, LoaderCircle, type LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { Reach, Way } from '#shared/contract/connection.ts';
import { scopeOf, type ThroughWebsite, throughWebsites, websitesInPlaceOf } from '#shared/contract/reach.ts';
import { Chip, type ChipTone } from '#renderer/components/chip.tsx';
import { useNow, formatSince } from '#renderer/components/dates.tsx';
import { Tooltip } from '#renderer/components/popups.tsx';
import { useConnectionView, useLetterboxes } from '#renderer/rpc/use-directory.ts';
import { i18n } from '#renderer/language/i18n.ts';

/** How a state looks: in a chip, and in the text of a page. */
export interface ReachLook {
  readonly Icon: LucideIcon;
  readonly tone: ChipTone;
  readonly ink: string;
}

export const reachLooks: Readonly<Record<Reach['state'], ReachLook>> = {
  local: { Icon: House, tone: 'neutral', ink: 'text-ink' },
  checking: { Icon: LoaderCircle, tone: 'neutral', ink: 'text-ink' },
  reachable: { Icon: CircleCheck, tone: 'good', ink: 'text-good' },
  unreachable: { Icon: CircleX, tone: 'urgent', ink: 'text-urgent' },
};

export const websiteLooks: Readonly<Record<ThroughWebsite, ReachLook>> = {
  closed: { Icon: CircleX, tone: 'attention', ink: 'text-attention' },
  unfetched: { Icon: CircleAlert, tone: 'attention', ink: 'text-attention' },
  starting: { Icon: LoaderCircle, tone: 'neutral', ink: 'text-ink' },
  open: { Icon: CircleCheck, tone: 'good', ink: 'text-good' },
};

/** What websites say of whether customers can write, if that is in place of the address; null until known. */
export function useWebsites(reach: Pick<Reach, 'state'> | undefined) {
  const letterboxes = useLetterboxes();
  return letterboxes === undefined || reach === undefined ? null : websitesInPlaceOf(reach, letterboxes);
}

/** True if customers can write through a website, whatever the address says. */
export function useIsWebsiteOpen(): boolean {
  return throughWebsites(useLetterboxes() ?? [])?.through === 'open';
}

/** Says in a word whether customers get through; links to the settings. */
export function ReachChip() {
  const { t } = useTranslation('app');
  const view = useConnectionView().data;
  const websites = useWebsites(view?.reach);
  const isWebsiteOpen = useIsWebsiteOpen();
  const words = useNow((now) => {
    if (view === undefined || websites === null) return '';
    if (websites === undefined) return chipText(view.reach, now);
    return t(`reach.website.chip.${websites.through}`, { since: formatSince(websites.since, now) });
  });
  if (view === undefined || websites === null) return null;
  const { Icon, tone } = websites === undefined ? reachLooks[view.reach.state] : websiteLooks[websites.through];
  const too = isWebsiteOpen && view.reach.state === 'unreachable' ? `. ${t('reach.website.too')}` : '';
  const title =
    websites === undefined
      ? `${reachTitle(view.reach, view.settings.way)}${too}`
      : t(`reach.website.title.${websites.through}`);
  return (
    <Tooltip text={title} side="bottom">
      <Link
        href="/settings/connection"
        aria-label={`${words}: ${title}. ${t('reach.openConnection')}`}
        className="flex min-w-0 rounded-full no-underline transition-opacity hover:opacity-80 pointer-coarse:py-3"
      >
        <Chip tone={tone} icon={<Icon aria-hidden className="shrink-0" />} className="min-w-0 shrink">
          <span className="truncate">{words}</span>
        </Chip>
      </Link>
    </Tooltip>
  );
}

/** The state in a word or two; `now` in milliseconds since the epoch. */
export function chipText({ state, since }: Pick<Reach, 'state' | 'since'>, now: number): string {
  return i18n.t(`app:reach.chip.${state}`, { since: formatSince(since, now) });
}

/** The state as a heading: who gets through. */
export function reachTitle({ state }: Pick<Reach, 'state'>, way: Way): string {
  if (state === 'local') return i18n.t('app:reach.title.local');
  return i18n.t(`app:reach.title.${state}.${scopeOf(way)}`);
}
