import { ContractError } from '#shared/contract/errors.ts';
import { keepLoaded, type KeepLoadedOptions, type OwnEngine } from '../ask-engine.ts';
import type { AnnouncerOptions } from './announcing.ts';
import { isPaused } from './notice.ts';
import type { ConnectionView, Reach, Way } from '#shared/contract/connection.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { scopeOf, problemsOf, type ThroughWebsite, websitesInPlaceOf } from '#shared/contract/reach.ts';
import { formatSince } from './notice-text.ts';
import { oneLine, type NotificationText } from '#shared/locales/call-texts.ts';
import { formatPhrase, t } from '../texts.ts';

interface ReachWatchOptions extends OwnEngine, Pick<KeepLoadedOptions<unknown>, 'clock' | 'failed'> {
  readonly use: (seen: ReachSnapshot) => void;
}

/** Tells owners at the start and on each change whether customers get through. Returns how to stop. */
export function watchReach({ ask, use, ...rest }: ReachWatchOptions): () => void {
  return keepLoaded({
    ...rest,
    routes: ['connection.get', 'letterboxes.list'],
    load: async () => {
      try {
        const view = await ask('connection.get', {});
        return snapshotOf(view, await ask('letterboxes.list', {}).catch(ofOlderHost));
      } catch (error) {
        if (error instanceof ContractError && error.code === 'forbidden') return undefined;
        throw error;
      }
    },
    use: (seen) => seen && use(seen),
  }).stop;
}

/** Snapshot of a view, with the likeliest of the problems that the console shows. */
export function snapshotOf(
  view: Snapshotted,
  { letterboxes }: RouteOutput<'letterboxes.list'> = { letterboxes: [] },
): ReachSnapshot {
  const { settings, reach, formerUrl, floods = [] } = view;
  const [problem] = problemsOf(view);
  const websites = websitesInPlaceOf(reach, letterboxes)?.through;
  return { way: settings.way, reach: { ...reach, problem }, formerUrl, floodSince: floods[0]?.since, websites };
}

/** A seat's host of an earlier version has no websites. */
function ofOlderHost(error: unknown): RouteOutput<'letterboxes.list'> {
  if (error instanceof ContractError && error.code === 'unknown_route') return { letterboxes: [] };
  throw error;
}

type Snapshotted = Pick<ConnectionView, 'settings' | 'reach' | 'tunnel' | 'networkProblem' | 'formerUrl' | 'floods'>;

/** Milliseconds the connection must be broken before it is reported, so that short failures alarm nobody. */
const ALARM_DELAY = 60_000;

/** Milliseconds between checks whether the system shows notifications. */
const QUIET_CHECK = 30_000;

const BROKEN_KEY = 'unreachable';
const MOVED_KEY = 'moved';
/** New customers are refused because too many came. */
const FLOOD_KEY = 'flood';

/** Recognizes the keys of notifications about the connection. */
export function isReachKey(key: string): boolean {
  return [BROKEN_KEY, MOVED_KEY, FLOOD_KEY].includes(key);
}

interface ReachNoticeOptions extends Pick<AnnouncerOptions, 'presenter' | 'preferences' | 'clock' | 'log'> {
  /** true during the operator's quiet hours */
  readonly isQuiet: () => boolean;
}

/** Tells the owner once that nobody gets through, the address changed, or too many new customers write. */
export type ReachNotices = ReturnType<typeof createReachNotices>;

/** A notice that is shown or pending. */
interface Pending {
  /** subject of the notification; a new one is reported again */
  readonly subject: string;
  readonly cancelTimer: () => void;
}

