import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { setTimeout as passing } from 'node:timers/promises';

/** Milliseconds between two tests of whether the server's notices arrive, and for which one may be under way. */
const TEST_INTERVAL = 10_000;
const LATEST = 1_000;
/** Milliseconds until a lost connection is made again. */
const RETRY = 500;

/**
 * Listens for the server's notices, on a connection of its own. Poolers swallow them without a word, so that it sends
 * itself one from time to time.
 */
export function startListening({
  url,
  channel,
  notify,
  onNumber,
  onConnected,
}: {
  readonly url: string;
  /** its name */
  readonly channel: string;
  /** sends a notice, on another connection */
  readonly notify: (payload: string) => Promise<unknown>;
  readonly onNumber: (number: number) => void;
  /** notices from before may have been missed */
  readonly onConnected: () => void;
}) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isHeard = false;
  let destroy = (): void => undefined;
  let heard = (_payload: string): void => undefined;

  const wait = (delay: number): Promise<void> => passing(delay, undefined, { signal }).catch(() => undefined);
  const test = async (): Promise<boolean> => {
    const payload = `test ${randomUUID()}`;
    const late = new AbortController();
    const arrived = new Promise<boolean>((resolve) => {
      heard = (came) => {
        if (came === payload) resolve(true);
      };
    });
    await notify(payload);
    const tooLate = passing(LATEST, false, { signal: AbortSignal.any([late.signal, signal]) }).catch(() => false);
    return await Promise.race([arrived, tooLate]).finally(() => late.abort());
  };
  const listen = async (): Promise<void> => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
    destroy = () => void client.connection.stream.destroy();
    let isConnected = true;
    const ended = new Promise<void>((resolve) => client.on('error', () => resolve()).on('end', () => resolve()));
    client.on('notification', ({ payload = '' }) => {
      const number = Number(payload);
      if (Number.isInteger(number)) onNumber(number);
      else heard(payload);
    });
    try {
      await client.connect();
      await client.query(`LISTEN "${channel}"`);
      onConnected();
      const testing = (async () => {
        while (isConnected && !signal.aborted) {
          isHeard = await test();
          await wait(isHeard ? TEST_INTERVAL : LATEST);
        }
      })();
      await Promise.race([testing, ended]);
    } finally {
      isConnected = false;
      isHeard = false;
      destroy();
    }
  };
  const running = (async () => {
    while (!signal.aborted) {
      await listen().catch(() => undefined);
      await wait(RETRY);
    }
  })();
  return {
    /** the last test arrived */
    isHeard: (): boolean => isHeard,
    /** connects anew */
    reset: (): void => destroy(),
    stop: async (): Promise<void> => {
      stopping.abort();
      destroy();
      await running;
    },
  };
}
