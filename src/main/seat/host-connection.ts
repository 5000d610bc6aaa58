import type { Agent } from 'node:http';
import { WebSocket } from 'ws';
import { type EventFrame, readFrame } from '#shared/contract/events.ts';
import { every, type Clock } from '#main/clock/clock.ts';
import type { HostAddress } from '#shared/domain/invitation.ts';
import type { SeatTrouble } from '#shared/contract/desktop.ts';
import { createHostAgent, urlOf } from './pinned-tls.ts';
import type { Seat } from './remote-engine.ts';
import { troubleOf, type Failure } from './trouble.ts';

/** What a connection to the host is about to do, or why it ended for good. */
export type HostState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly address: HostAddress }
  /** `since`: wall clock */
  | { readonly kind: 'reconnecting'; readonly since: number; readonly why: SeatTrouble }
  /** the host knows this device no more */
  | { readonly kind: 'removed' };

/** The open connection: how to ask the host meanwhile. */
export interface OpenHost {
  readonly address: HostAddress;
  readonly agent: Agent;
}

/** Milliseconds: shortest and longest delay between rounds of attempts; longest silence; longest opening handshake. */
const MIN_RETRY = 250;
const MAX_RETRY = 10_000;
/** The host sends a frame at least every 25 seconds. */
const SILENCE = 45_000;
const HANDSHAKE = 10_000;
/** Bytes of one frame: more than any the host sends. */
const MAX_FRAME = 16 * 1024 * 1024;
/** The host's code when it ends a signed-in connection. */
const SIGNED_OUT = 4401;

/** Milliseconds between looks at this computer's network. */
const NETWORK_CHECK = 2_000;

/** Calls back within two seconds when this computer's network has gone or is back. Returns how to stop. */
export function watchOnline({
  clock,
  isOnline,
  onChange,
}: {
  readonly clock: Pick<Clock, 'after'>;
  readonly isOnline: () => boolean;
  readonly onChange: () => void;
}): () => void {
  let wasOnline = isOnline();
  return every(clock, NETWORK_CHECK, () => {
    if (isOnline() === wasOnline) return;
    wasOnline = !wasOnline;
    onChange();
  });
}

export interface HostConnectionOptions extends Pick<Seat, 'pin' | 'deviceKey'> {
  readonly addresses: () => readonly HostAddress[];
  readonly clock: Clock;
  /** between 0 and 1, to spread reconnecting seats */
  readonly random: () => number;
  readonly onState: (state: HostState) => void;
  readonly onFrame: (frame: EventFrame) => void;
}

/**
 * Keeps one event connection to the host: tries its addresses in turn, notices when it goes silent, and reconnects with
 * growing delays. Ends for good only when the host refuses the device.
 */
export function keepHostConnection(options: HostConnectionOptions) {
  const { clock, onState, onFrame } = options;
  let open: OpenHost | undefined;
  let state: HostState = { kind: 'connecting' };
  let attempt: AbortController | undefined;
  let socket: WebSocket | undefined;
  let rounds = 0;
  let cancelRetry = (): void => undefined;
  let cancelSilence = (): void => undefined;
  let stopped = false;

  const become = (next: HostState): void => {
    state = next;
    onState(next);
  };
  const close = (): void => {
    cancelSilence();
    const [before, agent] = [socket, open?.agent];
    socket = undefined;
    open = undefined;
    before?.terminate();
    agent?.destroy();
  };
  const end = (): void => {
    stopped = true;
    cancelRetry();
    attempt?.abort();
    close();
  };
  const refuse = (): void => {
    end();
    become({ kind: 'removed' });
  };
  const lost = (why: SeatTrouble): void => {
    close();
    if (stopped) return;
    become({ kind: 'reconnecting', since: state.kind === 'reconnecting' ? state.since : clock.wall(), why });
    const delay = Math.min(MAX_RETRY, MIN_RETRY * 2 ** rounds);
    rounds += 1;
    cancelRetry = clock.after(delay * (0.5 + options.random() / 2), tryAll);
  };
  const watchSilence = (): void => {
    cancelSilence();
    cancelSilence = clock.after(SILENCE, () => lost('silent'));
  };

  const use = (opened: Opened): void => {
    socket = opened.socket;
    open = { address: opened.address, agent: opened.agent };
    rounds = 0;
    watchSilence();
    opened.socket.on('close', (code) => {
      if (opened.socket !== socket) return;
      lost('silent');
      // Perhaps removed; whether it is, the host's answer to a new connection says.
      if (code === SIGNED_OUT) tryAll();
    });
    become({ kind: 'connected', address: opened.address });
    opened.receive((frame) => {
      if (opened.socket !== socket) return;
      watchSilence();
      if (frame.length > 0) onFrame(frame);
    });
  };

  const tryAll = (): void => {
    cancelRetry();
    attempt?.abort();
    const mine = new AbortController();
    attempt = mine;
    void connectToAny(options, mine.signal).then((outcome) => {
      if (mine.signal.aborted) {
        if (outcome.kind === 'opened') discard(outcome);
        return;
      }
      attempt = undefined;
      if (outcome.kind === 'opened') use(outcome);
      else if (outcome.kind === 'refused') refuse();
      else lost(outcome.why);
    });
  };
  tryAll();
  return {
    /** undefined while the host cannot be reached */
    current: (): OpenHost | undefined => open,
    state: (): HostState => state,
    /** the network is back or gone, or the computer awake: tries at once, and asks a connection for a sign of life */
    wake: (): void => {
      if (stopped) return;
      rounds = 0;
      if (socket === undefined) return tryAll();
      cancelSilence();
      const asked = socket;
      cancelSilence = clock.after(HANDSHAKE, () => lost('silent'));
      asked.once('pong', watchSilence);
      asked.ping();
    },
    stop: end,
  };
}

