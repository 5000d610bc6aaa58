import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { pino } from 'pino';
import { systemClock } from '#main/clock/clock.ts';
import { createFakeClock } from '../../../test/fixtures/fake-clock.ts';
import { askPublic, createNonces } from '#main/exposure/reach.ts';
import { connectionSettings, type ConnectionView, type Finding, type Reach } from '#shared/contract/connection.ts';
import type { Bot } from '#shared/domain/bots.ts';
import { type Channel, channelToggles } from '#shared/domain/entities.ts';
import { certificate } from '../../../test/fixtures/certificates.ts';
import { answer, startIntegrator, type Integrator } from '../../../test/fixtures/integrator.ts';
import { createProbe } from './check.ts';
import { CHANNEL_KINDS } from '#shared/domain/channel-kinds.ts';
import { createChecks, type ChecksOptions } from './checks.ts';
import { endpointCheck } from './endpoint-checks.ts';
import { foreignText } from '#shared/locales/phrase.ts';
import { toEnglish } from '#shared/locales/english.ts';

const SECRET = 'canary-path-secret';
const TOKEN = 'canary-bot-token';
const KEY = 'canary-endpoint-key';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
});

/** Serves the listener's address. */
interface Site {
  readonly url: string;
  readonly makeNonce: ChecksOptions['makeNonce'];
  /** bodies that reached the channel's address, with their framing */
  readonly bodies: { readonly framing: 'length' | 'chunked'; readonly size: number }[];
}

async function startSite(
  options: { readonly tls?: { readonly key: string; readonly cert: string }; readonly status?: number } = {},
): Promise<Site> {
  const nonces = createNonces(randomBytes(32));
  const bodies: Site['bodies'] = [];
  const listen: RequestListener = (request, response) => {
    const mark = nonces.answerTo(/^\/reach\/(.+)$/.exec(request.url ?? '')?.[1] ?? '');
    if (mark !== undefined) return void response.end(mark);
    let size = 0;
    request.on('data', (piece: Buffer) => (size += piece.length));
    request.once('end', () => {
      if (request.url !== `/${SECRET}/shop`) return response.writeHead(404).end();
      bodies.push({ framing: request.headers['transfer-encoding'] === 'chunked' ? 'chunked' : 'length', size });
      return response.writeHead(options.status ?? 200).end('{"result":"ok"}');
    });
  };
  const server: Server = options.tls === undefined ? createHttpServer(listen) : createHttpsServer(options.tls, listen);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const url = `http${options.tls === undefined ? '' : 's'}://${options.tls === undefined ? '127.0.0.1' : 'localhost'}:${(server.address() as AddressInfo).port}`;
  return { url, bodies, makeNonce: nonces.make };
}

function viewOf(
  localUrl: string,
  reach: Pick<Reach, 'state' | 'url'> & Partial<Reach>,
  change: Partial<ConnectionView> = {},
): ConnectionView {
  return {
    settings: connectionSettings.parse({ way: reach.state === 'local' ? 'local' : 'own' }),
    secrets: { cloudflareToken: false, ngrokToken: false },
    reach: { since: 0, ...reach },
    tunnel: { state: 'off' },
    localUrl,
    addresses: [],
    forwarders: [],
    lostSecrets: [],
    ...change,
  };
}

const channel = (fields: Partial<Channel> = {}): Channel => ({
  id: 'c1',
  kind: 'custom',
  name: 'Shop',
  publicId: 'shop',
  endpoint: null,
  paused: false,
  botChannelType: 'widget',
  takes: ['text'],
  ...z.object(channelToggles).parse({}),
  ...fields,
});
const bot = (fields: Partial<Bot> = {}): Bot => ({
  id: 'b1',
  name: 'Greeter',
  providerId: 'p1',
  endpoint: `https://bots.example/hook?key=${KEY}`,
  allowPlainHttp: false,
  channelIds: [],
  hourlyLimit: 10,
  silenceSeconds: 60,
  enabled: true,
  maskedToken: '••••',
  state: 'working',
  conflictsWith: [],
  acceptedThisHour: 0,
  ...fields,
});

