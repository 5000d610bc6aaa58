import { setTimeout as passing } from 'node:timers/promises';
import type { EventFrame } from '#shared/contract/events.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { noMailServer, startMailServer } from '../fixtures/mail-server.ts';
import { openWindow } from './console-window.ts';
import type { Measure } from './measures.ts';
import { memoryOf } from './processes.ts';

const MAILS = 1000;
/** Milliseconds, and bytes beyond what the host has without mails. */
const LONGEST = 30_000;
const MOST_MEMORY = 150 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/** What a shop's mailbox gets: plain text, HTML with a quote, and every tenth with a picture. */
function mailOf(at: number): string {
  const text = `Question ${at}: is the lamp in stock?`;
  const quote = `<blockquote>${'<p>Something that was written before.</p>'.repeat(60)}</blockquote>`;
  const picture = `--b\r\nContent-Type: image/png; name=lamp.png\r\nContent-Disposition: attachment; filename=lamp.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${PIXEL}${''.padEnd(80_000, 'AAAA')}\r\n`;
  return `From: Customer ${at % 200} <customer${at % 200}@customers.example>\r\nTo: help@shop.test\r\nSubject: Lamp\r\nMessage-ID: <${at}@customers.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n\r\n--c\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>${text}</p>${quote}\r\n\r\n--c--\r\n${at % 10 === 0 ? picture : ''}--b--\r\n`;
}
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A thousand mails that arrived while the app was off: until all of them are on the operator's screen. */
export async function measureMails(): Promise<readonly Measure[]> {
  if (noMailServer !== undefined) throw new Error(noMailServer);
  const server = await startMailServer();
  const account = await server.account('help', 'none');
  let host = await startHeadless({ provision: { email: { ...account, becomesChat: true } } });
  try {
    while ((await host.rpc('mailboxes.list', {})).mailboxes[0]?.state !== 'open') await passing(100);
    await host.stop();
    for (let at = 0; at < MAILS; at += 1) await server.deliver('help', mailOf(at));
    host = await host.restart();
    const before = memoryOf([host.process.pid ?? 0]);
    let shown = 0;
    const all = Promise.withResolvers<void>();
    const screen = await openWindow(host, (frame) => {
      for (const event of JSON.parse(frame.toString('utf8')) as EventFrame)
        if (event.name === 'message.added' && event.data.message.text?.startsWith('Question ') === true) shown += 1;
      if (shown >= MAILS) all.resolve();
    });
    const begun = performance.now();
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, memoryOf([host.process.pid ?? 0]));
    }, 200);
    // What came before the window was open counts, too.
    shown = await countOf(host);
    if (shown < MAILS) await Promise.race([all.promise, passing(10 * LONGEST)]);
    const took = performance.now() - begun;
    clearInterval(watching);
    screen.close();
    const [seconds, more] = [took / 1000, most - before];
    return [
      {
        name: `${MAILS} mails fetched and shown`,
        ours: `${seconds.toFixed(1)} s`,
        base: `${LONGEST / 1000} s`,
        ratio: took / LONGEST,
        bound: { atMost: 1 },
      },
      {
        name: 'memory meanwhile, beyond that of the start',
        ours: `${Math.round(more / MEGABYTE)} MB`,
        base: `${MOST_MEMORY / MEGABYTE} MB`,
        ratio: more / MOST_MEMORY,
        bound: { atMost: 1 },
      },
    ];
  } finally {
    await host.remove();
    await server.remove();
  }
}

async function countOf(host: Awaited<ReturnType<typeof startHeadless>>): Promise<number> {
  const { chats } = await host.rpc('chats.list', { limit: 200 });
  return chats.reduce((sum, { unanswered }) => sum + unanswered, 0);
}
