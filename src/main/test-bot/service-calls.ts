import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { BotAct, HeardEvent } from './events.ts';

const ANSWER_TIMEOUT = 10_000;

/** The events a provider sends to the service (bot provider interface, sections 2 and 4.1). */
export interface ServiceCalls {
  /** sends one event, `times` times with the same id; whether the service took it */
  readonly send: (address: string, body: string, times: number) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/** Opens connections to the service as they are needed. Nothing is tried again: the next customer message gets its own answer. */
export function openServiceCalls(log: Logger): ServiceCalls {
  let client: ReturnType<typeof openClient> | undefined;
  const once = async (address: string, body: string): Promise<number> => {
    const { request, dispatcher } = await (client ??= openClient());
    const answer = await request(address, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await answer.body.dump();
    return answer.statusCode;
  };
  return {
    send: async (address, body, times) => {
      try {
        for (let time = 0; time < times; time += 1) {
          const status = await once(address, body);
          if (status === 200) continue;
          log.info({ status }, 'the service did not take an event of the test bot');
          return false;
        }
        return true;
      } catch (error) {
        log.info({ err: error }, 'the service did not answer the test bot');
        return false;
      }
    },
    stop: async () => (await client)?.dispatcher.destroy(),
  };
}

/** An act as the service wants it: with an id of its own, the chat, and where it is a message the time in seconds. */
export function eventBody(act: BotAct, { chat_id, client_id }: HeardEvent, wall: number): string {
  const event = { id: randomUUID(), chat_id, client_id, ...act };
  if (event.event !== 'BOT_MESSAGE') return JSON.stringify(event);
  return JSON.stringify({ ...event, message: { ...event.message, timestamp: Math.floor(wall / 1000) } });
}

/** Its code is large, and read when the first request is made. */
async function openClient() {
  const { Agent, request } = await import('undici');
  return {
    request,
    dispatcher: new Agent({
      connections: 16,
      headersTimeout: ANSWER_TIMEOUT,
      bodyTimeout: ANSWER_TIMEOUT,
      connect: { timeout: ANSWER_TIMEOUT },
    }),
  };
}
