import type { Page } from '@playwright/test';
import type { EventFrame } from '#shared/contract/events.ts';
import { contractContext, type ContractContext, type Transport } from '../../contract/context.ts';
import { contractCases } from '../../contract/suite.ts';
import { test } from './fixtures.ts';

declare global {
  /** unsubscribe functions of the suite's subscriptions, in the page */
  var stops: Record<number, () => void>;
  var receiveFrame: (subscription: number, frame: EventFrame) => Promise<void>;
}

/** The page's bridge as the suite's transport: every request and event passes through preload and IPC. */
async function transportOf(page: Page): Promise<Transport> {
  const listeners = new Map<number, (frame: EventFrame) => void>();
  let subscriptions = 0;
  await page.exposeFunction('receiveFrame', (subscription: number, frame: EventFrame) =>
    listeners.get(subscription)?.(frame),
  );
  return {
    request: (route, input) =>
      page.evaluate(([name, asked]) => counterbell.request(name, asked), [route, input] as const),
    upload: (name, bytes) =>
      page.evaluate(
        async ([fileName, base64]) => {
          const answer = await fetch(`/media/uploads?name=${encodeURIComponent(fileName)}`, {
            method: 'POST',
            body: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
          });
          return answer.json();
        },
        [name, bytes.toString('base64')] as const,
      ),
    subscribe: (onEvents) => {
      subscriptions += 1;
      const subscription = subscriptions;
      listeners.set(subscription, onEvents);
      void page.evaluate((id) => {
        globalThis.stops ??= {};
        stops[id] = counterbell.subscribe((frame) => void receiveFrame(id, frame));
      }, subscription);
      return () => {
        listeners.delete(subscription);
        void page.evaluate((id) => stops[id]?.(), subscription);
      };
    },
  };
}

/** One case for each kind of answer: web.test.ts has all of them. */
const KINDS = {
  'data, with fields left out': 'a chat waits with one unread message; markRead, take, close and reopen change it',
  pages: 'messages.list pages backwards, oldest first within the page',
  nothing: 'chats.typing is answered, whatever becomes of it',
  'a refusal with its code': 'coded refusals: closed chat, removed channel, public id taken, endpoint not allowed',
  'issues by field': 'connection.change refuses a way that lacks what it needs, by field, and keeps secrets to itself',
  'an unknown route': 'a route that does not exist is unknown, and so is a command that is the engine’s own',
  events: 'a window gets a hello first, then events numbered without gaps',
  'no more events': 'a closed window is told nothing more',
  'an upload':
    'a file is uploaded and sent with its caption; the message knows it, and the console shows it; asked again, it is the same message',
};

let context: ContractContext | undefined;

for (const [kind, wanted] of Object.entries(KINDS))
  test(`the contract over IPC: ${kind}`, async ({ desktop: { console } }) => {
    context ??= contractContext(await transportOf(console));
    const found = contractCases.find(({ name }) => name === wanted);
    if (found === undefined) throw new Error(`there is no case "${wanted}"`);
    await found.run(context);
  });