interface Opened extends OpenHost {
  readonly kind: 'opened';
  readonly socket: WebSocket;
  /** frames from the first on, which may have arrived already */
  readonly receive: (listener: (frame: EventFrame) => void) => void;
}

type Refused = { readonly kind: 'refused' };
type Failed = { readonly kind: 'failed'; readonly met: unknown };

function discard({ socket, agent }: Pick<Opened, 'socket' | 'agent'>): void {
  socket.terminate();
  agent.destroy();
}

async function connectToAny(
  options: HostConnectionOptions,
  signal: AbortSignal,
): Promise<Opened | Refused | { readonly kind: 'failed'; readonly why: SeatTrouble }> {
  const failures: Failure[] = [];
  for (const address of options.addresses()) {
    if (signal.aborted) break;
    const outcome = await openEvents(address, options, signal);
    // A refusal counts only from the host itself, whose key was verified.
    if (outcome.kind !== 'failed') return outcome;
    failures.push({ address, met: outcome.met });
  }
  return { kind: 'failed', why: troubleOf(failures) };
}

function openEvents(
  address: HostAddress,
  { pin, deviceKey, clock }: HostConnectionOptions,
  signal: AbortSignal,
): Promise<Opened | Refused | Failed> {
  const agent = createHostAgent(address, pin);
  const socket = new WebSocket(`${urlOf(address).replace(/^http/, 'ws').replace(/\/$/, '')}/events`, {
    agent,
    headers: { authorization: `Bearer ${deviceKey}` },
    handshakeTimeout: HANDSHAKE,
    maxPayload: MAX_FRAME,
    perMessageDeflate: false,
    followRedirects: false,
  });
  const { promise, resolve } = Promise.withResolvers<Opened | Refused | Failed>();
  const early: EventFrame[] = [];
  let listener: ((frame: EventFrame) => void) | undefined;
  const fail = (outcome: Refused | Failed): void => {
    discard({ socket, agent });
    resolve(outcome);
  };
  // One that accepts the connection and then says nothing.
  const cancelTimer = clock.after(HANDSHAKE, () => fail({ kind: 'failed', met: undefined }));
  void promise.then(cancelTimer);
  signal.addEventListener('abort', () => fail({ kind: 'failed', met: undefined }), { once: true });
  socket.on('error', (met) => fail({ kind: 'failed', met }));
  socket.once('unexpected-response', (_request, response) =>
    fail(response.statusCode === 401 ? { kind: 'refused' } : { kind: 'failed', met: response.statusCode }),
  );
  socket.once('close', () => fail({ kind: 'failed', met: undefined }));
  socket.on('message', (data, isBinary) => {
    const frame = isBinary ? undefined : readFrame((data as Buffer).toString());
    if (frame === undefined) return;
    // Connected only with the first frame: the host has accepted the device.
    if (listener === undefined) early.push(frame);
    else listener(frame);
    resolve({
      kind: 'opened',
      address,
      agent,
      socket,
      receive: (use) => {
        listener = use;
        early.splice(0).forEach(use);
      },
    });
  });
  return promise;
}
