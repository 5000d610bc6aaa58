import type { Answer } from '#shared/contract/errors.ts';
import type { NumberedEvent } from '#shared/contract/events.ts';
import type { Engine } from '#main/engine/engine.ts';
import { readClientAddress, trustOnly } from '#main/intake/client-address.ts';

export const OLGA = { id: 'op1', accessKey: 'olga-has-a-long-key' } as const;

export interface FakeEngine extends Engine {
  readonly asked: { readonly operatorId: string; readonly route: string; readonly input: unknown }[];
  /** what the next request is answered */
  answer: Answer;
  /** how requests below /media/ are answered */
  serve: Engine['media'];
  /** sends events, as one frame, to every subscriber */
  readonly tell: (...events: readonly NumberedEvent[]) => void;
  readonly subscribers: () => number;
  /** gives Olga another access key */
  readonly renewKey: (accessKey: string) => void;
  stopped: boolean;
  /** whose X-Forwarded-For is believed */
  trustedProxies: readonly string[];
}

/** An engine in memory, for tests of the host around it. */
export function createFakeEngine(): FakeEngine {
  const listeners = new Set<(frame: string) => void>();
  let accessKey: string = OLGA.accessKey;
  const engine: FakeEngine = {
    asked: [],
    answer: { ok: true, data: { hello: 'world' } },
    stopped: false,
    trustedProxies: [],
    listenerUrl: 'http://127.0.0.1:1',
    installationId: '1234567890',
    died: new Promise(() => undefined),
    operators: {
      first: () => ({ id: OLGA.id, accessKey }),
      byAccessKey: (given) => (given === accessKey ? { id: OLGA.id } : undefined),
      keyFingerprint: (operatorId) => (operatorId === OLGA.id ? `fingerprint of ${accessKey}` : undefined),
      setPresent: () => undefined,
    },
    clientAddress: (request) => readClientAddress(request, trustOnly(engine.trustedProxies)),
    request: async (operatorId, route, input) => {
      engine.asked.push({ operatorId, route, input });
      return engine.answer;
    },
    media: async (request) => engine.serve(request),
    bus: { on: () => () => undefined },
    serve: async () => ({ status: 404, headers: {}, body: undefined }),
    subscribe: (_operatorId, onEvents) => {
      listeners.add(onEvents);
      onEvents(JSON.stringify([{ name: 'hello', boot: 'first', seq: 0, windowId: 'w' }]));
      return () => listeners.delete(onEvents);
    },
    tell: (...events) => {
      for (const listener of listeners) listener(JSON.stringify(events));
    },
    subscribers: () => listeners.size,
    renewKey: (next) => {
      accessKey = next;
    },
    stop: async () => {
      engine.stopped = true;
    },
  };
  return engine;
}
