import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { identityKey, readSignature } from '#main/site/visitor-token.ts';
import { applyProvision } from '#main/settings/provision.ts';
import { storedInstallation } from '#main/store/installation/stored-installation.ts';
import { apiRoutes } from '#shared/contract/api.ts';
import { agentMessage } from '#shared/domain/kinds/kinds.ts';
import { serviceEvents, type ServiceEventKind } from '#shared/protocol/bot-provider.ts';
import { channelByPublicId, type TestChannel } from '../fixtures/channels.ts';
import { freePort } from '../fixtures/free-port.ts';
import { ACCESS_KEY, startHeadless, type Headless } from '../fixtures/headless.ts';

/** Why the examples cannot be run here; undefined: they can. */
const noShell =
  spawnSync('bash', ['-c', 'command -v curl']).status === 0 ? undefined : ' (skipped: bash or curl is not installed)';

const ROOT = path.resolve(import.meta.dirname, '../..');
const blocks = (await blocksOf('developers.md')).map((block, at) => ({ ...block, at }));
const ofServers = await blocksOf('running-a-server.md');
const commands = blocks.filter(({ language }) => language === 'sh');
const programs = blocks.filter(({ language }) => language === 'js');
/** By language, what runs an example that signs who is signed in, and what comes before and after it there. */
const SIGNERS: Readonly<Record<string, readonly [run: readonly string[], before: string, after: string]>> = {
  javascript: [
    ['node', '--input-type=module', '-e'],
    'const user = { id: "7", name: "Анна \\"A\\" O\'Neil", email: "a@b.example" };',
    'console.log(signature);',
  ],
  python: [
    ['python3', '-c'],
    'from types import SimpleNamespace\nuser = SimpleNamespace(id="7", name="Анна \\"A\\" O\'Neil", email="a@b.example")',
    'print(signature)',
  ],
  php: [
    ['php', '-r'],
    '$user = (object) ["id" => "7", "name" => "Анна \\"A\\" O\'Neil", "email" => "a@b.example"];',
    'echo $signature;',
  ],
};
const bodies = blocks.filter(({ language }) => language === 'json');

interface Block {
  readonly language: string;
  readonly text: string;
}

async function read(page: string): Promise<string> {
  return readFile(path.join(ROOT, 'docs', page), 'utf8');
}

/** What stands between fences on a page of docs, in order. */
async function blocksOf(page: string): Promise<readonly Block[]> {
  return Array.from((await read(page)).matchAll(/^```(\w*)\n([^]*?)^```$/gm), ([, language = '', inside = '']) => ({
    language,
    text: inside,
  }));
}

let folder: string;
let host: Headless;
let channel: TestChannel;
/** what the reader fills in, by the name of the variable */
let filledIn: Readonly<Record<string, string | number>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'counterbell-docs-'));
  const [replies, events] = [await freePort(), await freePort()];
  host = await startHeadless({
    provision: {
      channels: [{ name: 'Shop', publicId: 'shop-1', endpoint: `http://127.0.0.1:${replies}/replies` }],
      bots: [
        {
          name: 'FAQ',
          providerId: 'bot-4f1c',
          token: 'a-token-for-tests',
          endpoint: `http://127.0.0.1:${events}/events`,
          channels: ['shop-1'],
        },
      ],
    },
  });
  await host.rpc('operators.setPresence', { presence: 'online' });
  channel = await channelByPublicId(host, 'shop-1');
  const [bot] = (await host.rpc('bots.list', {})).bots;
  const { service } = await host.rpc('bots.addresses', { botId: bot?.id ?? '' });
  filledIn = { CHAT: channel.messageUrl, SERVICE: service, REPLIES_PORT: replies, EVENTS_PORT: events };
});

afterAll(async () => {
  await host.remove();
  await rm(folder, { recursive: true });
});

describe.each(Object.entries(SIGNERS))('the example in %s', (language, [[program = '', ...options], before, after]) => {
  test.skipIf(spawnSync(program, ['--version']).status !== 0)('signs who is signed in', async () => {
    const text = blocks.find((block) => block.language === language && block.text.includes('signature'))?.text ?? '';
    const env = { ...process.env, COUNTERBELL_IDENTITY_KEY: identityKey('secret') };
    const { stdout } = await promisify(execFile)(program, [...options, `${before}\n${text}\n${after}`], { env });
    const who = { id: '7', name: 'Анна "A" O\'Neil', email: 'a@b.example' };
    expect(readSignature('secret', { ...who, signature: stdout.trim() })).toBe('all');
  });
});

/** The examples as one would paste them, one after the other, into a shell; each says where its output ends. */
function asPasted(): string {
  const unknown = new Set(Object.keys(filledIn));
  const script = commands
    .map(({ text, at }) => `${text}printf '\\n@@ %s %s\\n' ${at} $?\n`)
    .join('')
    .replaceAll(/\b([A-Z_]+)=('[^']*'|\d+)/g, (whole, name: string) => {
      const value = filledIn[name];
      if (value !== undefined) unknown.delete(name);
      return value === undefined ? whole : `${name}='${value}'`;
    });
  expect([...unknown], 'variables that the page sets no longer').toEqual([]);
  return script;
}

