import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHeadless } from '../fixtures/headless.ts';
import { ACCESS_KEY, startHost, type Host } from '../fixtures/host.ts';
import { rpcRequest } from '../fixtures/rpc.ts';
import { naming } from '../fixtures/stale-answers.ts';

const IVANS_KEY = 'ivan-key-for-tests-0002';
const OPERATORS = [
  { name: 'Olga', accessKey: ACCESS_KEY },
  { name: 'Ivan', accessKey: IVANS_KEY },
];

let host: Host;

beforeAll(async () => {
  host = await startHost({ provision: { operators: OPERATORS } });
});

afterAll(() => host.remove());

describe('saved replies', () => {
  test('are one list for everyone, which owners change, and one of each operator', async () => {
    const ivan = (route: string, input: unknown = {}) => rpcRequest(host.console, IVANS_KEY, route, input);
    const window = await host.events();
    const shared = await host.rpc('savedReplies.create', { shortcut: 'hours', text: 'From nine to five, {customer}.' });
    await window.waitFor('answers.stale', naming('savedReplies.list'));
    const own = await ivan('savedReplies.create', { shortcut: 'bye', text: 'Until soon' });
    expect(own).toMatchObject({ ok: true, data: { shortcut: 'bye', isOwn: true } });
    expect(await ivan('savedReplies.list')).toEqual({ ok: true, data: { replies: [own.ok && own.data, shared] } });
    expect((await host.rpc('savedReplies.list', {})).replies).toEqual([shared]);
    for (const [route, input] of [
      ['savedReplies.create', { shortcut: 'more', text: 'Hello', isOwn: false }],
      ['savedReplies.update', { replyId: shared.id, text: 'Never' }],
      ['savedReplies.remove', { replyId: shared.id }],
    ] as const)
      expect(await ivan(route, input)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });

  test('simultaneous requests for one shortcut: one gets it, the other status 409', async () => {
    const create = (text: string): Promise<Response> =>
      fetch(`${host.console}/rpc/savedReplies.create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ACCESS_KEY}` },
        body: JSON.stringify({ shortcut: 'wanted', text }),
      });
    const answers = await Promise.all(['one', 'two'].map(create));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({
      ok: false,
      error: { code: 'shortcut_taken', issues: [{ path: 'shortcut' }] },
    });
  });

  test('survive a kill', { tags: ['thorough'] }, async () => {
    const own = await startHeadless();
    try {
      const texts = Array.from({ length: 20 }, (_none, at) => `Hello ${at}, ${'x'.repeat(500)}`);
      await Promise.all(texts.map((text, at) => own.rpc('savedReplies.create', { shortcut: `reply-${at}`, text })));
      const { replies: before } = await own.rpc('savedReplies.list', {});
      await own.kill();
      const again = await own.restart();
      expect((await again.rpc('savedReplies.list', {})).replies).toEqual(before);
      await again.stop();
    } finally {
      await own.remove();
    }
  });
});
