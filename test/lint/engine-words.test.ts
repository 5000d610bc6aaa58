import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINE_WORDS } from '../../src/shared/locales/engine-words.ts';
import { createKnowing, flatTexts } from '../../src/shared/locales/known-again.ts';
import { stemOf } from './words/catalogue-faults.ts';
import { engineSentences, engineTexts } from './words/engine-sentences.ts';
import type { Source } from './words/physical-classes.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Says what it says to others than the operators in front of a screen. */
const TO_OTHERS = [
  // Terminals and scripts; the sign-in page has words of its own.
  /^src\/main\/headless/,
  // The tray, the notifications and the report for whoever helps have their words in catalogues, or are in English.
  /^src\/main\/desktop\/(?!notification-(electron|freedesktop))/,
  // Customers.
  /^src\/main\/(ratings|built-in)\//,
  // Files that leave the console.
  /^src\/main\/reports\//,
  // Lines of a chat are kept in English for programs, and said by what happened.
  /^src\/main\/store\/transactions\/messages\.ts$/,
  // Read by whoever starts the program.
  /^src\/main\/settings\/(data-folder-lock|provision)\.ts$/,
];

/** Names and parts of sentences, and what is only compared with or kept. */
const NO_SENTENCES = new Set([
  ...[
    'The bot',
    'A colleague',
    'The built-in test bot',
    'Test message',
    'Bearer 7',
    'HTTP/1.1 7 7\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n7',
  ],
  ...[
    'Counterbell authority 7 7',
    'Counterbell on this computer',
    'Cannot parse privateKey',
    'No response from server',
    'Keepalive timeout',
    'The file is not taken: 7',
    'A symbol that may stand for the media',
    'SQLite format 3\0',
    '7 expected',
    '7\n    {"chat": 7, "ratings": 7, "messages": [',
  ],
]);

/** Said by zod itself, or put together: with a name that is none, with the reason of a failed look at the disk. */
const PUT_TOGETHER =
  /^(fieldRules: (number|text|list)\.\w+|fieldRules: (date|invalid)|errors: refusals\.(chat\.\w+\.unnamed|journal\.nowWhy)|findings: findings\.(bot\.\w+\.builtIn|endpoint\.\w+\.(bot|channel)\.todo)|journal: field|errors: computer\.vault\.keyFile(Only|Locked))$/;

const know = createKnowing(ENGINE_WORDS);
const sources = ['src/main', 'src/shared/contract', 'src/shared/domain', 'src/shared/protocol']
  .flatMap(filesBelow)
  .map((file): Source => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}

describe('what the engine says to operators', () => {
  it('is in a catalogue, every sentence of it', () => {
    const looked = sources.filter(({ file }) => !TO_OTHERS.some((part) => part.test(file)));
    const lost = looked.flatMap((source) =>
      engineSentences(source)
        .filter((words) => !NO_SENTENCES.has(words) && know(words) === undefined)
        .map((words) => `${source.file}: ${words}`),
    );
    expect(lost).toEqual([]);
  });

  it('is said by somebody, every line of the catalogues', () => {
    const said = new Set(
      sources
        .flatMap(engineTexts)
        .map(know)
        .filter((known) => known !== undefined)
        .map(({ subject, key }) => `${subject}: ${key}`),
    );
    const all = Object.entries(ENGINE_WORDS).flatMap(([subject, words]) =>
      flatTexts(words).map(([key]) => `${subject}: ${stemOf(key)}`),
    );
    expect([...new Set(all)].filter((line) => !said.has(line) && !PUT_TOGETHER.test(line))).toEqual([]);
  });
});

describe('sentences are found:', () => {
  it.each<[code: string, sentences: string[]]>([
    ["throw new ContractError('not_found', 'There is no such chat');", ['There is no such chat']],
    ['failed(`${host} answers with ${status}`, "Look there.")', ['7 answers with 7', 'Look there.']],
    ["notes.push('message.file_size is missing')", ['message.file_size is missing']],
    [
      "log.warn({}, 'Something odd'); throw new Error('Not to be seen'); run('SELECT id FROM chats'); kind === 'typeout'",
      [],
    ],
  ])('%s', (code, sentences) => {
    expect(engineSentences({ file: 'a.ts', text: code })).toEqual(sentences);
  });
});
