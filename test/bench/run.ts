import { findBrowser, installBrowser } from '../../scripts/find-browser.ts';
import { type Headless, startHeadless } from '../fixtures/headless.ts';
import { measureUnderAbuse } from './abuse.ts';
import { measureBotMessages } from './bots-accept.ts';
import { measureSlowBots } from './bots-slow.ts';
import { measureLiveMemory } from './console/live-memory.ts';
import { measureLargeInbox, measureLongChat } from './console/opening.ts';
import { measureWriting } from './console/writing.ts';
import { measureGuessing } from './guessing.ts';
import { measureHostedFiles } from './hosted.ts';
import { measureImages } from './images.ts';
import { measureIngest, measureIngestOfNodes, measureIngestOnPostgres } from './ingest.ts';
import { measureJournal } from './journal.ts';
import { measureOtherNode } from './other-node.ts';
import { toText, isWithinBound, keepMeasures, type Measure } from './measures.ts';
import { measureMessageLatency } from './latency/message-latency.ts';
import { measureLetterbox } from './letterbox.ts';
import { measureMails } from './mails.ts';
import { measureManyChats } from './many-chats.ts';
import { measureMemory } from './memory.ts';
import { measureSearch } from './search.ts';
import { measureIdleVisitors } from './site-idle.ts';
import { measureSiteLatency } from './site-latency.ts';
import { measureShopPage } from './site-page.ts';
import { measureStart } from './start.ts';
import { measureTeam } from './team.ts';

interface Subject {
  readonly measure: () => Promise<readonly Measure[]>;
  readonly inBrowser?: true;
}

/** All subjects, each with a separate host, in the order in which they run. */
const subjects: Readonly<Record<string, Subject>> = {
  ingest: { measure: withHost(measureIngest) },
  'ingest-on-postgres': { measure: withHost(measureIngestOnPostgres) },
  'ingest-of-nodes': { measure: measureIngestOfNodes },
  'other-node': { measure: measureOtherNode },
  journal: { measure: withHost(measureJournal) },
  abuse: { measure: withHost(measureUnderAbuse) },
  guessing: { measure: withHost(measureGuessing) },
  'hosted-files': { measure: withHost(measureHostedFiles) },
  'slow-bots': { measure: withHost(measureSlowBots) },
  'bot-messages': { measure: withHost(measureBotMessages) },
  start: { measure: measureStart },
  memory: { measure: measureMemory },
  search: { measure: measureSearch },
  'many-chats': { measure: measureManyChats },
  team: { measure: measureTeam },
  'site-idle': { measure: measureIdleVisitors },
  'site-latency': { measure: withHost(measureSiteLatency) },
  'message-latency': { measure: measureMessageLatency, inBrowser: true },
  'site-page': { measure: withHost(measureShopPage), inBrowser: true },
  letterbox: { measure: measureLetterbox },
  mails: { measure: measureMails },
  images: { measure: withHost(measureImages), inBrowser: true },
  'long-chat': { measure: withHost(measureLongChat), inBrowser: true },
  writing: { measure: withHost(measureWriting), inBrowser: true },
  'live-memory': { measure: withHost(measureLiveMemory), inBrowser: true },
  'large-inbox': { measure: measureLargeInbox, inBrowser: true },
};

/**
 * `npm run bench`: measures the ratios that Counterbell promises and prints each at once; subjects as arguments limit it to those. Exit code 1 if a bound is missed or a subject couldn't be measured.
 */
async function bench(names: readonly string[]): Promise<boolean> {
  const unknown = names.filter((name) => !Object.hasOwn(subjects, name));
  if (unknown.length > 0) {
    console.error(`There is no subject "${unknown.join('", "')}". Choose from: ${Object.keys(subjects).join(', ')}.`);
    return false;
  }
  const wanted = Object.entries(subjects).filter(([name]) => names.length === 0 || names.includes(name));
  if (wanted.some(([, { inBrowser }]) => inBrowser)) provideBrowser();
  const measures: Measure[] = [];
  const failed: string[] = [];
  for (const [name, { measure }] of wanted) {
    console.log(`\n--- ${name}`);
    try {
      const ended = await measure();
      for (const each of ended) console.log(toText(each));
      if (ended.length === 0) console.log('skipped: it is measured on Linux only, or with PostgreSQL installed');
      measures.push(...ended);
    } catch (error) {
      failed.push(name);
      console.log(`FAILED  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  await keepMeasures('bench.json', measures, { failed });
  const missed = measures.filter((measure) => !isWithinBound(measure));
  console.log(`\n${measures.length - missed.length} kept, ${missed.length} missed, ${failed.length} failed`);
  for (const measure of missed) console.log(toText(measure));
  for (const name of failed) console.log(`FAILED  ${name}`);
  return missed.length + failed.length === 0;
}

function withHost(measure: (host: Headless) => Promise<readonly Measure[]>): Subject['measure'] {
  return async () => {
    const host = await startHeadless();
    try {
      return await measure(host);
    } finally {
      await host.remove();
    }
  };
}

/** Before any measurement, so that a missing browser isn't noticed after half an hour. */
function provideBrowser(): void {
  const browser = findBrowser() ?? installBrowser();
  if (browser === undefined) throw new Error('No Chrome, Chromium or Edge was found, and none could be installed.');
  process.env['CHROME_PATH'] = browser;
}

process.exitCode = (await bench(process.argv.slice(2))) ? 0 : 1;