function checksFor(
  site: Site,
  parts: Partial<Omit<ChecksOptions, 'channels' | 'bots'>> & {
    view?: ConnectionView;
    channels?: Channel[];
    bots?: Bot[];
    test?: ChecksOptions['bots']['test'];
  } = {},
) {
  const {
    view = viewOf(site.url, { state: 'local', url: site.url }),
    channels = [],
    bots = [],
    test: send = async () => ({ ok: true, took: 5, events: [`{"x":"${TOKEN}"}`] }),
    ...rest
  } = parts;
  const written: string[] = [];
  const journalled: unknown[] = [];
  const changes: number[] = [];
  const addresses = (base: string, id: string) => {
    const { publicId = '' } = channels.find((each) => each.id === id) ?? {};
    return { message: `${base}/${SECRET}/${publicId}`, status: '', replies: null, signingKey: '' };
  };
  const checks = createChecks({
    exposure: {
      view: () => view,
      check: async () => view,
      authority: async () => ({ certificate: '', fingerprint: '', validFrom: 0, validTo: 0 }),
    },
    channels: {
      list: () => channels,
      addresses: (id) => addresses(view.reach.url, id),
      localAddresses: (id) => addresses(view.localUrl, id),
    },
    bots: { list: () => bots, test: send },
    kinds: { ...WITHOUT_CHECKS, custom: { checks: [endpointCheck] } },
    store: { readOnly: false, write: (async (name: string) => written.push(name)) as never },
    journal: { add: (entry) => void journalled.push(entry) },
    letterboxes: { list: () => [], check: () => Promise.reject(new Error('there is none')) },
    makeNonce: site.makeNonce,
    ask: askPublic,
    probe: createProbe('0'),
    remoteAccess: {
      view: () => ({ on: false, port: 8791, isOpen: false, urls: [], isFixed: false, outside: '' }),
      certificate: noRemoteAccess,
      makeNonce: createNonces(Buffer.alloc(32)).make,
    },
    connectedFrom: () => [],
    dataDir: tmpdir(),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    touch: () => void checks.calls['checks.latest']().then(({ findings }) => changes.push(findings.length)),
    ...rest,
  });
  stops.push(checks.stop);
  return { checks, written, journalled, changes };
}

const WITHOUT_CHECKS = Object.fromEntries(
  CHANNEL_KINDS.map((kind) => [kind, { checks: [] }]),
) as unknown as ChecksOptions['kinds'];

const noRemoteAccess = (): Promise<never> => Promise.reject(new Error('no remote access here'));

/** Includes its English texts. */
const inEnglish = ({ detail, todo, ...finding }: Finding) => ({
  ...finding,
  detail: toEnglish(detail),
  todo: todo && toEnglish(todo),
});
const found = (findings: readonly Finding[], id: string) =>
  findings.filter((finding) => finding.id === id).map(inEnglish)[0];
const states = (findings: readonly Finding[]): Record<string, string> =>
  Object.fromEntries(findings.map(({ id, state }) => [id, state]));

async function shop(): Promise<Integrator> {
  const integrator = await startIntegrator();
  stops.push(integrator.stop);
  return integrator;
}
/** The findings of one run. */
const findingsOf = async (...about: Parameters<typeof checksFor>): Promise<readonly Finding[]> =>
  (await checksFor(...about).checks.calls['checks.run']()).findings;

test('passes a shop on this computer where all is well', async () => {
  const site = await startSite();
  const integrator = await shop();
  const endpoint = integrator.endpoint('replies');
  const { checks, written, journalled } = checksFor(site, {
    channels: [channel({ endpoint: endpoint.url })],
    bots: [bot()],
  });
  const { findings } = await checks.calls['checks.run']();
  expect(states(findings)).toEqual({
    listener: 'passed',
    reach: 'skipped',
    https: 'skipped',
    'body.length': 'passed',
    'body.chunked': 'passed',
    'channel.c1': 'passed',
    tokens: 'passed',
    'bot.b1': 'passed',
    clock: 'skipped',
    disk: found(findings, 'disk')?.state,
    store: 'passed',
  });
  expect(site.bodies.map(({ framing }) => framing).toSorted()).toEqual(['chunked', 'length']);
  expect(site.bodies.every(({ size }) => size > 240 * 1024 && size < 256 * 1024)).toBe(true);
  const [notice] = endpoint.received;
  expect(JSON.parse(notice?.raw ?? '')).toEqual({
    sender: { name: 'Counterbell' },
    recipient: { id: 'counterbell-check' },
    message: { type: 'typeout' },
  });
  expect(written).toEqual(['checkWritable']);
  expect(journalled).toHaveLength(1);
});

