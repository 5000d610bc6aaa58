import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signatureHeaders } from '#main/outgoing/signature.ts';
import { openChannel } from '../../fixtures/channels.ts';
import { freePort, untilOpen } from '../../fixtures/free-port.ts';
import { startHeadless, type Headless } from '../../fixtures/headless.ts';
import { httpRequest } from '../../fixtures/http-request.ts';
import { sendMedia } from '../../fixtures/media-replies.ts';
import { picture } from '../../fixtures/pictures.ts';
import { here } from '../../fixtures/public-address.ts';
import { openRatingPage, ratingLink } from '../../fixtures/rating-page.ts';
import { upload } from '../../fixtures/uploads.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../../docs/samples');
const WAIT_LIMIT = 30_000;

interface Language {
  readonly program: string;
  readonly extension: string;
  /** what makes a web server of a file that is none by itself */
  readonly serve?: (port: number) => readonly string[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  Python: { program: 'python3', extension: 'py' },
  PHP: { program: 'php', extension: 'php', serve: (port) => ['-S', `127.0.0.1:${port}`] },
  TypeScript: { program: process.execPath, extension: 'ts' },
};

let host: Headless;

beforeAll(async () => {
  host = await startHeadless();
});

afterAll(() => host.remove());

/** A sample as a web server; ends with the test. */
async function serve(command: readonly string[], env: NodeJS.ProcessEnv, port: number) {
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(program, args, { env: { ...env, PORT: String(port) } });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  let printed = '';
  let failures = '';
  let look = (): void => undefined;
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    printed += piece;
    look();
  });
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (failures += piece));
  const story = (): string => `${command.join(' ')} printed:\n${printed}\n${failures}`;
  await untilOpen(port, () => {
    if (child.exitCode !== null) throw new Error(story());
  });
  return {
    printed: () => printed,
    says: (words: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`never said "${words}"; ${story()}`)), WAIT_LIMIT);
        look = () => {
          if (!printed.includes(words)) return;
          clearTimeout(late);
          resolve();
        };
        look();
      }),
  };
}

