import type { Clock } from '#main/clock/clock.ts';
import type { DueWork } from '#main/clock/due-work.ts';
import type { Touch } from '#shared/contract/events.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { hoursRoutes, OpenNow, HoursView } from '#shared/contract/hours.ts';
import { nextChange, opennessAt, type OpenSpan, openSpans, type WorkingHours } from '#shared/domain/working-hours.ts';
import type { Operators } from '#main/operators/operators.ts';
import type { ChannelRecord } from '#main/settings/installation.ts';
import type { AutomaticMessage } from '#main/store/messages/automatic-messages.ts';
import { languageFor, localeFor } from '#shared/locales/languages.ts';
import { openingText } from '#shared/locales/opening.ts';
import { siteWords } from '#shared/locales/site.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';

/** Maximum milliseconds between two checks of the wall clock: computers sleep, and people set clocks. */
const MAX_WAIT = 5 * 60_000;

/** Spans of opening hours that customers' windows know ahead, also while the app is off: a week, or half of one. */
const SPANS_AHEAD = 8;

/** Opening hours of the installation and its channels. */
export type Hours = ReturnType<typeof startHours>;

interface Known {
  readonly from: number;
  readonly until: number;
  readonly now: OpenNow;
  readonly spans: readonly OpenSpan[];
}

/** Watches the wall clock; emits when something opens or closes, or the hours change. */
export function startHours({
  settings,
  clock,
  due,
  touch,
}: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly due: Pick<DueWork, 'add'>;
  readonly touch: Touch;
}) {
  const known = new WeakMap<WorkingHours, Known>();
  const hoursOf = (channelId: string): WorkingHours =>
    settings.current().channels.find(({ id }) => id === channelId)?.hours ?? settings.current().hours.hours;
  const knownOf = (hours: WorkingHours): Known => {
    const at = clock.wall();
    const before = known.get(hours);
    if (before !== undefined && before.from <= at && at < before.until) return before;
    const changesAt = nextChange(hours, at);
    const openness = opennessAt(hours, at);
    const holiday = openness.open ? undefined : openness.holiday;
    const found: Known = {
      from: at,
      until: changesAt ?? (hours.always ? Number.MAX_SAFE_INTEGER : at + MAX_WAIT),
      now: { open: openness.open, holiday, changesAt, limited: !hours.always, zone: hours.zone },
      spans: openSpans(hours, at, SPANS_AHEAD),
    };
    known.set(hours, found);
    return found;
  };
  const stateOf = (hours: WorkingHours): OpenNow => knownOf(hours).now;
  const view = (): HoursView => {
    const { hours, channels } = settings.current();
    return {
      settings: hours,
      installation: stateOf(hours.hours),
      channels: channels.map(({ id }) => ({ ...stateOf(hoursOf(id)), channelId: id })),
    };
  };

  let announced = JSON.stringify(view());
  const { check, stop } = due.add({
    work: 'looking at the opening hours',
    everywhere: true,
    run: () => {
      const now = view();
      if (JSON.stringify(now) !== announced) {
        announced = JSON.stringify(now);
        touch('hours');
      }
      const turns = [now.installation, ...now.channels].flatMap(({ changesAt }) => changesAt ?? []);
      return turns.length === 0 ? Infinity : Math.min(MAX_WAIT, ...turns.map((turn) => turn - clock.wall()));
    },
  });

  const calls = {
    'hours.get': async () => view(),
    'hours.update': async (change) => {
      await settings.write('changeSettings', { hours: change });
      await check();
      return settings.current().hours;
    },
  } satisfies CallsOf<typeof hoursRoutes>;
  return {
    calls,
    /** an unknown channel counts as the installation */
    isOpen: (channelId: string): boolean => stateOf(hoursOf(channelId)).open,
    view,
    /** the next spans of time in which a channel is open; none if it always is. An unknown channel counts as the installation */
    openSpans: (channelId: string): readonly OpenSpan[] => knownOf(hoursOf(channelId)).spans,
    /** call when the settings of a channel may have changed */
    recheck: (): void => void check(),
    stop,
  };
}

/** The one rule for whether customers and bots are told that someone is there. */
export type Availability = ReturnType<typeof createAvailability>;

export function createAvailability({
  settings,
  clock,
  hours,
  operators,
}: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly hours: Pick<Hours, 'isOpen' | 'openSpans'>;
  readonly operators: Pick<Operators, 'anyAvailable'>;
}) {
  const isPaused = (channelId: string): boolean =>
    settings.current().channels.find(({ id }) => id === channelId)?.paused === true;
  /** within its opening hours, and not paused */
  const isOpen = (channelId: string): boolean => hours.isOpen(channelId) && !isPaused(channelId);
  /** when a channel opens next, in the language of its away message and the time zone of its hours */
  const opensAgain = async ({ id, hours: own, away }: ChannelRecord): Promise<string | undefined> => {
    const language = languageFor([away?.locale]);
    const { opening } = await siteWords(language.code);
    const { zone } = own ?? settings.current().hours.hours;
    return openingText(hours.openSpans(id), clock.wall(), opening, localeFor(language, [away?.locale]), zone);
  };
  return {
    /** an operator who works on the channel is online, and it is open; an unknown channel counts as the installation */
    isStaffed: (channelId: string): boolean => operators.anyAvailable(channelId) && isOpen(channelId),
    /** when a channel is open next; none if that is not known */
    openSpans: (channelId: string): readonly OpenSpan[] => (isPaused(channelId) ? [] : hours.openSpans(channelId)),
    /** those for which someone is there */
    staffedChannels: (): readonly string[] =>
      settings.current().channels.flatMap(({ id }) => (operators.anyAvailable(id) && isOpen(id) ? [id] : [])),
    /** the away message for a customer who writes now; undefined: none */
    automaticFor: async (channelId: string): Promise<AutomaticMessage | undefined> => {
      const channel = settings.current().channels.find(({ id }) => id === channelId);
      if (channel?.away?.on !== true) return undefined;
      const { name: channelName, away } = channel;
      const anyAvailable = operators.anyAvailable(channelId);
      const isDue = !hours.isOpen(channelId) || (away.when === 'always' && !anyAvailable);
      if (!isDue) return undefined;
      const opens = OPENS.test(away.text) ? await opensAgain(channel) : undefined;
      return { text: away.text, channelName, anyAvailable, ...omitUndefined({ opens }) };
    },
  };
}

/** The placeholder for when the channel opens next. */
const OPENS = /\{\s*opens\s*\}/i;
