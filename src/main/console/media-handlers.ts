import type { Stickers } from '#main/media/outgoing/stickers.ts';
import type { Clock } from '#main/clock/clock.ts';
import type { Exposure } from '#main/exposure/exposure.ts';
import type { Media } from '#main/media/start-media.ts';
import type { Store } from '#main/store/store.ts';
import type { Handlers } from './router.ts';

export interface MediaHandlerOptions {
  readonly media: Pick<Media, 'files' | 'incoming' | 'settings' | 'changeSettings' | 'discardUpload'>;
  readonly store: Store;
  readonly exposure: Pick<Exposure, 'view'>;
  readonly clock: Pick<Clock, 'wall'>;
  readonly stickers: Stickers;
}

/** What the console asks about pictures, files and voices, and the operators' own stickers. */
export function mediaHandlers({
  media,
  store,
  exposure,
  clock,
  stickers,
}: MediaHandlerOptions): Pick<Handlers, Extract<keyof Handlers, `${'media' | 'stickers'}.${string}`>> {
  return {
    'media.get': (one) => media.incoming.get(one),
    'media.fetch': (one) => media.incoming.fetch(one),
    'media.settings': async () => {
      const { used, hosted } = await store.read('countMedia', { now: clock.wall() });
      return { settings: media.settings(), used, hosted };
    },
    'media.updateSettings': (change) => media.changeSettings(change),
    'media.clear': async () => {
      await media.files.clear();
      return {};
    },
    'media.discardUpload': async ({ uploadId }, { operatorId }) => {
      await media.discardUpload(operatorId, uploadId);
      return {};
    },
    'media.outlook': async () => ({ reach: outlookOf(exposure.view().settings.way) }),
    'stickers.list': () => stickers.list(),
    'stickers.add': (given, { operatorId }) => stickers.add(operatorId, given),
    'stickers.remove': async ({ stickerId }) => {
      await stickers.remove(stickerId);
      return {};
    },
  };
}

/** Who can fetch what the listener offers, as the way in is meant. */
function outlookOf(way: ReturnType<Exposure['view']>['settings']['way']): 'public' | 'network' | 'local' {
  if (way === 'local') return 'local';
  return way === 'lan' ? 'network' : 'public';
}
