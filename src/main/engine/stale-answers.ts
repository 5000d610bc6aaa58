import type { StaleAnswer, Touch } from '#shared/contract/events.ts';
import type { Topic } from '#shared/contract/topics.ts';
import { allRoutes } from '#main/console/all-routes.ts';

/** Milliseconds between two reports to windows. */
const MIN_INTERVAL = 100;

/** The routes whose answers are about a subject. */
const routesOf = new Map<Topic, string[]>();
for (const [route, { topics = [] }] of Object.entries(allRoutes))
  for (const topic of topics) routesOf.set(topic, [...(routesOf.get(topic) ?? []), route]);

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