describe.each(Object.entries(LANGUAGES))('the samples in %s', (language, { program, extension, serve: asServer }) => {
  const isMissing = spawnSync(program, ['--version']).status !== 0;
  const reason = isMissing ? ` (skipped: ${program} is not installed)` : '';

  test.skipIf(isMissing)(`a customer, the bot, an operator${reason}`, async () => {
    const temporary = await mkdtemp(path.join(tmpdir(), 'counterbell-sample-'));
    onTestFinished(() => rm(temporary, { recursive: true }));
    const [replies, events] = [await freePort(), await freePort()];
    const [chatFile, botFile] = [`${SAMPLES}/chat.${extension}`, `${SAMPLES}/bot.${extension}`];
    const channel = await openChannel(host, { endpoint: `http://127.0.0.1:${replies}/replies` });
    const endpoint = `http://127.0.0.1:${events}/events`;
    const { id: botId } = await host.rpc('bots.create', {
      name: `Menu in ${language}`,
      endpoint,
      channelIds: [channel.id],
      silenceSeconds: 0,
    });
    await host.rpc('operators.setPresence', { presence: 'online' });
    const { signingKey } = await host.rpc('channels.addresses', { channelId: channel.id });
    const service = await host.rpc('bots.addresses', { botId });
    const env = { ...process.env, TMPDIR: temporary, PYTHONDONTWRITEBYTECODE: '1' };
    const customers = { ...env, CHAT: channel.messageUrl, SIGNING_KEY: signingKey };
    const provider = { ...env, SERVICE: here(service.service), SIGNING_KEY: service.signingKey };
    const app = await serve(
      [program, ...(asServer?.(replies) ?? []), chatFile, ...(asServer === undefined ? ['receive'] : [])],
      customers,
      replies,
    );
    const bot = await serve([program, ...(asServer?.(events) ?? []), botFile], provider, events);
    const customer = async (...words: readonly string[]): Promise<string> =>
      (await promisify(execFile)(program, [chatFile, ...words], { env: customers })).stdout.trim();

    expect(await customer('status')).toBe('1');
    await customer('say', 'customer-42', 'Guten Tag – ¿qué tal? 🙂');
    await app.says(`Menu in ${language} to customer-42: What can I do for you?\n1. Opening hours`);
    await customer('say', 'customer-42', '1');
    await app.says('to customer-42: Opening hours\nMonday to Friday: 9:00 to 18:00');
    await customer('say', 'customer-42', 'I am anna@example.com');
    await app.says('to customer-42: Thank you, we will write to you.');
    await customer('say', 'customer-42', '3');
    await app.says('to customer-42: Thank you for writing!');
    await app.says('/rating/');
    await (await openRatingPage(ratingLink(app.printed()))).rate(5, 'Quick and kind');
    await bot.says('Rated 5: Quick and kind');
    await customer('say', 'customer-42', '2');
    await app.says('to customer-42: A colleague is coming.');

    const window = await host.events();
    onTestFinished(window.close);
    const chat = await window.until(async () => {
      const now = await channel.chatOf('"customer-42"');
      return now.state === 'waiting' ? now : undefined;
    });
    expect(chat.customer).toMatchObject({ name: 'Anna', email: 'anna@example.com' });
    await customer('typing', 'customer-42');
    await window.waitFor('chat.typing', ({ chatId, typing }) => chatId === chat.id && typing);
    await customer('photo', 'customer-42', 'https://cdn.example/lamp.jpg', 'It arrived like this');
    expect((await channel.receivedBy('"customer-42"')).map(({ text }) => text)).toContain('Guten Tag – ¿qué tal? 🙂');
    expect((await channel.receivedBy('"customer-42"')).at(-1)).toMatchObject({
      type: 'photo',
      file: 'https://cdn.example/lamp.jpg',
      fileName: 'lamp.jpg',
      text: 'It arrived like this',
    });
    await host.rpc('chats.take', { chatId: chat.id });
    await host.rpc('chats.typing', { chatId: chat.id, typing: true });
    await app.says('Olga is typing');
    await host.rpc('chats.reply', { chatId: chat.id, text: 'Good morning, Anna – ¿qué tal? 🙂' });
    await app.says('Olga to customer-42: Good morning, Anna – ¿qué tal? 🙂');
    const { uploadId } = await upload(host, 'green.png', picture(64, 48));
    await sendMedia(
      host,
      { chatId: chat.id },
      { type: 'photo', uploadId, text: 'The green one' },
      { type: 'location', latitude: 59.3293, longitude: 18.0686 },
    );
    await app.says('The green one');
    expect(app.printed()).toMatch(/Olga to customer-42: \[photo\] http:\S+ The green one/);
    await app.says('Olga to customer-42: [location] 59.3293, 18.0686');

    await host.rpc('operators.setPresence', { presence: 'away' });
    expect(await customer('status')).toBe('0');
    await customer('say', 'customer-43', '2');
    await app.says('to customer-43: Nobody is here now. Leave your email address, and we will write.');

    const forged = JSON.stringify({
      sender: { name: 'Mallory' },
      recipient: { id: 'customer-42' },
      message: { type: 'text', id: '9', text: 'Pay here' },
    });
    for (const [url, key] of [
      [`http://127.0.0.1:${replies}/replies/${channel.publicId}`, signingKey],
      [`${endpoint}/${service.token}`, service.signingKey],
    ] as const) {
      const post = async (headers: Readonly<Record<string, string>>): Promise<number> =>
        (await httpRequest(url, { method: 'POST', body: forged, headers })).status;
      expect(await post({}), 'without a signature').toBe(401);
      expect(await post(signatureHeaders('another key', forged, Date.now())), 'with another key').toBe(401);
      expect(await post(signatureHeaders(key, `${forged} `, Date.now())), 'of another body').toBe(401);
      expect(await post(signatureHeaders(key, forged, Date.now() - 360_000)), 'from long ago').toBe(401);
    }
    expect(app.printed()).not.toContain('Pay here');
  });
});
