import type { Logger } from 'pino';

const ANSWER_TIMEOUT = 10_000;

/** The requests an integrator makes of the service (chat channel interface, 4.1 and 4.2). */
export interface CustomerRequests {
  /** the HTTP status that the listener answered; 0: no answer */
  readonly post: (address: string, sender: Sender, message: object) => Promise<number>;
  /** 0 or 1; null: no such answer */
  readonly status: (address: string) => Promise<0 | 1 | null>;
  readonly stop: () => Promise<void>;
}

export interface Sender {
  /** JSON text, put into the body as it is so that no digit is lost */
  readonly id: string;
  readonly name: string;
}

/** Opens connections to the listener as they are needed. */
export function openCustomerRequests(log: Logger): CustomerRequests {
  let client: ReturnType<typeof openClient> | undefined;
  return {
    post: async (address, sender, message) => {
      try {
        const body = messageBody(sender, message);
        const { request, dispatcher } = await (client ??= openClient());
        const answer = await request(address, {
          dispatcher,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        await answer.body.dump();
        return answer.statusCode;
      } catch (error) {
        log.debug({ err: error }, 'test customer got no answer to a message');
        return 0;
      }
    },
    status: async (address) => {
      try {
        const { request, dispatcher } = await (client ??= openClient());
        const answer = await request(address, { dispatcher });
        const text = (await answer.body.text()).trim();
        if (answer.statusCode !== 200) return null;
        return text === '1' ? 1 : text === '0' ? 0 : null;
      } catch (error) {
        log.debug({ err: error }, 'test customer got no answer to a status request');
        return null;
      }
    },
    stop: async () => (await client)?.dispatcher.destroy(),
  };
}

function messageBody(sender: Sender, message: object): string {
  const name = sender.name === '' ? '' : `,"name":${JSON.stringify(sender.name)}`;
  return `{"sender":{"id":${sender.id}${name}},"message":${JSON.stringify(message)}}`;
}

/** Its code is large, and read when the first request is made. */
async function openClient() {
  const { Agent, request } = await import('undici');
  return {
    request,
    dispatcher: new Agent({ connections: 16, headersTimeout: ANSWER_TIMEOUT, bodyTimeout: ANSWER_TIMEOUT }),
  };
}
