import type { TestChannel } from '../../fixtures/channels.ts';
import { postMany } from '../load.ts';

/** Posts texts of one customer, as fast as they are accepted: as many as given, the last one last. */
export async function fillChat(channel: TestChannel, name: string, amount: number, from = 0): Promise<void> {
  let count = from;
  const body = (number: number) =>
    JSON.stringify({
      sender: { id: name, name },
      message: { type: 'text', id: `${name}-${number}`, text: textOf(name, number) },
    });
  const before = amount - from - 1;
  // More bodies may be created than sent, so the last one's number is set here.
  if (before > 0)
    await postMany({
      url: channel.messageUrl,
      connections: Math.min(16, before),
      amount: before,
      body: () => body((count += 1)),
    });
  await postMany({ url: channel.messageUrl, connections: 1, amount: 1, body: () => body(amount) });
}

export function textOf(name: string, count: number): string {
  return `${name}, number ${count}: the lamp that came yesterday is green, and I had ordered a blue one.`;
}

/** This many customers with a chat each. */
export async function fillInbox(channel: TestChannel, amount: number): Promise<void> {
  let count = 0;
  const body = () => {
    count = (count % amount) + 1;
    return JSON.stringify({
      sender: { id: count, name: `Customer ${count}` },
      message: { type: 'text', text: textOf('Inbox', count) },
    });
  };
  await postMany({ url: channel.messageUrl, connections: Math.min(64, amount), amount, body });
}
