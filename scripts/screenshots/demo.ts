import type { RouteInput } from '#shared/contract/routes.ts';
import type { SenderFields } from '#shared/protocol/chat-channel.ts';
import { certificate } from '../../test/fixtures/certificates.ts';
import { openChannel, type TestChannel } from '../../test/fixtures/channels.ts';
import { type FileServer, startFileServer } from '../../test/fixtures/file-server.ts';
import { type Headless, startHeadless } from '../../test/fixtures/headless.ts';
import { type Integrator, startIntegrator } from '../../test/fixtures/integrator.ts';
import { png, recording } from '../../test/fixtures/pictures.ts';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright';

/** Red, green, blue. */
type Pixel = readonly number[];

const WALL: Pixel = [226, 214, 196];
const TABLE: Pixel = [139, 98, 66];
const SHADE: Pixel = [28, 110, 106];
const BRASS: Pixel = [196, 156, 74];
const CRACK: Pixel = [232, 226, 214];

/** A shop with sample chats, made through the public interfaces. */
export type Demo = Awaited<ReturnType<typeof startDemo>>;

/** The public address shown in the screenshots. */
const PUBLIC_URL = 'https://chat.lampshop.example';

type Customer = SenderFields & { readonly id: string };

const anna: Customer = {
  id: 'anna',
  name: 'Anna Lindqvist',
  email: 'anna.lindqvist@example.com',
  phone: '+46 70 555 01 42',
  url: 'https://lampshop.example/lamps/harbour',
};
const tom: Customer = { id: 'tom', name: 'Tom Baker', email: 'tom@example.com' };
const mei: Customer = { id: 'mei', name: 'Mei Tanaka', phone: '+81 3 5550 0123' };
const pavel: Customer = { id: 'pavel', name: 'Pavel Novák' };
const ines: Customer = { id: 'ines', name: 'Inês Carvalho' };
const lucia: Customer = { id: 'lucia', name: 'Lucía Fernández', email: 'lucia@example.com' };

