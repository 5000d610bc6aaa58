import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import type { EventFrame } from '#shared/contract/events.ts';
import { startHeadless } from '../fixtures/headless.ts';
import { type LetterVisitor, openLetterVisitor } from '../fixtures/letter-visitor.ts';
import { whyNoServer } from '../fixtures/web-servers.ts';
import { BOX_KEY, startWebsite } from '../fixtures/website.ts';
import { openWindow } from './console-window.ts';
import type { Measure } from './measures.ts';
import { median, percentile } from './statistics.ts';

const MINUTE = 60_000;
const VISITORS = 20;
/** Milliseconds between what one visitor says and the next word, while all of them talk: at least, and more at random. */
const THINKING = 5000;
/** Milliseconds in which a visitor's word is to be on the operator's screen. */
const ARRIVAL = 2500;

/** Bytes of a quiet day between the app and the website. */
const QUIET_DAY = 20_000_000;
/** Bytes of a request and its answer besides what HTTP counts, on a connection that stays: packets, and their encryption. */
const FRAMING = 400;

/** A shop's page that keeps a worker busy. */
const PAGE = `<?php $sum = 0; for ($at = 0; $at < 400000; $at += 1) { $sum += $at % 7; } echo '<h1>Bella Lamps</h1>' . $sum;`;

/**
 * A website with two workers of PHP that takes messages in: how long a word takes to the operator's screen, how often its
 * script runs, and what that does to the website's own pages.
 */
export async function measureLetterbox(): Promise<readonly Measure[]> {
  const missing = whyNoServer('nginx');
  if (missing !== undefined) throw new Error(missing);
  const website = await startWebsite({ server: 'nginx' });
  writeFileSync(join(website.root, 'shop.php'), PAGE);
  const box = { url: website.url, key: BOX_KEY, allowPlainHttp: true };
  const host = await startHeadless({
    provision: { channels: [{ name: 'Shop', publicId: 'lamps', kind: 'site', box }] },
  });
  const arrivals = new Map<string, number>();
  const screen = await openWindow(host, (frame) => {
    for (const event of JSON.parse(frame.toString('utf8')) as EventFrame)
      if (event.name === 'message.added' && event.data.message.from === 'customer')
        arrivals.set(event.data.message.text ?? '', performance.now());
  });
  const requests = (): readonly string[] =>
    readFileSync(join(website.root, '../server/access.log'), 'utf8').trim().split('\n');
  /** of its script so far */
  const runs = (): number => requests().filter((line) => line.includes('box.php')).length;
  /** between the app and the website */
  const bytesOf = (lines: readonly string[]): number =>
    lines
      .filter((line) => line.includes('/counterbell/'))
      .reduce(
        (sum, line) =>
          sum +
          FRAMING +
          line
            .split(' ')
            .slice(-2)
            .reduce((size, part) => size + Number(part), 0),
        0,
      );
  const page = async (): Promise<number> => {
    const begun = performance.now();
    await (await fetch(new URL('/shop.php', website.url))).text();
    return performance.now() - begun;
  };
  const pages = async (until: Promise<unknown>): Promise<number> => {
    const took: number[] = [];
    let isOver = false;
    void until.then(() => (isOver = true));
    while (!isOver) {
      took.push(await page());
      await passing(250);
    }
    return median(took);
  };
  const visitors: LetterVisitor[] = [];
  try {
    while ((await fetch(`${website.url}/c/window.txt`)).status !== 200) await passing(100);
    const [before, linesBefore] = [runs(), requests().length];
    const alone = await pages(passing(MINUTE));
    const idle = runs() - before;
    const day = bytesOf(requests().slice(linesBefore)) * 60 * 24;

    const one = await openLetterVisitor(website.url);
    visitors.push(one);
    one.say('0: hello');
    await one.until(() => one.texts('visitor').length === 1);
    const [chat] = (await host.rpc('chats.list', {})).chats;
    const begun = runs();
    for (let turn = 0; turn < 5; turn += 1) {
      one.typing(true);
      await passing(4000);
      one.say(`0: turn ${turn}`);
      await passing(4000);
      await host.rpc('chats.reply', { chatId: chat?.id ?? '', text: `answer ${turn}`, clientId: `answer-${turn}` });
      await passing(4000);
    }
    const flow = runs() - begun;

    const said = new Map<string, number>();
    visitors.push(...(await Promise.all(Array.from({ length: VISITORS - 1 }, () => openLetterVisitor(website.url)))));
    const end = performance.now() + MINUTE;
    const talking = Promise.all(
      visitors.map(async (visitor, index) => {
        while (performance.now() < end) {
          await passing(THINKING * (1 + Math.random()));
          const text = `${index}: ${said.size}`;
          said.set(text, performance.now());
          visitor.say(text);
        }
      }),
    );
    const busy = await pages(talking);
    await passing(2 * ARRIVAL);
    const took = Array.from(said, ([text, at]) => (arrivals.get(text) ?? Infinity) - at);
    const p95 = percentile(took, 0.95);
    return [
      {
        name: `a visitor’s word to the operator’s screen by the website, 95th percentile, ${VISITORS} visitors talking`,
        ours: `${p95.toFixed(0)} ms of ${took.length} words`,
        base: `${ARRIVAL} ms`,
        ratio: p95 / ARRIVAL,
        bound: { atMost: 1 },
      },
      {
        name: 'the website’s own page while they talk',
        ours: `${busy.toFixed(1)} ms`,
        base: `alone ${alone.toFixed(1)} ms`,
        ratio: busy / alone,
        bound: { atMost: 1.1 },
      },
      {
        name: 'runs of the script in an idle minute',
        ours: `${idle}`,
        base: '3',
        ratio: idle / 3,
        bound: { atMost: 1 },
      },
      {
        name: 'traffic of a quiet day, by an idle minute',
        ours: `${(day / 1e6).toFixed(1)} MB`,
        base: `${QUIET_DAY / 1e6} MB`,
        ratio: day / QUIET_DAY,
        bound: { atMost: 1 },
      },
      {
        name: 'runs of the script in a minute of one chat',
        ours: `${flow}`,
        base: '30',
        ratio: flow / 30,
        bound: { atMost: 1 },
      },
    ];
  } finally {
    for (const visitor of visitors) visitor.leave();
    screen.close();
    await host.remove();
    await website.remove();
  }
}