export function createReachNotices(options: ReachNoticeOptions) {
  const pending = new Map<string, Pending>();
  let seen: ReachSnapshot | undefined;

  const end = (key: string): void => {
    const current = pending.get(key);
    if (current === undefined) return;
    current.cancelTimer();
    pending.delete(key);
    options.presenter.withdraw(key);
  };
  const announceAfter = (key: string, subject: string, delay: number): void => {
    const next: Pending = { subject, cancelTimer: options.clock.after(delay, () => void announce(key, next)) };
    pending.set(key, next);
  };
  const announce = async (key: string, turn: Pending): Promise<void> => {
    const { preferences, presenter, clock, log } = options;
    if (!preferences.current().notifications.unreachable) return;
    const isSilent =
      isPaused(preferences.current(), clock.wall()) || options.isQuiet() || (await presenter.isSilenced());
    // It ended or began again during the request to the system.
    if (pending.get(key) !== turn || seen === undefined) return;
    if (isSilent) return announceAfter(key, turn.subject, QUIET_CHECK);
    const words = textFor(key, seen);
    const { shown } = await presenter.show({
      key,
      ...words,
      sound: preferences.current().notifications.sound,
      answerable: false,
    });
    if (!shown) log.warn({ key }, 'a notification was not shown');
  };
  /** `subject` undefined: nothing left to report */
  const update = (key: string, subject: string | undefined, delay: number): void => {
    if (pending.get(key)?.subject === subject) return;
    if (subject === undefined) return end(key);
    pending.get(key)?.cancelTimer();
    announceAfter(key, subject, delay);
  };

  return {
    see: (now: ReachSnapshot): void => {
      const { state, url } = now.reach;
      if (state === 'checking') return;
      seen = now;
      update(FLOOD_KEY, now.floodSince === undefined ? undefined : String(now.floodSince), 0);
      update(BROKEN_KEY, state === 'unreachable' ? 'broken' : undefined, ALARM_DELAY);
      // Do not hand out an address that does not work yet.
      if (state !== 'unreachable' || now.formerUrl === undefined)
        update(MOVED_KEY, now.formerUrl && `${now.formerUrl} ${url}`, 0);
    },
    stop: (): void => {
      for (const key of [...pending.keys()]) end(key);
    },
  };
}

function textFor(key: string, seen: ReachSnapshot): NotificationText {
  if (key === MOVED_KEY) return movedText(seen.reach.url, seen.formerUrl ?? '');
  if (key === BROKEN_KEY) return brokenText(seen);
  return { title: t('desktop:reach.flood.text'), body: oneLine(t('desktop:reach.flood.more'), BODY_LENGTH) };
}

/** This computer's reachability for customers, for the tray and notifications. */
export interface ReachSnapshot {
  readonly way: Way;
  readonly reach: Reach;
  /** the address the customers' side still uses, if it changed */
  readonly formerUrl: string | undefined;
  /** time since which too many new customers write, if so */
  readonly floodSince?: number | undefined;
  /** what the owner's websites say in place of the address */
  readonly websites?: ThroughWebsite | undefined;
}

const HOST_LENGTH = 40;
const WHAT_LENGTH = 80;
const BODY_LENGTH = 240;

/** The short form, for small spaces. `now`: wall clock. */
export function reachSummary({ way, reach, websites }: ReachSnapshot, now: number): string {
  if (websites !== undefined) return t(`desktop:reach.website.${websites}`);
  if (reach.state === 'local') return t('desktop:reach.local');
  return t(`desktop:reach.${reach.state}.${scopeOf(way)}`, {
    host: oneLine(hostOf(reach.url), HOST_LENGTH),
    since: formatSince(reach.since, now),
  });
}

/** The short form plus the problem. */
export function reachLine(seen: ReachSnapshot, now: number): string {
  const what = seen.reach.problem && `: ${oneLine(formatPhrase(seen.reach.problem.what), WHAT_LENGTH)}`;
  return `${reachSummary(seen, now)}${what ?? ''}`;
}

/** Notification that nobody gets through, with the problem and the remedy. */
export function brokenText({ way, reach: { problem } }: ReachSnapshot): NotificationText {
  const words = problem === undefined ? [] : [problem.what, problem.todo];
  return {
    title: t(`desktop:reach.broken.${scopeOf(way)}`),
    body: oneLine(words.map(formatPhrase).map(toSentence).join(' '), BODY_LENGTH),
  };
}

/** Notification that the customers' side has to use the new address. */
export function movedText(url: string, formerUrl: string): NotificationText {
  return {
    title: t('desktop:reach.moved.text'),
    body: oneLine(t('desktop:reach.moved.more', { formerUrl, url }), BODY_LENGTH),
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function toSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