test('shows no secret in any line, whatever is wrong', async () => {
  const site = await startSite({ status: 500 });
  const integrator = await shop();
  const endpoint = integrator.endpoint('replies', `?key=${KEY}`);
  endpoint.react(
    answer.error(KEY, `no ${SECRET}`),
    answer.body(`<p>${KEY}`, 500),
    answer.redirect(`https://x.example/${SECRET}`),
    answer.reset,
    answer.body('{}'),
  );
  const fails: ChecksOptions['bots']['test'] = async () => ({
    ok: false,
    took: 1,
    status: 401,
    answer: TOKEN,
    error: { kind: 'status', status: 401, message: TOKEN },
    events: [],
  });
  const unreachable = `http://127.0.0.1:1/${KEY}?token=${KEY}`;
  const channels = ['1', '2', '3', '4', '5']
    .map((id) => channel({ id, endpoint: endpoint.url }))
    .concat(channel({ id: '6', endpoint: unreachable }), channel({ id: '7', endpoint: `http://x.example/${KEY}` }));
  const throws: ChecksOptions['bots']['test'] = (id) =>
    id === 'b2' ? Promise.reject(new Error(`no way to https://x.example/${TOKEN}`)) : fails(id, undefined);
  const bots = [bot(), bot({ id: 'b2' }), bot({ id: 'b3', state: 'token_conflict', conflictsWith: ['Greeter'] })];
  const findings = await findingsOf(site, { channels, bots, test: throws });
  expect(JSON.stringify(findings)).not.toMatch(/canary/);
  const wrong = findings.filter(({ state }) => state === 'failed' || state === 'warning');
  expect(wrong.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['body.length', 'body.chunked', 'channel.6', 'channel.7', 'tokens', 'bot.b1', 'bot.b2']),
  );
  expect(wrong.filter(({ todo }) => todo === undefined)).toEqual([]);
});

test.each([
  ['its agreed answer', answer.ok, 'passed', /a typing notice in/],
  ['an error object, which is a valid answer', answer.error('unknown_customer', 'Who?'), 'passed', /its own error/],
  ['HTML', answer.body('<html>', 200, 'text/html'), 'failed', /unexpected response/],
  ['nothing', answer.body(''), 'failed', /unexpected response/],
  ['a server error', answer.body('', 503), 'failed', /503/],
  ['a redirect', answer.redirect('https://elsewhere.example/'), 'failed', /elsewhere/],
  ['a lost connection', answer.reset, 'failed', /can’t be reached/],
  ['silence', answer.hang, 'failed', /within 3 seconds/],
])('rates an endpoint that responds with %s', async (_what, reaction, state, words) => {
  const site = await startSite();
  const integrator = await shop();
  const endpoint = integrator.endpoint('replies');
  endpoint.react(reaction);
  const findings = await findingsOf(site, { channels: [channel({ endpoint: endpoint.url })] });
  const line = found(findings, 'channel.c1');
  expect(line).toMatchObject({ state, detail: expect.stringMatching(words) });
});

