import type { Logger } from 'pino';
import { failedAnswer } from '#shared/contract/answers.ts';
import { type Answer, ContractError } from '#shared/contract/errors.ts';
import type { SeatConnection } from '#shared/contract/desktop.ts';
import { CONTRACT_VERSION, createTelling, type EventFrame, type Hello } from '#shared/contract/events.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { phrase } from '#shared/locales/phrase.ts';
import type { Clock } from '#main/clock/clock.ts';
import { createListeners } from '#main/engine/bus.ts';
import type { OperatorEngine } from '#main/engine/engine.ts';
import { keepHostConnection, type HostState, type OpenHost, type Seat } from './host-connection.ts';
import { askHost, serveFromHost, HostUnreachable } from './host-requests.ts';
import { hostAddress, MAX_ADDRESSES, type HostAddress } from '#shared/domain/invitation.ts';
import { uniqueAddresses, urlOf } from './pinned-tls.ts';
import { shopName } from '#shared/contract/joining.ts';
import { createSeatWindows } from './seat-windows.ts';

export interface RemoteEngineOptions {
  readonly seat: Seat;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random?: () => number;
  /** each change of the connection, and once at the start */
  readonly onConnection: (connection: SeatConnection, address: string | undefined) => void;
  /** addresses at which to look for the host from now on: the one that works first, then the others it has */
  readonly onAddresses: (addresses: readonly HostAddress[]) => void;
  /** the shop has another name */
  readonly onShop: (shop: string) => void;
}

export interface RemoteEngine extends OperatorEngine {
  readonly connection: () => SeatConnection;
  /** the network is back, or the computer awake */
  readonly wake: () => void;
  readonly stop: () => void;
}

/**
 * Another computer's engine for one of its operators: requests and files over HTTPS, events over one WebSocket for all
 * windows of this app. A request that meets a dead connection is rejected and never sent twice.
 */
