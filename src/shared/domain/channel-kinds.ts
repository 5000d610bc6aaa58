/** Channels: `custom` is the chat channel interface, `site` is our own window on the owner's website. */
export const CHANNEL_KINDS = ['custom', 'site'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** What customers on a channel can be shown. */
export interface CanShow {
  /** bots' formatted text and buttons as such, not only the plain text that stands for them */
  readonly botMessages: boolean;
  /** a form for ratings in the chat, so that no page has to be reachable */
  readonly ratingForm: boolean;
}

export const canShow: Readonly<Record<ChannelKind, CanShow>> = {
  custom: { botMessages: false, ratingForm: false },
  site: { botMessages: true, ratingForm: true },
};
