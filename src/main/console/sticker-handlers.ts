import type { Stickers } from '#main/media/outgoing/stickers.ts';
import type { Handlers } from './router.ts';

/** The operators' own stickers. */
export function stickerHandlers({
  stickers,
}: {
  readonly stickers: Stickers;
}): Pick<Handlers, Extract<keyof Handlers, `stickers.${string}`>> {
  return {
    'stickers.list': () => stickers.list(),
    'stickers.add': (given, { operatorId }) => stickers.add(operatorId, given),
    'stickers.remove': async ({ stickerId }) => {
      await stickers.remove(stickerId);
      return {};
    },
  };
}
