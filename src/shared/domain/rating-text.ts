import { RATING_LINK } from './rating-rules.ts';

/** What customers are asked with, in each language that the rating page speaks; a channel may start from any of them. */
export const RATING_TEXTS = {
  en: 'How did we do? Please rate this chat: {link}',
  es: '¿Qué tal le hemos atendido? Valore este chat, por favor: {link}',
  'pt-BR': 'Como foi o nosso atendimento? Por favor, avalie esta conversa: {link}',
  ru: 'Как вам наша помощь? Пожалуйста, оцените этот чат: {link}',
  de: 'Wie zufrieden waren Sie mit uns? Bitte bewerten Sie diesen Chat: {link}',
} as const;

/** The request as the customer gets it; undefined: the channel has no text of its own. */
export function ratingRequest(text: string | undefined, address: string): string {
  return (text ?? RATING_TEXTS.en).replaceAll(RATING_LINK, () => address);
}