test('a window on a website, which has neither address, is no problem, and an app beside it is checked', async () => {
  const site = await startSite();
  const window = channel({ id: 'w1', kind: 'site', publicId: 'window' });
  const only = await findingsOf(site, { channels: [window] });
  expect(only.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(states(only)).toMatchObject({ 'body.length': 'skipped', 'body.chunked': 'skipped' });
  expect(found(only, 'channel.w1')).toBeUndefined();
  expect(site.bodies).toEqual([]);

  const findings = await findingsOf(site, { channels: [window, channel()] });
  expect(states(findings)).toMatchObject({
    'body.length': 'passed',
    'body.chunked': 'passed',
    'channel.c1': 'skipped',
  });
});

test('detects another program on the port', async () => {
  const site = await startSite();
  const stranger = await startSite();
  const findings = await findingsOf(site, { view: viewOf(stranger.url, { state: 'local', url: stranger.url }) });
  expect(found(findings, 'listener')).toMatchObject({ state: 'failed' });
});

test('sends secrets only to an address that returned a nonce', async () => {
  const site = await startSite();
  const findings = await findingsOf(site, {
    channels: [channel()],
    view: viewOf(site.url, {
      state: 'unreachable',
      url: site.url,
      problem: { what: foreignText('It is down'), todo: foreignText('Start it') },
    }),
  });
  expect(found(findings, 'reach')).toMatchObject({ state: 'failed', detail: 'It is down', todo: 'Start it' });
  expect(found(findings, 'body.length')?.state).toBe('skipped');
  expect(site.bodies).toEqual([]);
});

test('reports a certificate that callers reject, with the reason', async () => {
  const site = await startSite({ tls: certificate('stranger') });
  const findings = await findingsOf(site, { view: viewOf(site.url, { state: 'reachable', url: site.url }) });
  const line = found(findings, 'https');
  expect(line?.state).toBe('failed');
  expect(line?.detail).toMatch(/SELF_SIGNED/);
});

test('accepts a certificate of our own authority with its root, and reports its expiry', async () => {
  const { key, cert } = certificate('trusted');
  const site = await startSite({ tls: { key, cert } });
  const way = { way: 'lan' as const };
  const view = viewOf(
    site.url,
    { state: 'reachable', url: site.url },
    {
      settings: connectionSettings.parse(way),
      certificate: { made: true, names: ['localhost'], issuer: '', validFrom: 0, validTo: 0, fingerprint: '' },
    },
  );
  const exposure = {
    view: () => view,
    check: async () => view,
    authority: async () => ({ certificate: cert, fingerprint: '', validFrom: 0, validTo: 0 }),
  };
  const findings = await findingsOf(site, { view, channels: [channel()], exposure });
  expect(found(findings, 'https')).toMatchObject({
    state: 'passed',
    detail: expect.stringMatching(/localhost is valid until 2126-10-28/),
  });
  expect(found(findings, 'body.chunked')?.state).toBe('passed');
});

test('warns of plain HTTP to the outside', async () => {
  const site = await startSite();
  const findings = await findingsOf(site, { view: viewOf(site.url, { state: 'reachable', url: site.url }) });
  expect(found(findings, 'https')?.state).toBe('warning');
});

test('warns of a bot that accepts the message and stays silent', async () => {
  const site = await startSite();
  const findings = await findingsOf(site, {
    bots: [bot({ endpoint: null }), bot({ id: 'off', state: 'disabled' })],
    test: async () => ({ ok: true, took: 5, events: [] }),
  });
  expect(found(findings, 'bot.b1')).toMatchObject({ state: 'warning', path: '/settings/bots/b1' });
  expect(found(findings, 'bot.off')?.state).toBe('skipped');
});

test('reports lines as they come, one run at a time', async () => {
  const site = await startSite();
  const { checks, changes } = checksFor(site, { channels: [channel()] });
  expect(await checks.calls['checks.latest']()).toEqual({ running: false, findings: [] });
  const first = checks.calls['checks.run']();
  expect(checks.calls['checks.run']()).toBe(first);
  expect(await checks.calls['checks.latest']()).toMatchObject({ running: true });
  const { at, findings } = await first;
  expect(changes).toEqual([...findings.map((_, index) => index + 1), findings.length]);
  expect(await checks.calls['checks.latest']()).toEqual({ running: false, at, findings });
});
/** Checks that wait for a bot's test without end. */
async function stuck({ clock = systemClock }: Partial<ChecksOptions> = {}) {
  const asked = Promise.withResolvers<void>();
  const never: ChecksOptions['bots']['test'] = () => {
    asked.resolve();
    return new Promise(() => undefined);
  };
  const { checks } = checksFor(await startSite(), { clock, bots: [bot()], test: never });
  const run = checks.calls['checks.run']();
  await asked.promise;
  return { checks, run };
}

test('adds a line for a check that runs out of time', async () => {
  const clock = createFakeClock();
  const { run } = await stuck({ clock });
  await clock.advance(15_000);
  expect(found((await run).findings, 'bot.b1')).toMatchObject({
    state: 'failed',
    detail: 'No response within 15 seconds',
  });
});

test('ends a running check when stopped', async () => {
  const { checks, run } = await stuck();
  await checks.stop();
  expect(found((await run).findings, 'store')).toBeUndefined();
});

test.each([
  [{ state: 'open' }, 'passed', 'What customers write there is fetched within seconds'],
  [
    { state: 'broken', trouble: 'unreachable' },
    'warning',
    'shop.example can’t be reached from here, so messages wait there',
  ],
  [{ state: 'broken', trouble: 'notThere', httpStatus: 404 }, 'failed', 'No messages come from shop.example'],
] as const)('a website that takes messages in and is found %j is told as %s', async (answered, state, words) => {
  const site = await startSite();
  const letterbox = { channelId: '1', url: 'https://shop.example/counterbell', since: 0 } as const;
  const { checks } = checksFor(site, {
    letterboxes: {
      list: () => [{ ...letterbox, state: 'starting' }],
      check: async () => ({ ...letterbox, ...answered }),
    },
  });
  const line = (await checks.calls['checks.run']()).findings.find(({ id }) => id === 'letterbox.1');
  expect([line?.state, line && toEnglish(line.detail)]).toEqual([state, words]);
});