export async function startDemo() {
  const integrator = await startIntegrator();
  const publicSide = await startPublicSide();
  const files = await startFileServer();
  const host = await startHeadless({ env: { NODE_EXTRA_CA_CERTS: certificate('trusted').certFile } });
  const stop = async (): Promise<void> => {
    publicSide.stop();
    await Promise.all([host.remove(), integrator.stop(), files.stop()]);
  };
  try {
    publicSide.leadTo(host.listener);
    await host.rpc('connection.change', {
      way: 'own',
      own: { publicUrl: publicSide.url, trustedProxies: ['127.0.0.1'] },
    });
    await host.rpc('checks.run', {});
    const channel = await openShop(host, integrator, { name: 'Lamp shop', publicId: 'lampshop' });
    const app = await openShop(host, integrator, { name: 'Mobile app', publicId: 'app' });
    await host.rpc('operators.setPresence', { presence: 'online' });
    await post(channel, lucia, { type: 'text', text: 'Can I still change the delivery address?' });
    const answered = await channel.chatOf('"lucia"');
    await host.rpc('chats.take', { chatId: answered.id });
    await reply(host, answered.id, 'Of course. Which one shall it be?');
    const chatId = await annasChat(host, channel, files);
    await post(app, pavel, { type: 'text', text: 'Do you ship to Brno?' });
    const voice = recording(14);
    files.put('voice.wav', voice);
    await post(channel, mei, {
      type: 'voice',
      file: files.url('voice.wav'),
      file_name: 'voice.wav',
      file_size: voice.length,
      duration: 14,
    });
    await post(channel, tom, { type: 'text', text: 'Hi! Is the brass desk lamp in stock?' });
    await post(channel, tom, { type: 'text', text: 'And how long does delivery take?' });
    const botChatId = await botChat(host, app);
    return {
      host,
      /** origin of a web server that forwards requests */
      publicUrl: publicSide.url,
      /** reply address */
      integratorUrl: integrator.origin,
      channel,
      chatId,
      botChatId,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openShop(
  host: Headless,
  integrator: Integrator,
  fields: RouteInput<'channels.create'> & { readonly publicId: string },
): Promise<TestChannel> {
  const channel = await openChannel(host, {
    ...fields,
    endpoint: integrator.endpoint(fields.publicId).url,
    ownNetwork: true,
  });
  // This process doesn't trust the certificate of the public address: it posts to the listener directly.
  return { ...channel, messageUrl: channel.messageUrl.replace(/^https:\/\/[^/]+/, host.listener) };
}

async function annasChat(host: Headless, channel: TestChannel, files: FileServer): Promise<string> {
  const photo = lampPhoto(1200);
  files.put('harbour-shade.png', photo);
  await post(channel, anna, {
    type: 'text',
    text: 'Hello! My Harbour lamp arrived today, but the shade has a crack. 😕',
  });
  await post(channel, anna, {
    type: 'photo',
    file: files.url('harbour-shade.png'),
    file_name: 'harbour-shade.png',
    file_size: photo.length,
    width: 1200,
    height: 900,
    text: 'This is how it came out of the box',
  });
  const { id } = await channel.chatOf('"anna"');
  await host.rpc('chats.take', { chatId: id });
  await reply(host, id, 'Oh no, I am sorry about that, Anna. Thank you for the picture!');
  await reply(host, id, 'I can send you a new shade today; you keep the lamp. Is your address still Storgatan 12?');
  await post(channel, anna, { type: 'text', text: 'Yes, it is. That would be wonderful.' });
  await reply(host, id, 'It leaves this afternoon and is with you on Thursday. You do not have to send anything back.');
  await post(channel, anna, { type: 'text', text: 'Thank you so much, that was quick!' });
  return id;
}

/** From here on the built-in bot answers: earlier chats belong to the operators. */
async function botChat(host: Headless, channel: TestChannel): Promise<string> {
  await host.rpc('bots.create', { name: 'Lamp helper', channelIds: [channel.id] });
  const events = await host.events();
  await post(channel, ines, { type: 'text', text: 'Good afternoon!' });
  await events.waitFor('message.added', ({ message }) => message.buttons !== undefined);
  await post(channel, ines, { type: 'text', text: '1' });
  await events.waitFor(
    'message.changed',
    ({ message }) => message.markdown !== undefined && message.delivery?.state === 'delivered',
  );
  events.close();
  return (await channel.chatOf(JSON.stringify(ines.id))).id;
}

async function reply(host: Headless, chatId: string, text: string): Promise<void> {
  const events = await host.events();
  const { messages } = await host.rpc('chats.reply', { chatId, text });
  await events.waitFor(
    'message.changed',
    ({ message }) => message.id === messages[0]?.id && message.delivery?.state === 'delivered',
  );
  events.close();
}

async function post(channel: TestChannel, sender: Customer, message: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await fetch(channel.messageUrl, { method: 'POST', body: JSON.stringify({ sender, message }) });
  if (!answer.ok) throw new Error(`the demo's message was answered with ${answer.status}`);
}

/** A brass lamp on a table, with a crack in its shade: the photo that Anna sends, in 4:3. */
function lampPhoto(width: number): Buffer {
  const height = Math.round((width * 3) / 4);
  return png(width, height, (x, y) => colourAt(x / width, y / height));
}

function colourAt(x: number, y: number): Pixel {
  const light = 1.12 - 0.9 * Math.hypot(x - 0.5, (y - 0.62) * 0.8);
  return lit(thingAt(x, y), Math.max(0.55, Math.min(1.15, light)));
}

function thingAt(x: number, y: number): Pixel {
  const fromMiddle = Math.abs(x - 0.5);
  if (y > 0.18 && y < 0.5 && fromMiddle < 0.11 + (y - 0.18) * 0.42) return isCrack(x, y) ? CRACK : SHADE;
  if (y >= 0.5 && y < 0.84 && fromMiddle < 0.012) return BRASS;
  if (y >= 0.8 && y < 0.87 && Math.hypot(fromMiddle / 0.16, (y - 0.87) / 0.07) < 1) return BRASS;
  return y > 0.8 ? TABLE : WALL;
}

/** A zigzag down from the rim. */
function isCrack(x: number, y: number): boolean {
  if (y < 0.3) return false;
  const path = 0.58 + 0.025 * Math.abs(((y * 14) % 2) - 1) - (y - 0.3) * 0.12;
  return Math.abs(x - path) < 0.004;
}

function lit(colour: Pixel, light: number): Pixel {
  return colour.map((part) => Math.min(255, part * light));
}

/** A web server in front of the demo's listener, with a certificate that the demo trusts. */
async function startPublicSide() {
  let listener = '';
  const server = createServer(certificate('trusted'), (asked, answered) => {
    const { method = 'GET', url = '/', headers } = asked;
    const passed = request(`${listener}${url}`, { method, headers }, (came) =>
      came.pipe(answered.writeHead(came.statusCode ?? 502, came.headers)),
    );
    passed.on('error', () => answered.destroy());
    asked.pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (to: string) => {
      listener = to;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The demo is local to this machine; the screenshots show addresses as an owner would have them. */
export async function showPublicAddress(
  context: BrowserContext,
  { host, publicUrl, integratorUrl }: Demo,
): Promise<void> {
  const shown: readonly (readonly [string | RegExp, string])[] = [
    [publicUrl, PUBLIC_URL],
    [host.listener, 'http://127.0.0.1:8787'],
    [new URL(integratorUrl).host, 'lampshop.example'],
    ['"names":"localhost"', `"names":"${new URL(PUBLIC_URL).host}"`],
    [/"addresses":\[.*?\]/g, '"addresses":[{"address":"192.168.1.20","interface":"Ethernet"}]'],
  ];
  const asShown = (told: string): string => shown.reduce((text, [from, to]) => text.replaceAll(from, to), told);
  await context.route('**/rpc/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: asShown(await response.text()) });
  });
  await context.routeWebSocket('**/events*', (page) => {
    page.connectToServer().onMessage((message) => page.send(asShown(String(message))));
  });
}
