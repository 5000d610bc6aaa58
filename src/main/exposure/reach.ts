import { createHmac, randomBytes } from 'node:crypto';
import type { ConnectionProblem, Reach } from '#shared/contract/connection.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import type { Clock } from '#main/clock/clock.ts';
import { readBeginning, createCaller } from '#main/outgoing/caller.ts';
import { systemCode } from '#shared/domain/system-code.ts';
import { problemOf } from '#shared/locales/phrase.ts';

/** Milliseconds between two checks; the second while customers cannot reach the listener. */
const CHECK_INTERVAL = 60_000;
const BROKEN_INTERVAL = 10_000;

/** The target of the checks: a public address, nothing, or a way known not to work. */
export type Aim =
  | { readonly kind: 'local'; readonly url: string }
  | {
      readonly kind: 'outside';
      readonly url: string;
      /** PEM of our own authority */
      readonly root?: string | undefined;
    }
  | { readonly kind: 'broken'; readonly url: string; readonly problem: ConnectionProblem }
  | { readonly kind: 'starting'; readonly url: string };

/** Determines whether the listener can be reached: only if a nonce sent through the public address comes back. */
export function startReach(options: {
  readonly makeNonce: MakeNonce;
  readonly ask: AskPublic;
  readonly clock: Clock;
  readonly onChange: () => void;
}) {
  const { makeNonce, ask, clock, onChange } = options;
  let aimed: Aim = { kind: 'local', url: '' };
  let status: Reach = { state: 'local', url: '', since: clock.wall() };
  let looking: Promise<void> | undefined;
  let brokenSince: number | undefined;
  let cancelTimer = (): void => undefined;
  let stopped = false;

  const setStatus = (next: Omit<Reach, 'since'>): void => {
    const isSame = next.state === status.state && next.url === status.url;
    const hasChanged = !isSame || next.problem?.what !== status.problem?.what || next.checkedAt !== status.checkedAt;
    // An intermediate check, or another attempt of a tunnel, lets nobody through.
    if (next.state === 'unreachable') brokenSince ??= clock.wall();
    else if (next.state !== 'checking') brokenSince = undefined;
    const since = next.state === 'unreachable' ? brokenSince : undefined;
    status = { ...next, since: since ?? (isSame ? status.since : clock.wall()) };
    if (hasChanged) onChange();
  };
  const schedule = (): void => {
    cancelTimer();
    if (stopped || aimed.kind !== 'outside') return;
    cancelTimer = clock.after(status.state === 'reachable' ? CHECK_INTERVAL : BROKEN_INTERVAL, () => void check());
  };
  const probe = async (aim: Aim & { readonly kind: 'outside' }): Promise<void> => {
    const found = await sendNonce(aim.url, aim.root, makeNonce, ask);
    if (aim !== aimed || stopped) return;
    const checkedAt = clock.wall();
    if (found === true) setStatus({ state: 'reachable', url: aim.url, checkedAt });
    else setStatus({ state: 'unreachable', url: aim.url, checkedAt, problem: reachProblem(found, aim.url) });
    schedule();
  };
  const check = async (): Promise<void> => {
    if (aimed.kind !== 'outside') return;
    const run = (looking ??= probe(aimed).finally(() => {
      if (looking === run) looking = undefined;
    }));
    await run;
  };

  return {
    status: (): Reach => status,
    /** another address or state of the connection method; results for an equal target are kept */
    aim: (aim: Aim): void => {
      if (JSON.stringify(aim) === JSON.stringify(aimed)) return;
      aimed = aim;
      looking = undefined;
      cancelTimer();
      const { kind, url } = aim;
      if (kind === 'local') setStatus({ state: 'local', url });
      else if (kind === 'broken') setStatus({ state: 'unreachable', url, problem: aim.problem });
      else {
        // A broken way stays broken during a retry, until the result is known: otherwise it would flicker.
        if (status.state !== 'unreachable' || status.url !== url) setStatus({ state: 'checking', url });
        void check();
      }
    },
    /** checks now; resolves when the status tells the result */
    look: check,
    stop: (): void => {
      stopped = true;
      cancelTimer();
    },
  };
}

