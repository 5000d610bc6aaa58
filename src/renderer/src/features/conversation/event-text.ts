import { createEventWords } from '#shared/locales/chat-events.ts';
import { localization } from '#renderer/language/i18n.ts';

export const { eventWords, ratedWords } = createEventWords(localization);
