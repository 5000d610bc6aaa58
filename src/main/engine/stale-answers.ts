import type { StaleAnswer, Topic, Touch } from '#shared/contract/events.ts';
import type { RouteName } from '#shared/contract/routes.ts';
import { routeQueries } from '#main/store/commands.ts';

/** Milliseconds between two reports to windows. */
const MIN_INTERVAL = 100;

const CONTACTS: readonly RouteName[] = ['contacts.list', 'customers.chats'];

/** The routes of services whose answers are about a subject. */
const ofServices: Readonly<Record<Topic, readonly RouteName[]>> = {
  audit: ['audit.list', 'audit.people'],
  backups: ['backups.list', 'backups.preview'],
  blocked: [],
  bots: ['bots.list'],
  botTurns: ['bots.turns'],
  channels: ['channels.list'],
  checks: ['checks.latest'],
  connected: ['operators.connected'],
  connection: ['connection.get', 'media.outlook'],
  contacts: CONTACTS,
  devices: ['devices.list'],
  hours: ['hours.get'],
  invitations: ['invitations.list'],
  jobs: ['jobs.list'],
  journal: ['journal.list'],
  letterboxes: ['letterboxes.list'],
  media: ['media.get'],
  operators: ['operators.list', 'operators.me'],
  ratings: ['ratings.list'],
  remoteAccess: ['remoteAccess.get'],
  replies: ['replies.list'],
  savedReplies: [],
  setup: ['setup.get'],
  sites: ['sites.seen'],
  stickers: ['stickers.list'],
  /** a tag, wherever it stands */
  tagged: ['chats.list', 'chats.get', ...CONTACTS],
  tags: [],
  team: ['team.get'],
  visitors: ['visitors.list', 'visitors.find'],
};

/** The routes whose answers are about a subject, of the store too. */
const routesOf = new Map<Topic, string[]>(
  Object.entries(ofServices).map(([topic, routes]) => [topic as Topic, [...routes]]),
);
for (const [route, { topics }] of Object.entries(routeQueries))
  for (const topic of topics) routesOf.get(topic)?.push(route);

/** Collects the answers that have become stale: the first are reported at the end of the turn, later ones together. */
export function createStaleAnswers(report: (answers: readonly StaleAnswer[]) => void): Touch {
  /** by route and input, so that each is reported once */
  const stale = new Map<string, StaleAnswer>();
  let isScheduled = false;

  const flush = (): void => {
    isScheduled = stale.size > 0;
    if (!isScheduled) return;
    const answers = [...stale.values()];
    stale.clear();
    setTimeout(flush, MIN_INTERVAL).unref();
    report(answers);
  };
  return (topic, of) => {
    for (const route of routesOf.get(topic) ?? [])
      stale.set(JSON.stringify([route, of]), of === undefined ? { route } : { route, of });
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(flush);
  };
}
