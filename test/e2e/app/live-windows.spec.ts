import type { EventName } from '#shared/contract/events.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import { connectEvents } from '../../fixtures/event-stream.ts';
import { startMediaFiles } from '../../fixtures/media-files.ts';
import { failureOf, rpcRequest } from '../../fixtures/rpc.ts';
import { chatRow } from '../conversation.ts';
import { expect, test } from '../fixtures.ts';
import { EVENT_NAMES } from '../../fixtures/event-contents.ts';
import { acts, type Act, type Desk } from '../window-acts.ts';
import { watched } from '../watched.ts';

const IVAN = { name: 'Ivan', accessKey: 'ivan-key-for-tests-0001', role: 'owner' };
test.use({ provision: { operators: [{ name: 'Olga', accessKey: 'olga-key-for-tests-0001' }, IVAN] } });

test(
  'every act of a colleague in another window appears in this one without errors, and every event is sent',
  { tag: '@thorough' },
  async ({ host, shop, openConsole }) => {
    test.setTimeout(240_000);
    await host.rpc('connection.change', { way: 'own', own: { publicUrl: host.listener } });
    await host.rpc('channels.update', { channelId: shop.channel.id, ownNetwork: true });
    const events = await connectEvents(host.console, { authorization: `Bearer ${IVAN.accessKey}` });
    const say: Desk['say'] = async (customer, text) => {
      expect(
        await shop.channel.post({ sender: { id: customer, name: customer }, message: { type: 'text', text } }),
      ).toMatchObject({ status: 200 });
      return (await shop.channel.chatOf(JSON.stringify(customer))).id;
    };
    const ivan = async <R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> => {
      const answer = await rpcRequest(host.console, IVAN.accessKey, route, input);
      if (!answer.ok) throw failureOf(route, answer.error);
      return answer.data as RouteOutput<R>;
    };
    const files = await startMediaFiles();
    const ivansHost = { ...host, accessUrl: `${host.console}/?key=${IVAN.accessKey}` };
    const desk: Desk = {
      host,
      ivansHost,
      ...shop,
      ivan,
      files,
      events,
      say,
      chatId: await say('Anna', 'Hello'),
      otherId: await say('Ben', 'Hello too'),
      ids: new Map(),
    };
    await host.rpc('bots.create', { name: 'FAQ', channelIds: [shop.channel.id], silenceSeconds: 0 });

    const page = await openConsole();
    const { isWhole } = watched(page);
    await page.getByRole('tab', { name: /^All open/ }).click();
    await shop.channel.post({ sender: { id: 'Anna' }, message: { type: 'typein' } });
    await expect(chatRow(page, 'Anna')).toContainText('typing…');
    const places: Readonly<Record<string, string>> = {
      chat: `/chat/${desk.chatId}`,
    };
    for (const [route, { at, act, seen }] of Object.entries<Act>(acts)) {
      await test.step(route, async () => {
        if (at !== undefined) await page.goto(`${host.console}/#${places[at] ?? at}`);
        await act(desk);
        await seen?.(page, desk);
        await isWhole();
      });
    }
    const names = new Set<EventName>(events.received.map(({ name }) => name));
    expect(EVENT_NAMES.filter((name) => !names.has(name))).toEqual([]);
    await isWhole();
    events.close();
    await files.stop();
  },
);
