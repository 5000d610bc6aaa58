import { randomBytes } from 'node:crypto';
import type { ChannelDirectory } from '#main/channels/directory.ts';
import { type ChannelRecord, isLost, openSecret } from '#main/settings/installation.ts';
import type { EngineContext } from '#main/store/store.ts';
import { notFound } from '#shared/contract/errors.ts';
import type { EventBus } from '#shared/contract/events.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { letterboxRoutes, LetterboxView } from '#shared/contract/letterboxes.ts';
import { websiteStateOf } from '#shared/domain/websites.ts';
import { type LetterboxesOptions, startLetterboxes } from './start-letterboxes.ts';
import { websiteBoxFiles } from './website-box.ts';
import { wordpressLetterbox } from './wordpress-letterbox.ts';

/** The letterboxes on the owner's websites, as owners see and change them. */
export type OwnedLetterboxes = ReturnType<typeof startOwnedLetterboxes>;

/** Reports changes of the subject `letterboxes`. Rejects with ContractError: not_found. */
export function startOwnedLetterboxes({
  channels,
  folder,
  onTouched,
  addresses,
  site,
  ...options
}: Omit<Parameters<typeof startLetterboxes>[0], 'channels' | 'letters' | 'listenerUrl' | 'onStatus' | 'windowOf'> &
  EngineContext & {
    readonly addresses: { readonly local: () => string };
    readonly site: Pick<LetterboxesOptions, 'letters' | 'windowOf'>;
    readonly channels: Pick<ChannelDirectory, 'records' | 'get' | 'setBox' | 'changeWebsite'>;
    /** of the built window */
    readonly folder: string;
    readonly onTouched: EventBus['onTouched'];
  }) {
  const { clock, touch, store } = options;
  const startedAt = clock.wall();
  const letterboxes = startLetterboxes({
    ...options,
    ...site,
    listenerUrl: addresses.local,
    // A newer database is only read. Of several nodes, one empties them.
    channels: () => (store.readOnly || !store.nodes.leads() ? [] : channels.records()),
    onStatus: () => touch('letterboxes'),
  });

  const viewOf = ({ id: channelId, box, boxKey, secret }: ChannelRecord): LetterboxView | undefined => {
    if (box === undefined) return undefined;
    const isKeyLost = boxKey === undefined || isLost(boxKey) || isLost(secret);
    const { server, ...status } =
      letterboxes.statusOf(channelId) ??
      ({
        state: isKeyLost ? 'broken' : 'starting',
        trouble: isKeyLost ? 'keyLost' : undefined,
        since: startedAt,
      } as const);
    return { channelId, url: box.url, ...status, ...(server !== undefined && { server }) };
  };
  const list = (): LetterboxView[] => channels.records().flatMap((channel) => viewOf(channel) ?? []);
  const viewFor = (channelId: string): LetterboxView => {
    const view = viewOf(channels.get(channelId));
    if (view === undefined) throw notFound('letterbox');
    return view;
  };
  onTouched(['channels'], () => {
    letterboxes.become();
    // The looks and texts of its window, too.
    letterboxes.tell();
    touch('letterboxes');
  });
  onTouched(['operators', 'hours'], letterboxes.tell);
  store.nodes.onLeading(letterboxes.become);
  const check = async (channelId: string): Promise<LetterboxView> => {
    viewFor(channelId);
    await letterboxes.look(channelId);
    return viewFor(channelId);
  };

  const calls = {
    'letterboxes.list': async () => ({ letterboxes: list() }),
    'letterboxes.set': async ({ channelId, url }) => {
      const { boxKey, site: window } = channels.get(channelId);
      const key = boxKey === undefined || isLost(boxKey) ? newKey() : boxKey;
      await channels.setBox(channelId, { url, key });
      // Whose website has the folder says by that that it is theirs.
      const { host } = new URL(url);
      const from = window && websiteStateOf(window, host);
      if (from !== undefined && from !== 'allowed')
        await channels.changeWebsite(channelId, { host, from, to: 'allowed' });
      return viewFor(channelId);
    },
    'letterboxes.renew': async ({ channelId }) => {
      const { url } = viewFor(channelId);
      const { boxKey } = channels.get(channelId);
      const key = boxKey === undefined || isLost(boxKey) ? newKey() : renewedKey(boxKey);
      await channels.setBox(channelId, { url, key });
      return viewFor(channelId);
    },
    'letterboxes.remove': async ({ channelId }) => {
      viewFor(channelId);
      const emptied = await letterboxes.empty(channelId);
      await channels.setBox(channelId, undefined);
      return { emptied };
    },
    'letterboxes.check': ({ channelId }) => check(channelId),
  } satisfies CallsOf<typeof letterboxRoutes>;
  return {
    calls,
    list,
    check,
    /** What is uploaded to the website, by its path in the folder. Coded errors: not_found, secret_lost */
    files: (channelId: string): ReadonlyMap<string, Buffer> => {
      const { boxKey } = channels.get(channelId);
      if (boxKey === undefined) throw notFound('letterbox');
      return websiteBoxFiles(folder, openSecret(boxKey));
    },
    /** The WordPress plugin with it, likewise; undefined: the channel has no letterbox. Coded errors: the same */
    plugin: (channelId: string): ReadonlyMap<string, Buffer> | undefined => {
      const { boxKey } = channels.get(channelId);
      return boxKey === undefined ? undefined : wordpressLetterbox(folder, openSecret(boxKey));
    },
    stop: letterboxes.stop,
  };
}

/** 64 characters. */
function newKey(): string {
  return randomBytes(32).toString('hex');
}

/** Begins with the first key, by which the website finds what waits there. */
function renewedKey(before: string): string {
  const [first = ''] = before.split('.');
  return `${first}.${newKey()}`;
}
