import type { Answer } from '#shared/contract/errors.ts';
import { keepEventSocket } from './event-socket.ts';
import { type Transport, Unreachable } from './transport.ts';

/** The transport of a browser: `POST /rpc/<route>` and a WebSocket at `/events`, both on the page's own origin. */
export function createWebTransport(page: Window): Transport {
  return {
    subscribesAtOnce: false,
    request: (route, input) => post(page, `/rpc/${route}`, input),
    subscribe: (onFrame, onConnection) =>
      keepEventSocket({
        open: () => new WebSocket(`${page.location.origin.replace(/^http/, 'ws')}/events`),
        onWake: (wake) => listenForWake(page, wake),
        onFrame,
        onConnection,
      }),
  };
}

async function post(page: Window, path: string, input: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await page.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
  } catch (error) {
    throw new Unreachable(error);
  }
  const answer: unknown = await response.json().catch((error: unknown) => {
    throw new Unreachable(error);
  });
  if (isAnswer(answer)) return answer;
  throw new Unreachable(`status ${String(response.status)}`);
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

function listenForWake(page: Window, wake: () => void): () => void {
  const whenVisible = (): void => {
    if (page.document.visibilityState === 'visible') wake();
  };
  page.addEventListener('online', wake);
  page.addEventListener('focus', whenVisible);
  page.document.addEventListener('visibilitychange', whenVisible);
  return () => {
    page.removeEventListener('online', wake);
    page.removeEventListener('focus', whenVisible);
    page.document.removeEventListener('visibilitychange', whenVisible);
  };
}
