import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificate, trustCertificate } from '../../fixtures/certificates.ts';
import { openBot, openConversationWith, outTurn, startStage, type Stage } from '../../fixtures/bots.ts';
import { refusalToStart } from '../../fixtures/host.ts';
import { startIntegrator, type Integrator } from '../../fixtures/integrator.ts';

let distrust: () => void;
let stage: Stage;
let trusted: Integrator;
let stranger: Integrator;

beforeAll(async () => {
  distrust = trustCertificate();
  [trusted, stranger, stage] = await Promise.all([
    startIntegrator({ tls: certificate('trusted'), hostName: 'localhost' }),
    startIntegrator({ tls: certificate('stranger'), hostName: 'localhost' }),
    startStage(),
  ]);
});

afterAll(async () => {
  await Promise.all([stage.stop(), trusted.stop(), stranger.stop()]);
  distrust();
});

const PLAIN = 'http://bot.example/hook';

describe('plain HTTP', () => {
  test.each(['http://127.0.0.1:9/hook', 'http://localhost:9/hook', 'http://[::1]:9/hook', 'https://bot.example/hook'])(
    '%s is accepted',
    async (endpoint) => {
      expect(await stage.host.ask('bots.create', { name: 'Bot', endpoint })).toMatchObject({
        ok: true,
        data: { endpoint },
      });
    },
  );

  test.each([PLAIN, 'http://192.168.1.7/hook', 'http://127.0.0.1.bot.example/hook', 'http://localhost.bot.example/'])(
    '%s is refused unless the bot allows it',
    async (endpoint) => {
      expect(await stage.host.ask('bots.create', { name: 'Bot', endpoint })).toMatchObject({
        ok: false,
        error: { code: 'endpoint_not_allowed' },
      });
      expect(await stage.host.ask('bots.create', { name: 'Bot', endpoint, allowPlainHttp: true })).toMatchObject({
        ok: true,
        data: { endpoint, allowPlainHttp: true },
      });
    },
  );

  test('cannot be disallowed for a bot that uses it', async () => {
    const { id: botId } = await stage.host.rpc('bots.create', { name: 'Bot', endpoint: PLAIN, allowPlainHttp: true });
    expect(await stage.host.ask('bots.update', { botId, allowPlainHttp: false })).toMatchObject({
      ok: false,
      error: { code: 'endpoint_not_allowed' },
    });
    expect(
      await stage.host.ask('bots.update', { botId, allowPlainHttp: false, endpoint: 'https://bot.example/hook' }),
    ).toMatchObject({ ok: true });
  });

  test.each([
    ['plain HTTP to another machine', { endpoint: PLAIN }, 'endpoint'],
    ['another scheme', { endpoint: 'ftp://bot.example' }, 'endpoint'],
    ['a provider id with a slash', { providerId: 'a/b' }, 'providerId'],
    ['no token', { token: '' }, 'token'],
    ['a limit of nothing', { hourlyLimit: 0 }, 'hourlyLimit'],
    ['a silence below zero', { silenceSeconds: -1 }, 'silenceSeconds'],
    ['a channel that is not there', { channels: ['nowhere'] }, 'nowhere'],
  ])('a provision file with %s fails the start, naming the entry', async (_name, fields, named) => {
    const entry = {
      name: 'FAQ',
      providerId: 'prov-1',
      token: 'faq-token-0001',
      endpoint: 'https://bot.example/hook',
      channels: ['shop-1'],
      ...fields,
    };
    const refusal = await refusalToStart({
      provision: { channels: [{ name: 'Shop', publicId: 'shop-1' }], bots: [entry] },
    });
    expect(refusal).toContain('FAQ');
    expect(refusal).toContain(named);
    expect(refusal).not.toContain('faq-token-0001');
  });

  test('a provision file may allow it', async () => {
    const own = await startStage({
      provision: {
        bots: [{ name: 'FAQ', providerId: 'prov-1', token: 'faq-token-0001', endpoint: PLAIN, allowPlainHttp: true }],
      },
    });
    expect((await own.host.rpc('bots.list', {})).bots).toMatchObject([{ endpoint: PLAIN, allowPlainHttp: true }]);
    await own.stop();
  });
});

describe.concurrent('TLS', () => {
  test('a trusted certificate: delivered', async () => {
    const hook = trusted.endpoint('hook');
    const bot = await openBot(stage, { endpoint: hook.url });
    await bot.channel.say('ann', 'Hello');
    const [received] = await hook.waitFor(1);
    expect(received?.url).toBe(`/hook/${bot.token}`);
  });

  test.each(['a certificate that is not trusted', 'a certificate for another name'])(
    '%s: a failed attempt with that reason, and nothing is sent',
    async (what) => {
      const hook = what.includes('another name') ? trusted.endpoint('other-name') : stranger.endpoint('hook');
      const endpoint = what.includes('another name') ? hook.url.replace('localhost', '127.0.0.1') : hook.url;
      const bot = await openBot(stage, { endpoint });
      await bot.channel.say('ann', 'Hello');
      const { id: chatId } = await bot.channel.chatOf('"ann"');
      const turn = await outTurn(stage.host, chatId, ({ attempts }) => attempts[0]?.error !== undefined);
      expect(turn.attempts[0]?.error).toMatchObject({ kind: 'tls' });
      expect(hook.received).toEqual([]);
    },
  );
});

test('an endpoint changed while the bot works: used from the next event on', async () => {
  const bot = await openBot(stage);
  const conversation = await openConversationWith(stage.host, bot);
  const moved = stage.provider.address('moved-to');
  await stage.host.rpc('bots.update', { botId: bot.id, endpoint: moved.url });
  await conversation.write('At the new address?');
  expect((await moved.next('CLIENT_MESSAGE')).seen.chat_id).toBe(conversation.chatId);
  expect(bot.address.attempts()).toHaveLength(1);
});
