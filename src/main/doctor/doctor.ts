import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import type { Finding } from '#shared/contract/doctor.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { failed, type Check, type Found } from './check.ts';
import type { CheckParts } from './parts.ts';
import { planChecks } from './plan.ts';

/** Checks of one stage that are made at the same time. */
const AT_ONCE = 4;

export interface DoctorOptions extends CheckParts {
  readonly log: Logger;
  /** a line was added, or the run ended; ask again */
  readonly onChange: () => void;
}

/** Looks at everything that has to be right for customers to be heard and answered. */
export interface Doctor {
  /** one run at a time: asked again meanwhile, it is the same one. Never rejects */
  readonly run: () => Promise<RouteOutput<'doctor.run'>>;
  readonly latest: () => RouteOutput<'doctor.latest'>;
  /** ends a run under way */
  readonly stop: () => Promise<void>;
}

export function createDoctor(options: DoctorOptions): Doctor {
  const { clock, log, onChange } = options;
  const stopping = new AbortController();
  let findings: readonly Finding[] = [];
  let at: number | undefined;
  let running: Promise<RouteOutput<'doctor.run'>> | undefined;

  const runAll = async (): Promise<RouteOutput<'doctor.run'>> => {
    findings = [];
    const stages = planChecks(options);
    const order = stages.flat().map(({ id }) => id);
    const add = (finding: Finding): void => {
      findings = [...findings, finding].sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
      onChange();
    };
    for (const stage of stages) {
      const left = [...stage];
      const work = async (): Promise<void> => {
        for (let check = left.shift(); check !== undefined && !stopping.signal.aborted; check = left.shift()) {
          add({
            id: check.id,
            title: check.title,
            ...(await lookWithin(check, { clock, log, stopping: stopping.signal })),
          });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }
    at = clock.wall();
    running = undefined;
    onChange();
    return { at, findings: [...findings] };
  };

  return {
    run: () => {
      running ??= runAll();
      return running;
    },
    latest: () => ({ running: running !== undefined, ...(at !== undefined && { at }), findings: [...findings] }),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** What it finds, or that it did not come to an end in its time. Never rejects. */
async function lookWithin(
  check: Check,
  { clock, log, stopping }: { readonly clock: Clock; readonly log: Logger; readonly stopping: AbortSignal },
): Promise<Found> {
  const deadline = new AbortController();
  const over = Promise.withResolvers<Found>();
  const end = (): void => {
    over.resolve(
      failed(
        `No answer within ${Math.round(check.deadline / 1000)} seconds`,
        'Check again. If it stays so, look at what it names.',
      ),
    );
    deadline.abort();
  };
  const callOff = clock.after(check.deadline, end);
  stopping.addEventListener('abort', end, { once: true });
  const looked = check.look(deadline.signal).catch((error: unknown) => {
    // Error messages of libraries name addresses, and addresses hold secrets.
    log.warn({ check: check.id, fault: error instanceof Error ? error.name : typeof error }, 'a check met a fault');
    return failed('This could not be looked at: Counterbell met a fault of its own', 'Check again.');
  });
  try {
    return await Promise.race([looked, over.promise]);
  } finally {
    callOff();
    stopping.removeEventListener('abort', end);
  }
}
