import type { LeftBotReason } from '#shared/contract/reports.ts';
import { reports } from '#shared/words/en/reports.ts';
import { decimalWords, numberWords, percentWords } from '#renderer/components/amounts.ts';
import { speech, wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('reports', reports);

/** What the reports say. */
export const words = {
  title: say('title'),
  channel: say('channel'),
  allChannels: say('allChannels'),
  days: say('days'),
  today: say('today'),
  lastDays: (count: number) => say('lastDays', { count }),
  spanOfDay: (day: string) => say('spanOfDay', { day }),
  span: (from: string, to: string, days: number) => say('span', { from, to, days }),
  transcripts: say('transcripts'),
  loading: say('loading'),
  loadFailed: say('loadFailed'),
  tryAgain: say('tryAgain'),
  emptyTitle: say('emptyTitle'),
  empty: say('empty'),
  figures: say('figures'),
  more: (part: number) => say('more', { part: percentWords(part) }),
  less: (part: number) => say('less', { part: percentWords(part) }),
  longer: (part: number) => say('longer', { part: percentWords(part) }),
  shorter: (part: number) => say('shorter', { part: percentWords(part) }),
  same: say('same'),
  noneBefore: say('noneBefore'),
  was: (value: string) => say('was', { value }),
  chats: say('chats'),
  messages: say('messages'),
  firstAnswer: say('firstAnswer'),
  resolution: say('resolution'),
  botSolved: say('botSolved'),
  rating: say('rating'),
  showChats: (count: number) => say('showChats', { count }),
  showChatsOf: (what: string) => say('showChatsOf', { what }),
  unansweredNow: (count: number) => say('unansweredNow', { count }),
  messagesMore: (customers: number) => say('messagesMore', { customers }),
  ninetieth: (time: string) => say('ninetieth', { time }),
  noTimes: say('noTimes'),
  noneClosed: say('noneClosed'),
  botSolvedMore: (solved: number, closed: number) => say('botSolvedMore', { solved, closed }),
  noBotChats: say('noBotChats'),
  ratings: (count: number) => say('ratings', { count }),
  none: say('none'),
  byStep: say('byStep'),
  byStepSaid: (counts: {
    readonly chats: number;
    readonly answered: number;
    readonly botAlone: number;
    readonly unanswered: number;
  }) => say('byStepSaid', counts),
  messagesByStep: say('messagesByStep'),
  messagesByStepSaid: (counts: { readonly customers: number; readonly operators: number; readonly bots: number }) =>
    say('messagesByStepSaid', counts),
  firstByStep: say('firstByStep'),
  firstByStepSaid: (median: string, ninetieth: string) => say('firstByStepSaid', { median, ninetieth }),
  firstByStepNone: say('firstByStepNone'),
  day: say('day'),
  hour: say('hour'),
  answered: say('answered'),
  botAlone: say('botAlone'),
  unanswered: say('unanswered'),
  total: say('total'),
  customers: say('customers'),
  operators: say('operators'),
  bots: say('bots'),
  median: say('median'),
  ninetiethColumn: say('ninetiethColumn'),
  answers: say('answers'),
  table: say('table'),
  csv: say('csv'),
  saveCsv: (table: string) => say('saveCsv', { table }),
  channels: say('channels'),
  operatorsTitle: say('operatorsTitle'),
  botsTitle: say('botsTitle'),
  name: say('name'),
  said: say('said'),
  firstMedian: say('firstMedian'),
  firstNinetieth: say('firstNinetieth'),
  resolutionMedian: say('resolutionMedian'),
  resolutionNinetieth: say('resolutionNinetieth'),
  solved: say('solved'),
  ratingColumn: say('ratingColumn'),
  ratingCount: say('ratingCount'),
  removedChannel: say('removedChannel'),
  removedOperator: say('removedOperator'),
  removedBot: say('removedBot'),
  leftBot: say('leftBot'),
  leftBotLead: say('leftBotLead'),
  reason: say('reason'),
  reasons: {
    asked: say('reason.asked'),
    taken: say('reason.taken'),
    failed: say('reason.failed'),
    silent: say('reason.silent'),
    disabled: say('reason.disabled'),
    removed: say('reason.removed'),
    detached: say('reason.detached'),
    token_conflict: say('reason.token_conflict'),
    token_lost: say('reason.token_lost'),
    operator_online: say('reason.operator_online'),
  } satisfies Record<LeftBotReason, string>,
  stars: say('stars'),
  starsLead: say('starsLead'),
  starsRow: (count: number) => say('starsRow', { count }),
  starsColumn: say('starsColumn'),
  busy: say('busy'),
  busyLead: say('busyLead'),
  weekday: say('weekday'),
  share: say('share'),
  behind: (what: string) => say('behind', { what }),
  behindLead: say('behindLead'),
  behindNone: say('behindNone'),
  showMore: say('showMore'),
  visitor: say('visitor'),
  rated: (rate: number) => say('rated', { rate }),
  open: say('open'),
  closed: say('closed'),
} as const;

/** How long something took, in two units at most: 42 s, 3 min 5 s, 2 h 10 min, 1 d 4 h. Milliseconds; null where there was nothing to measure. */
export function timeWords(milliseconds: number | null): string {
  if (milliseconds === null) return words.none;
  const all = Math.round(milliseconds / 1000);
  const [days, hours, minutes, seconds] = [
    Math.floor(all / 86_400),
    Math.floor(all / 3600) % 24,
    Math.floor(all / 60) % 60,
    all % 60,
  ];
  if (days > 0) return hours === 0 ? say('time.days', { days }) : say('time.daysHours', { days, hours });
  if (hours > 0) return minutes === 0 ? say('time.hours', { hours }) : say('time.hoursMinutes', { hours, minutes });
  if (minutes > 0)
    return seconds === 0 || minutes >= 10
      ? say('time.minutes', { minutes })
      : say('time.minutesSeconds', { minutes, seconds });
  return say('time.seconds', { seconds });
}

/** An average of stars: 4.2. */
export function ratingWords(average: number | null): string {
  return average === null ? words.none : decimalWords(average, 1);
}

/** A part of a whole; nothing where there is no whole. */
export function shareWords(part: number, whole: number): string {
  return whole === 0 ? words.none : percentWords(part / whole);
}

/** Monday to Sunday, in short. */
export function weekdayNames(): readonly string[] {
  const format = new Intl.DateTimeFormat(speech.locale(), { weekday: 'short', timeZone: 'UTC' });
  // The fifth of January 2026 is a Monday.
  return Array.from({ length: 7 }, (_none, day) => format.format(Date.UTC(2026, 0, 5 + day)));
}

export { numberWords };
