import type { DueWork } from '#main/clock/due-work.ts';
import type { Past, SettledClock } from '#main/clock/settled-clock.ts';
import type { Jobs } from '#main/jobs/jobs.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { retentionRoutes } from '#shared/contract/archive.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Touch } from '#shared/contract/events.ts';
import { monthsBefore, nextNight } from '#shared/domain/retention.ts';
import { eraseInSteps } from './bulk-chats.ts';
import type { ErasingOptions } from './customer-data.ts';

/** Chats per transaction, and per job: other work gets in between. */
const STEP = 50;
const JOB = 5000;
/** Milliseconds until it is looked at again: computers sleep, people set clocks, and other jobs end. */
const CHECK_INTERVAL = 10 * 60_000;

export interface RetentionOptions extends Pick<ErasingOptions, 'store' | 'journal' | 'media' | 'emit'> {
  readonly settings: Settings;
  readonly clock: SettledClock;
  readonly due: Pick<DueWork, 'add'>;
  readonly jobs: Jobs;
  readonly touch: Touch;
  /** for the list of changes */
  readonly onErased: () => Promise<void>;
}

/** Erases closed chats that are older than owners want to keep: at night by the shop's clock, or once it is on again. */
export function startRetention(options: RetentionOptions) {
  const { store, settings, clock, due, jobs, touch } = options;
  /** everything old was erased then, in this run */
  let doneAt = 0;
  const zone = (): string => settings.current().hours.hours.zone;
  const old = (months: number): Past => clock.olderThan(monthsBefore(clock.earliest(), months, zone()));
  const nextAt = (): number | undefined => {
    const { months, since } = settings.current().retention;
    return months === 0 ? undefined : nextNight(Math.max(since, doneAt), zone());
  };
  const view = () => {
    const at = nextAt();
    return { months: settings.current().retention.months, ...(at !== undefined && { nextAt: at }) };
  };

  /** Answers whether some may be left. It ends when owners change their mind. */
  const eraseSome = async (past: Past): Promise<boolean> => {
    const { months } = settings.current().retention;
    let [erased, isDone] = [0, false];
    const work = jobs.begin({
      kind: 'erase_chats',
      first: 'deleting',
      scheduled: true,
      run: async ({ signal }) => {
        const steps = async function* () {
          for (; !isDone && erased < JOB && settings.current().retention.months === months;) {
            signal.throwIfAborted();
            const step = await store.write('eraseOldChats', { ...past, limit: STEP });
            erased += step.chatIds.length;
            isDone = step.chatIds.length < STEP;
            yield { gone: step.chatIds, ...step };
          }
        };
        await eraseInSteps(options, steps());
        return {};
      },
    });
    await work.ended;
    if (erased > 0) await options.onErased();
    return !isDone;
  };

  const { check, stop } = due.add({
    work: 'erasing old chats',
    first: CHECK_INTERVAL,
    run: async () => {
      const at = nextAt();
      if (at === undefined || store.readOnly) return Infinity;
      if (clock.earliest() < at) return Math.min(at - clock.earliest(), CHECK_INTERVAL);
      const past = old(settings.current().retention.months);
      const isBusy = (error: unknown): true => {
        if (error instanceof ContractError && error.code === 'job_running') return true;
        throw error;
      };
      const isLeft = (await store.read('countOldChats', past)) > 0 && (await eraseSome(past).catch(isBusy));
      if (!isLeft) {
        doneAt = clock.earliest();
        touch('retention');
      }
      return CHECK_INTERVAL;
    },
  });

  const calls = {
    'retention.get': async () => view(),
    'retention.preview': async ({ months }) => ({
      chats: months === 0 ? 0 : await store.read('countOldChats', old(months)),
      nextAt: nextNight(clock.wall(), zone()),
    }),
    'retention.change': async ({ months }) => {
      await settings.write('changeSettings', { retention: { months, since: clock.wall() } });
      touch('retention');
      return view();
    },
  } satisfies CallsOf<typeof retentionRoutes>;
  return { calls, check, stop };
}
