import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { startHeadless } from '../fixtures/headless.ts';
import { measureUnderAbuse } from './abuse.ts';
import { measureBotMessages } from './bots-accept.ts';
import { measureSlowBots } from './bots-slow.ts';
import { measureLiveMemory } from './console/live-memory.ts';
import { measureLargeInbox, measureLongChat } from './console/opening.ts';
import { measureWriting } from './console/writing.ts';
import { measureGuessing } from './guessing.ts';
import { measureHostedFiles } from './hosted.ts';
import { measureImages } from './images.ts';
import { measureIngest } from './ingest.ts';
import { measureJournal } from './journal.ts';
import { isKept, table, type Measure } from './measures.ts';
import { measureMemory } from './memory.ts';
import { measureMessagesList } from './messages-list.ts';
import { measureSearch } from './search.ts';

const RESULT = new URL('../../test-results/bench.json', import.meta.url);

/** Measures the ratios that Counterbell promises; exit code 1 where one is missed. */
const measures: Measure[] = [];
const host = await startHeadless();
try {
  measures.push(...(await measureIngest(host)));
  measures.push(...(await measureJournal(host)));
  measures.push(...(await measureUnderAbuse(host)));
  measures.push(...(await measureGuessing(host)));
  measures.push(...(await measureMessagesList(host)));
  measures.push(...(await measureHostedFiles(host)));
  measures.push(...(await measureImages(host)));
  measures.push(...(await measureLongChat(host)));
  measures.push(...(await measureWriting(host)));
  measures.push(...(await measureLiveMemory(host)));
  measures.push(...(await measureSlowBots(host)));
  measures.push(...(await measureBotMessages(host)));
} finally {
  await host.remove();
}
measures.push(...(await measureLargeInbox()));
measures.push(...(await measureMemory()));
measures.push(...(await measureSearch()));

const machine = { node: process.version, platform: process.platform, cpu: cpus()[0]?.model, cores: cpus().length, memory: totalmem() };
await mkdir(new URL('.', RESULT), { recursive: true });
await writeFile(RESULT, `${JSON.stringify({ at: new Date().toISOString(), machine, measures: measures.map((measure) => ({ ...measure, kept: isKept(measure) })) }, null, 2)}\n`);
console.log(table(measures));
process.exitCode = measures.every(isKept) ? 0 : 1;
