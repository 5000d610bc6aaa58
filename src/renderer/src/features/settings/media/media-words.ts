import type { MediaForm } from '#shared/contract/media.ts';
import type { ContentType } from '#shared/protocol/chat-channel.ts';
import { mediaSettings } from '#shared/words/en/media-settings.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('mediaSettings', mediaSettings);

/** What the settings of media say. */
export const mediaWords = {
  lead: say('media.lead'),

  inTitle: say('media.inTitle'),
  inLead: say('media.inLead'),
  unasked: say('media.unasked'),
  unaskedHint: say('media.unaskedHint'),
  largest: say('media.largest'),
  largestHint: say('media.largestHint'),
  seconds: say('media.seconds'),
  secondsHint: say('media.secondsHint'),
  megabytes: say('media.megabytes'),
  secondsUnit: say('media.secondsUnit'),
  forms: say('media.forms'),
  formsHint: say('media.formsHint'),
  formNames: {
    image: say('media.formNames.image'),
    video: say('media.formNames.video'),
    audio: say('media.formNames.audio'),
    other: say('media.formNames.other'),
  } satisfies Record<MediaForm, string>,
  quota: say('media.quota'),
  quotaHint: say('media.quotaHint'),
  used: (size: string) => say('media.used', { size }),
  clear: say('media.clear'),
  clearTitle: say('media.clearTitle'),
  clearLead: say('media.clearLead'),
  clearAsk: say('media.clearAsk'),
  clearWill: [say('media.clearWill.1'), say('media.clearWill.2')],
  clearConfirm: say('media.clearConfirm'),
  cleared: say('media.cleared'),
  failed: say('media.failed'),

  outTitle: say('media.outTitle'),
  outLead: say('media.outLead'),
  hostedDays: say('media.hostedDays'),
  hostedDaysHint: say('media.hostedDaysHint'),
  days: say('media.days'),
  hosted: (count: number) => say('media.hosted', { count }),

  stickers: say('media.stickers'),
  stickersLead: say('media.stickersLead'),
  addSticker: say('media.addSticker'),
  addConfirm: say('media.addConfirm'),
  cancelSticker: say('media.cancelSticker'),
  addStickerTitle: say('media.addStickerTitle'),
  stickerEmoji: say('media.stickerEmoji'),
  stickerEmojiHint: say('media.stickerEmojiHint'),
  sticker: (emoji: string | undefined, number: number) =>
    emoji === undefined ? say('media.sticker.noEmoji', { number }) : say('media.sticker', { emoji }),
  removeSticker: (name: string) => say('media.removeSticker', { name }),
  stickerRemoved: say('media.stickerRemoved'),
  stickerAdded: say('media.stickerAdded'),
  stickerNotAdded: say('media.stickerNotAdded'),
  noStickers: say('media.noStickers'),
  notAPicture: say('media.notAPicture'),
} as const;

/** What a channel's own settings of media say. */
export const channelMediaWords = {
  title: say('channelMedia.title'),
  takes: say('channelMedia.takes'),
  takesHint: say('channelMedia.takesHint'),
  kinds: {
    photo: say('channelMedia.kinds.photo'),
    video: say('channelMedia.kinds.video'),
    audio: say('channelMedia.kinds.audio'),
    voice: say('channelMedia.kinds.voice'),
    document: say('channelMedia.kinds.document'),
    sticker: say('channelMedia.kinds.sticker'),
    location: say('channelMedia.kinds.location'),
  } satisfies Record<Exclude<ContentType, 'text'>, string>,
  ownNetwork: say('channelMedia.ownNetwork'),
  ownNetworkHint: say('channelMedia.ownNetworkHint'),
  ownNetworkWarning: say('channelMedia.ownNetworkWarning'),
} as const;
