import type { ConnectionView } from '#shared/contract/connection.ts';
import { siteSettings, type SiteSettings } from '#shared/domain/site.ts';
import type { Channel } from '#shared/domain/entities.ts';

export const guideSteps = ['address', 'look', 'site', 'proof'] as const;
export type GuideStep = (typeof guideSteps)[number];

/** `trial`: works now, but not for everybody, or not for long. */
export type StepState = 'done' | 'trial' | 'toDo';

/** What the guide checks by itself. */
export interface GuideFacts {
  /** undefined until known */
  readonly view: Pick<ConnectionView, 'reach' | 'settings'> | undefined;
  readonly channel: Pick<Channel, 'picture' | 'site'>;
  /** the owner has gone on with the look as it is */
  readonly isLookFine: boolean;
  /** the window was seen on a website */
  readonly isSeen: boolean;
  /** somebody has written on the channel */
  readonly isWritten: boolean;
}

/** How far each step is. */
export function guideProgress({
  view,
  channel,
  isLookFine,
  isSeen,
  isWritten,
}: GuideFacts): Readonly<Record<GuideStep, StepState>> {
  const done = (isDone: boolean): StepState => (isDone ? 'done' : 'toDo');
  return {
    address: view === undefined ? 'toDo' : addressState(view),
    look: done(isLookFine || isSeen || channel.picture !== undefined || isChanged(channel.site)),
    site: done(isSeen),
    proof: done(isSeen && isWritten),
  };
}

function addressState({ reach, settings }: NonNullable<GuideFacts['view']>): StepState {
  if (reach.state !== 'reachable') return 'toDo';
  return settings.way === 'lan' || changesAtEachStart(settings) ? 'trial' : 'done';
}

/** Whether the public address is a new one at each start: pages would have to be changed each time. */
export function changesAtEachStart({ way, tunnel }: ConnectionView['settings']): boolean {
  return way === 'tunnel' && tunnel.kind === 'cloudflare' && tunnel.cloudflare.mode === 'quick';
}

const UNCHANGED = siteSettings.parse({});

function isChanged(site: SiteSettings | undefined): boolean {
  if (site === undefined) return false;
  const { color, side, texts } = site;
  return color !== UNCHANGED.color || side !== UNCHANGED.side || Object.keys(texts).length > 0;
}
