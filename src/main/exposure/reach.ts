import { randomBytes } from 'node:crypto';
import type { ConnectionProblem, Reach } from '#shared/contract/connection.ts';
import { withoutSlashes } from '#shared/domain/without-slashes.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Doors } from './ports.ts';
import type { Answer, AskPublic } from './public-answer.ts';
import { reachProblem } from './reach-problem.ts';

/** Milliseconds between two looks while customers cannot reach the listener, at most. */
const WHILE_BROKEN = 10_000;

/** What is looked at: an address from outside, nothing, or a way of which is known that it does not work. */
export type Aim =
  | { readonly kind: 'local'; readonly url: string }
  | { readonly kind: 'outside'; readonly url: string; /** PEM of an authority of our own */ readonly root?: string }
  | { readonly kind: 'broken'; readonly url: string; readonly problem: ConnectionProblem }
  | { readonly kind: 'starting'; readonly url: string };

export interface ReachWatch {
  readonly status: () => Reach;
  /** another address, or another state of the way; what was found of an equal aim stays */
  readonly aim: (aim: Aim) => void;
  /** one look now; resolves with what it found */
  readonly look: () => Promise<Reach>;
  readonly stop: () => void;
}

export interface ReachOptions {
  readonly expect: Doors['expect'];
  readonly ask: AskPublic;
  readonly clock: Clock;
  /** milliseconds between two looks */
  readonly every: () => number;
  readonly onChange: () => void;
}

/** Knows whether the listener can be reached: only where a nonce went out through the public address and came back. */
export function startReach({ expect, ask, clock, every, onChange }: ReachOptions): ReachWatch {
  let aimed: Aim = { kind: 'local', url: '' };
  let status: Reach = { state: 'local', url: '', since: clock.wall() };
  let looking: Promise<Reach> | undefined;
  let brokenSince: number | undefined;
  let callOff = (): void => undefined;
  let stopped = false;

  const become = (next: Omit<Reach, 'since'>): void => {
    const isSame = next.state === status.state && next.url === status.url;
    const hasChanged = !isSame || next.problem?.what !== status.problem?.what || next.checkedAt !== status.checkedAt;
    // A look in between, or another attempt of a tunnel, lets nobody through.
    if (next.state === 'unreachable') brokenSince ??= clock.wall();
    else if (next.state !== 'checking') brokenSince = undefined;
    const since = next.state === 'unreachable' ? brokenSince : undefined;
    status = { ...next, since: since ?? (isSame ? status.since : clock.wall()) };
    if (hasChanged) onChange();
  };
  const schedule = (): void => {
    callOff();
    if (stopped || aimed.kind !== 'outside') return;
    callOff = clock.after(status.state === 'reachable' ? every() : Math.min(every(), WHILE_BROKEN), () => void look());
  };
  const travel = async (aim: Aim & { readonly kind: 'outside' }): Promise<void> => {
    const found = await sendNonce(aim.url, aim.root, expect, ask);
    if (aim !== aimed || stopped) return;
    const checkedAt = clock.wall();
    if (found === true) become({ state: 'reachable', url: aim.url, checkedAt });
    else become({ state: 'unreachable', url: aim.url, checkedAt, problem: reachProblem(found, aim.url) });
    schedule();
  };
  const look = async (): Promise<Reach> => {
    if (aimed.kind !== 'outside') return status;
    if (looking !== undefined) return looking;
    const run = travel(aimed).then(() => {
      if (looking === run) looking = undefined;
      return status;
    });
    looking = run;
    return run;
  };

  return {
    status: () => status,
    aim: (aim) => {
      if (JSON.stringify(aim) === JSON.stringify(aimed)) return;
      aimed = aim;
      looking = undefined;
      callOff();
      const { kind, url } = aim;
      if (kind === 'local') become({ state: 'local', url });
      else if (kind === 'broken') become({ state: 'unreachable', url, problem: aim.problem });
      else {
        // A broken way that is tried again stays broken until one knows: else it would flicker at each attempt.
        if (status.state !== 'unreachable' || status.url !== url) become({ state: 'checking', url });
        void look();
      }
    },
    look,
    stop: () => {
      stopped = true;
      callOff();
    },
  };
}

/** true, or what came back instead */
export async function sendNonce(
  url: string,
  root: string | undefined,
  expect: Doors['expect'],
  ask: AskPublic,
): Promise<true | Answer> {
  const nonce = randomBytes(24).toString('base64url');
  const answer = randomBytes(24).toString('base64url');
  const forget = expect(nonce, answer);
  try {
    const came = await ask(`${withoutSlashes(url)}/reach/${nonce}`, root);
    return 'status' in came && came.status === 200 && came.text === answer ? true : came;
  } finally {
    forget();
  }
}
