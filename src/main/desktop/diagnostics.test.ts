import { describe, expect, test } from 'vitest';
import { desktopPreferences } from '#shared/contract/desktop.ts';
import type { Answer } from '#shared/contract/errors.ts';
import { type Engine, engineFor } from '#main/engine/engine.ts';
import { askOf } from './ask-engine.ts';
import { describeEngine, describeForReport } from './diagnostics.ts';
import { foreignText } from '#shared/locales/phrase.ts';
import { createFakeEngine } from '../../../test/fixtures/fake-engine.ts';

const ANSWERS: Readonly<Record<string, unknown>> = {
  'setup.get': {
    done: true,
    databaseIsNewer: false,
    listenerUrl: 'http://127.0.0.1:8787',
    publicUrl: 'https://chat.example',
    version: '1.2.3',
  },
  'channels.list': {
    channels: [
      {
        id: 'c1',
        name: 'Shop app',
        publicId: 'shop-1',
        endpoint: null,
        allowPlainHttp: false,
        paused: true,
        openChats: 1,
      },
    ],
  },
  'channels.addresses': {
    message: 'http://127.0.0.1:8787/path-secret/shop-1',
    status: 'http://127.0.0.1:8787/path-secret/shop-1/status',
    replies: null,
  },
  'bots.list': { bots: [] },
  'chats.counts': {
    waiting: 3,
    mine: 1,
    bot: 0,
    open: 4,
    needsMe: { all: 0, waiting: 0, mine: 0, bot: 0, unseen: 0 },
    today: { opened: 0, closed: 0 },
  },
};

const engineThat = (answer: (route: string) => Answer): Engine =>
  Object.assign(createFakeEngine(), {
    listenerUrl: 'http://127.0.0.1:8787',
    request: async (_client: unknown, route: string) => answer(route),
  });

const report = (engine: Engine): Promise<string> =>
  describeForReport({
    about: () =>
      describeEngine({
        listenerUrl: engine.listenerUrl,
        accessKey: engine.operators.first().accessKey,
        ask: askOf(engineFor(engine, 'olga')),
      }),
    status: () => ({
      preferences: desktopPreferences.parse({}),
      platform: 'linux',
      version: '1.2.3',
      hasTray: false,
      hasSystemSettings: false,
      update: { state: 'off' },
      vault: { backend: foreignText('a key file'), weak: true },
    }),
    environment: () => ({ System: 'Linux 6.1' }),
    lastLogLines: () => ['{"msg":"lost path-secret"}', '{"msg":"olga-has-a-long-key"}'],
    wall: () => Date.UTC(2026, 10, 21),
  });

describe('the report text', () => {
  test('describes the app’s state without its secrets', async () => {
    const text = await report(engineThat((route) => ({ ok: true, data: ANSWERS[route] })));
    expect(text).toContain('Counterbell 1.2.3, 2026-11-21T00:00:00.000Z\nSystem: Linux 6.1\nTray icons: no\n');
    expect(text).toContain('Channels: 1, paused 1, connected 0, secret lost 0\n');
    expect(text).toContain('Chats: waiting 3, with bots 0, open 4\n');
    expect(text).toContain('{"msg":"lost •••"}\n{"msg":"•••"}\n');
    expect(text).not.toContain('path-secret');
  });

  test('counts unreadable secrets without asking for them', async () => {
    const lost: Readonly<Record<string, unknown>> = {
      ...ANSWERS,
      'channels.list': {
        channels: [
          {
            id: 'c1',
            name: 'Shop app',
            publicId: 'shop-1',
            endpoint: null,
            allowPlainHttp: false,
            paused: false,
            secretLost: true,
            openChats: 0,
          },
        ],
      },
      'channels.addresses': undefined,
    };
    const text = await report(
      engineThat((route) =>
        lost[route] === undefined
          ? { ok: false, error: { code: 'secret_lost', reason: foreignText(route), message: route } }
          : { ok: true, data: lost[route] },
      ),
    );
    expect(text).toContain('Channels: 1, paused 0, connected 0, secret lost 1\n');
    expect(text).toContain('Bots: 0, token lost 0\n');
  });

  test('is available even if the engine does not respond', async () => {
    const text = await report(
      engineThat(() => ({
        ok: false,
        error: { code: 'storage_unavailable', reason: foreignText('the disk is full'), message: 'the disk is full' },
      })),
    );
    expect(text).toContain('The engine does not answer: setup.get: the disk is full\n');
  });
});
