import type { Message } from '#shared/domain/entities.ts';
import type { Localization } from '#shared/locales/i18n.ts';

/** Says in brackets what a message was besides its words: a photo and its name, a place; undefined where it was text. */
export function createMediaWords({
  i18n: { t },
}: Pick<Localization, 'i18n'>): (message: Message) => string | undefined {
  return ({ type, file_name, emoji, latitude, longitude }) => {
    if (type === 'text') return undefined;
    const name = type === 'location' ? `${String(latitude)}, ${String(longitude)}` : (file_name ?? emoji);
    return name === undefined ? `[${t(`chat:kinds.${type}`)}]` : `[${t(`chat:kinds.${type}`)}: ${name}]`;
  };
}