export function startRemoteEngine(options: RemoteEngineOptions): RemoteEngine {
  const { seat, clock, log } = options;
  const windows = createSeatWindows();
  const { on, dispatch } = createListeners(log);
  /** the connection's, with the number of the latest event */
  let hello: Hello | undefined;
  const firstAttempt = Promise.withResolvers<void>();
  let isNewer = false;
  /** a request was refused since the last hello: the app's parts don't know how things are */
  let hasMissed = false;
  let present: boolean | undefined;
  let { addresses, shop } = seat;

  const connectionOf = (state: HostState): SeatConnection => {
    if (state.state !== 'connected') return state;
    if (isNewer) return { state: 'hostIsNewer' };
    return { state: 'connected', hostIsOlder: (hello?.contract ?? CONTRACT_VERSION) < CONTRACT_VERSION };
  };
  const tell = (): void => {
    const state = connection.state();
    options.onConnection(connectionOf(state), state.state === 'connected' ? urlOf(state.address) : undefined);
  };

  const receiveHello = (next: Hello): void => {
    const before = hello;
    hello = next;
    isNewer = (next.contract ?? 0) > CONTRACT_VERSION;
    tell();
    if (isNewer) return;
    learnShop(next.shop);
    report();
    looking.connected(next.windowId);
    void learnAddresses();
    const isSame = before === undefined ? !hasMissed : before.boot === next.boot && before.seq === next.seq;
    hasMissed = false;
    if (isSame) return;
    dispatch({ name: 'chats.changed', data: {} });
  };
  const receive = (frame: EventFrame): void => {
    for (const event of frame) {
      if (event.name === 'hello') receiveHello(event);
      else if (hello !== undefined) hello = { ...hello, seq: event.seq };
      if (event.name === 'answers.stale' && event.data.answers.some(({ route }) => route === 'team.get'))
        void askShop();
    }
    if (isNewer) return;
    windows.send(frame);
    for (const event of frame) if (event.name !== 'hello') dispatch(event);
  };

  const askShop = async (): Promise<void> => {
    const answer = await request('team.get', {}).catch(() => undefined);
    if (answer?.ok === true) learnShop((answer.data as RouteOutput<'team.get'>).shop);
  };
  /** An older host says nothing of it. */
  const learnShop = (name: unknown): void => {
    const parsed = shopName.safeParse(name);
    if (!parsed.success || parsed.data === shop) return;
    shop = parsed.data;
    options.onShop(shop);
  };

  /** Reports whether somebody is here, for this connection; a later report replaces a lost one. */
  const report = (): void => {
    if (present === undefined || hello === undefined || connection.current() === undefined) return;
    request('operators.report', { windowId: hello.windowId, present }).then(
      (answer) => {
        if (!answer.ok) log.warn({ error: answer.error.message }, 'the host could not be told who is here');
      },
      () => undefined,
    );
  };

  const keepAddresses = (found: readonly HostAddress[]): void => {
    const next = uniqueAddresses(found).slice(0, MAX_ADDRESSES);
    if (next.map(urlOf).join(' ') === addresses.map(urlOf).join(' ')) return;
    addresses = next;
    options.onAddresses(next);
  };
  /** The host may have moved since this app joined. An older one cannot say. */
  const learnAddresses = async (): Promise<void> => {
    const { current } = connection;
    const reached = current();
    if (reached === undefined) return;
    const answer = await request('remoteAccess.addresses', {}).catch(() => undefined);
    if (answer?.ok !== true || current() !== reached) return;
    const { addresses: reported } = answer.data as RouteOutput<'remoteAccess.addresses'>;
    keepAddresses([
      reached.address,
      ...reported.filter((address) => hostAddress.safeParse(address).success),
      ...addresses,
    ]);
  };

  /** Waits for the first attempt only: later everybody knows that the host is away. */
  const reach = async (): Promise<OpenHost> => {
    await firstAttempt.promise;
    const host = connection.current();
    if (host !== undefined && !isNewer) return host;
    hasMissed = true;
    throw new HostUnreachable();
  };
  const removed = failedAnswer(new ContractError('not_signed_in', phrase('errors:seat.removed')));
  const request = async (route: string, input: unknown): Promise<Answer> => {
    if (connection.state().state === 'removed') return removed;
    if (route === 'chats.look' && windows.setLook(input)) {
      looking.show(windows.look());
      return { ok: true, data: {} };
    }
    const answer = await askHost(await reach(), seat.deviceKey, `/rpc/${encodeURIComponent(route)}`, input);
    if (answer.ok || answer.error.code !== 'unknown_route') return answer;
    return failedAnswer(new ContractError('unknown_route', phrase('errors:seat.olderHost')));
  };

  /** The host knows this app as one window, which shows what the operator looked at last. */
  const looking = createTelling<string | null>(null, (windowId, chatId) => request('chats.look', { windowId, chatId }));

  const connection = keepHostConnection({
    addresses: () => addresses,
    pin: seat.pin,
    deviceKey: seat.deviceKey,
    clock,
    random: options.random ?? Math.random,
    onFrame: receive,
    onState: (state) => {
      if (state.state === 'connected') keepAddresses([state.address, ...addresses]);
      // The hello that follows at once says more.
      else tell();
      if (state.state !== 'connecting') firstAttempt.resolve();
    },
  });
  return {
    operatorId: seat.operatorId,
    connection: () => connectionOf(connection.state()),
    request,
    subscribe: (onFrame) => {
      const isConnected = hello !== undefined && connection.current() !== undefined && !isNewer;
      const close = windows.open(onFrame, isConnected ? hello : undefined);
      return () => {
        close();
        looking.show(windows.look());
      };
    },
    bus: { on },
    media: async (mediaRequest) => serveFromHost(await reach(), seat.deviceKey, mediaRequest),
    setPresent: (now) => {
      if (now === present) return;
      present = now;
      report();
    },
    wake: connection.wake,
    stop: () => {
      connection.stop();
      firstAttempt.resolve();
    },
  };
}

/** In place of a seat's engine whose key cannot be read: it reaches nobody, and says so. */
export function createKeylessEngine(operatorId: string): RemoteEngine {
  const answer = failedAnswer(new ContractError('not_signed_in', phrase('errors:seat.keyLost')));
  return {
    operatorId,
    connection: () => ({ state: 'keyLost' }),
    request: async () => answer,
    subscribe: () => () => undefined,
    bus: { on: () => () => undefined },
    media: async () => {
      throw new HostUnreachable();
    },
    setPresent: () => undefined,
    wake: () => undefined,
    stop: () => undefined,
  };
}
