import emojis from 'emojibase-data/en/data.json';
import messages from 'emojibase-data/en/messages.json';
import type { EmojiData } from 'frimousse';

/** Newer ones are missing from the fonts of many customers' devices. */
const NEWEST_VERSION = 15;

/** The emoji that come with the application, in the picker's shape. */
export function shippedEmoji(): EmojiData {
  return {
    locale: 'en',
    emojis: emojis.flatMap(({ emoji, group, label, version, tags }) =>
      group === undefined || version > NEWEST_VERSION
        ? []
        : [{ emoji, category: group, label: capitalised(label), version, tags: tags ?? [] }],
    ),
    categories: messages.groups
      .filter(({ key }) => key !== 'component')
      .map(({ order, message }) => ({ index: order, label: capitalised(message) })),
    skinTones: {
      dark: 'Dark',
      light: 'Light',
      'medium-dark': 'Medium dark',
      'medium-light': 'Medium light',
      medium: 'Medium',
    },
  };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