/** Makes a nonce that was never used, and what it is answered with. */
export type MakeNonce = () => { readonly nonce: string; readonly answer: string };

/** The nonces that a server answers: those signed with this key, so that every process with the key answers the same. */
export function createNonces(key: Buffer) {
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
  const signed = (random: string): string => `${random}.${sign(`nonce ${random}`)}`;
  const answer = (nonce: string): string => sign(`answer ${nonce}`);
  return {
    make: (() => {
      const nonce = signed(randomBytes(24).toString('base64url'));
      return { nonce, answer: answer(nonce) };
    }) satisfies MakeNonce,
    /** undefined: no such nonce */
    answerTo: (nonce: string): string | undefined =>
      nonce === signed(nonce.split('.')[0] ?? '') ? answer(nonce) : undefined,
  };
}

/** true, or what came back instead */
export async function sendNonce(
  url: string,
  root: string | undefined,
  makeNonce: MakeNonce,
  ask: AskPublic,
): Promise<true | Answer> {
  const { nonce, answer } = makeNonce();
  const came = await ask(`${withoutSlashes(url)}/reach/${nonce}`, root);
  return 'status' in came && came.status === 200 && came.text === answer ? true : came;
}

/** Bytes of an answer that are read. */
const MAX_ANSWER_BYTES = 4096;
/** Milliseconds for the whole exchange. */
const ASK_TIMEOUT = 10_000;

/** The answer of the public address, or why there was none. */
export type Answer = { readonly status: number; readonly text: string } | { readonly code: string };

/** Requests an address as an outside client would; `root`: PEM of an additional trusted authority. Never rejects. */
export type AskPublic = (address: string, root: string | undefined) => Promise<Answer>;

/** A new connection for each check, so that an old one does not hide that new ones fail. */
export const askPublic: AskPublic = async (address, root) => {
  const caller = createCaller(root);
  const signal = AbortSignal.timeout(ASK_TIMEOUT);
  try {
    const answer = await caller.call({
      method: 'GET',
      address,
      headers: { 'user-agent': 'Counterbell', 'ngrok-skip-browser-warning': '1' },
      signal,
    });
    const { bytes, end } = await readBeginning(answer, MAX_ANSWER_BYTES);
    if (end instanceof Error) throw end;
    return { status: answer.statusCode ?? 0, text: bytes.toString('utf8') };
  } catch (error) {
    if (signal.aborted) return { code: 'ETIMEDOUT' };
    return { code: systemCode(error) ?? (error instanceof Error ? error.name : 'unknown') };
  } finally {
    caller.stop();
  }
};

/** Explains why a nonce did not come back, for the owner. */
export function reachProblem(answer: Answer, url: string): ConnectionProblem {
  const { host, protocol } = new URL(url);
  if ('status' in answer) return answeredProblem(answer.status, host);
  const { code } = answer;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return problemOf('reach.name.unknown', { host });
  if (code === 'ECONNREFUSED') return problemOf('reach.refused', { host });
  if (code === 'ETIMEDOUT' || code.includes('TIMEOUT')) return problemOf('reach.silent', { host });
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || code === 'ENETDOWN') return problemOf('reach.offline');
  if (/^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/.test(code))
    return problemOf('reach.certificate', { host, code });
  if (protocol === 'https:' && /SSL|TLS|EPROTO|WRONG_VERSION/.test(code)) return problemOf('reach.noHttps', { host });
  return problemOf('reach.unreachable', { host, code });
}

function answeredProblem(status: number, host: string): ConnectionProblem {
  if (status >= 300 && status < 400) return problemOf('reach.redirect', { host, status });
  if (status === 502 || status === 503 || status === 504) return problemOf('reach.gateway', { host, status });
  if (status === 401 || status === 403) return problemOf('reach.signIn', { host, status });
  return problemOf('reach.other', { host, status });
}