/** What follows a command as a comment is what it prints. */
function promised(text: string): string {
  return Array.from(text.matchAll(/^# (.+)$/gm), ([, line]) => line).join('');
}

test.skipIf(noShell !== undefined)(
  `the examples for developers do what the page says, pasted in order into one shell${noShell ?? ''}`,
  async () => {
    for (const { text } of programs) {
      const [, name = ''] = /^\/\/ (\w+\.mjs)\n/.exec(text) ?? [];
      expect(name, `a program without its file's name: ${text}`).not.toBe('');
      await writeFile(path.join(folder, name), text);
    }
    await writeFile(path.join(folder, 'pasted.sh'), asPasted());
    const shell = spawn('bash', ['pasted.sh'], {
      cwd: folder,
      // With what it leaves running it can be ended as one group.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}` },
    });
    onTestFinished(() => void (shell.exitCode === null && shell.pid !== undefined && process.kill(-shell.pid)));
    let printed = '';
    shell.stdout.setEncoding('utf8').on('data', (piece: string) => (printed += piece));
    expect(await once(shell, 'close')).toEqual([0, null]);

    const output = new Map(
      Array.from(printed.matchAll(/([^]*?)\n@@ (\d+) (\d+)\n/g), ([, text = '', at, code]) => [
        Number(at),
        { text, code },
      ]),
    );
    for (const { text, at } of commands) {
      const shown = promised(text);
      const ran = output.get(at);
      expect({ text, code: ran?.code }).toEqual({ text, code: '0' });
      if (shown !== '') expect({ text, prints: ran?.text.replaceAll('\n', '') }).toEqual({ text, prints: shown });
    }
    // Replies go to this computer, so that a rating can be tried out on it.
    const rating = commands.find(({ text }) => text.includes('INIT_RATE'));
    expect(output.get(rating?.at ?? -1)?.text).toBe('{"result":"ok"}');

    const feed = await channel.feed('"customer-42"');
    const texts = feed.map(({ text }) => text);
    expect(texts.filter((text) => text === 'Are you there?')).toHaveLength(1);
    expect(texts).toEqual(expect.arrayContaining(['Is it in stock?', 'Hello! How can I help?']));
    expect(feed.filter(({ markdown, buttons }) => markdown !== undefined || buttons !== undefined)).toHaveLength(2);
    const chat = await channel.chatOf('"customer-42"');
    expect(chat).toMatchObject({ state: 'waiting', customer: { email: 'anna@example.com', phone: '+34 600 123 456' } });
    expect((await channel.receivedBy('9007199254740993')).map(({ type }) => type)).toEqual(['photo']);
  },
);

test.each(bodies)('the body in block $at is one that Counterbell sends', ({ text }) => {
  const body = JSON.parse(text) as object;
  const schema = 'event' in body ? serviceEvents[body.event as ServiceEventKind] : agentMessage;
  expect(schema.parse(body)).toEqual(body);
});

describe.skipIf(noShell !== undefined)(`running a server${noShell ?? ''}:`, () => {
  /** The one command with this in it, in its block. */
  const command = (part: string): string => {
    const [found = '', ...more] = ofServers
      .flatMap(({ text }) => text.split('\n'))
      .filter((line) => line.includes(part));
    expect({ part, more }).toEqual({ part, more: [] });
    return found;
  };
  const run = async (line: string, variables: Readonly<Record<string, string>>) =>
    promisify(execFile)('bash', ['-c', line], { cwd: ROOT, env: { ...process.env, ...variables } });

  test('the command starts it and says where, and its options are those that it knows', async () => {
    const line = command('out/main/headless.js --data-dir').replace('./data', path.join(folder, 'data'));
    const server = spawn('bash', ['-c', `exec ${line} --listener 127.0.0.1:0 --console 127.0.0.1:0`], { cwd: ROOT });
    const [words] = (await once(server.stdout, 'data')) as [Buffer];
    server.kill('SIGTERM');
    expect(String(words)).toContain('/?key=');
    expect(await once(server, 'exit')).toEqual([0, null]);
    const { stdout: help } = await run(`${line.split(' --')[0]} --help`, {});
    const options = (text: string, pattern: RegExp): readonly string[] =>
      Array.from(text.matchAll(pattern), ([, name = '']) => name);
    expect(options(await read('running-a-server.md'), /^\| `(--[\w-]+)/gm)).toEqual(options(help, /^ {2}(--[\w-]+)/gm));
  });

  test('monitors and scripts get what the page says', async () => {
    expect((await run(command('/health'), { LISTENER: host.listener })).stdout).toBe('{"status":"ok"}');
    for (const route of ['/rpc/chats.list', '/rpc/remoteAccess.change']) {
      const { stdout } = await run(command(route), { CONSOLE: host.console, KEY: ACCESS_KEY });
      expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    }
  });

  test('programs get what their page says', async () => {
    const { key } = await host.rpc('programs.add', { name: 'Order script' });
    for (const { text } of (await blocksOf('api.md')).filter(({ language }) => language === 'sh'))
      expect(JSON.parse((await run(text, { CONSOLE: host.console, KEY: key })).stdout)).toMatchObject({ ok: true });
    const names = Array.from(
      (await read('api.md')).matchAll(/^\| (`[a-z]+\.\w+`(?:, `[a-z]+\.\w+`)*) \|/gim),
      ([, cell = '']) => cell,
    );
    expect(names.join(', ').replaceAll('`', '').split(', ').toSorted()).toEqual(Object.keys(apiRoutes).toSorted());
  });

  test.each(ofServers.filter(({ language }) => language === 'json'))(
    'this can be set up from a file: $text',
    ({ text }) => {
      const fresh = storedInstallation.parse({
        installationId: randomUUID(),
        setUp: false,
        operators: [],
        channels: [],
        bots: [],
      });
      expect(applyProvision(fresh, JSON.parse(text))).not.toEqual(fresh);
    },
  );
});
