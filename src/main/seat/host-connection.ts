import type { Agent } from 'node:http';
import { WebSocket } from 'ws';
import { type EventFrame, readFrame } from '#shared/contract/events.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { HostAddress } from '#shared/domain/invitation.ts';
import type { SeatConnection, SeatTrouble } from '#shared/contract/desktop.ts';
import { growingDelay } from '#shared/domain/growing-delay.ts';
import { createHostAgent, urlOf } from './pinned-tls.ts';
import { troubleOf, type Failure } from './trouble.ts';

/** A place at another computer's engine. */
export interface Seat {
  readonly operatorId: string;
  readonly deviceKey: string;
  readonly pin: string;
  /** the last good one first */
  readonly addresses: readonly HostAddress[];
  /** its name when it was last heard */
  readonly shop: string;
}

/** State of a connection to the host: its next step, or why it ended for good. */
export type HostState =
  | Extract<SeatConnection, { readonly state: 'connecting' | 'reconnecting' | 'removed' }>
  | { readonly state: 'connected'; readonly address: HostAddress };

/** The open connection: how to ask the host meanwhile. */
export interface OpenHost {
  readonly address: HostAddress;
  readonly agent: Agent;
}

/** Milliseconds between rounds of attempts; longest silence; longest opening handshake. */
const RETRY = { first: 250, longest: 10_000 } as const;
/** The host sends a frame at least every 25 seconds. */
const SILENCE = 45_000;
const HANDSHAKE = 10_000;
/** Bytes of one frame: more than any the host sends. */
const MAX_FRAME = 16 * 1024 * 1024;
/** The host's code when it ends a signed-in connection. */
const SIGNED_OUT = 4401;

/** Milliseconds between looks at this computer's network: while there is one, and while there is none. */
const NETWORK_CHECK = { online: 10_000, offline: 2_000 } as const;

/**
 * Calls back within ten seconds when this computer's network has gone, and within two when it is back. Returns how to
 * stop.
 */
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
  const next = (): (() => void) => clock.after(NETWORK_CHECK[wasOnline ? 'online' : 'offline'], look);
  const look = (): void => {
    const hasChanged = isOnline() !== wasOnline;
    if (hasChanged) wasOnline = !wasOnline;
    cancel = next();
    if (hasChanged) onChange();
  };
  let cancel = next();
  return () => cancel();
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
  const { pin, deviceKey, clock, onState, onFrame } = options;
  let open: (OpenHost & { readonly socket: WebSocket }) | undefined;
  let state: HostState = { state: 'connecting' };
  let attempt: AbortController | undefined;
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
    const before = open;
    open = undefined;
    before?.socket.terminate();
    before?.agent.destroy();
  };
  const end = (): void => {
    stopped = true;
    cancelRetry();
    attempt?.abort();
    close();
  };
  const lost = (why: SeatTrouble): void => {
    close();
    if (stopped) return;
    become({ state: 'reconnecting', since: state.state === 'reconnecting' ? state.since : clock.wall(), why });
    cancelRetry = clock.after(growingDelay(RETRY, rounds, options.random), tryAll);
    rounds += 1;
  };
  const watchSilence = (): void => {
    cancelSilence();
    cancelSilence = clock.after(SILENCE, () => lost('silent'));
  };

  const connect = (address: HostAddress, signal: AbortSignal): Promise<'opened' | 'removed' | Failure> => {
    const agent = createHostAgent(address, pin);
    const socket = new WebSocket(`${urlOf(address).replace(/^http/, 'ws').replace(/\/$/, '')}/events`, {
      agent,
      headers: { authorization: `Bearer ${deviceKey}` },
      handshakeTimeout: HANDSHAKE,
      maxPayload: MAX_FRAME,
      perMessageDeflate: false,
      followRedirects: false,
    });
    const { promise, resolve } = Promise.withResolvers<'opened' | 'removed' | Failure>();
    let isAccepted = false;
    const fail = (outcome: 'removed' | Failure = { address, cause: undefined }): void => {
      socket.terminate();
      agent.destroy();
      resolve(outcome);
    };
    // One that accepts the connection and then says nothing.
    const cancelTimer = clock.after(HANDSHAKE, fail);
    void promise.then(cancelTimer);
    signal.addEventListener('abort', () => fail(), { once: true });
    socket.on('error', (cause) => fail({ address, cause }));
    socket.once('unexpected-response', (_request, { statusCode }) =>
      // It counts only from the host itself, whose key was verified.
      fail(statusCode === 401 ? 'removed' : { address, cause: statusCode }),
    );
    socket.once('close', (code) => {
      fail();
      if (open?.socket !== socket) return;
      lost('silent');
      // Perhaps removed; whether it is, the host's answer to a new connection says.
      if (code === SIGNED_OUT) tryAll();
    });
    socket.on('message', (data, isBinary) => {
      const frame = isBinary ? undefined : readFrame((data as Buffer).toString());
      if (frame === undefined || signal.aborted) return;
      // Connected only with the first frame: the host has accepted the device.
      if (!isAccepted) {
        isAccepted = true;
        attempt = undefined;
        open = { address, agent, socket };
        rounds = 0;
        resolve('opened');
        become({ state: 'connected', address });
      }
      if (open?.socket !== socket) return;
      watchSilence();
      if (frame.length > 0) onFrame(frame);
    });
    return promise;
  };
  const tryAll = (): void => {
    cancelRetry();
    attempt?.abort();
    const controller = new AbortController();
    attempt = controller;
    const connectToAny = async (): Promise<void> => {
      const failures: Failure[] = [];
      for (const address of options.addresses()) {
        const outcome = await connect(address, controller.signal);
        if (controller.signal.aborted || outcome === 'opened') return;
        if (outcome === 'removed') {
          end();
          return become({ state: 'removed' });
        }
        failures.push(outcome);
      }
      attempt = undefined;
      lost(troubleOf(failures));
    };
    void connectToAny();
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
      if (open === undefined) return tryAll();
      cancelSilence();
      cancelSilence = clock.after(HANDSHAKE, () => lost('silent'));
      open.socket.once('pong', watchSilence);
      open.socket.ping();
    },
    stop: end,
  };
}
