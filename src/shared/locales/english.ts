import { createInstance } from 'i18next';
import { createEventTexts } from './chat-events.ts';
import conversation from './en/conversation.json' with { type: 'json' };
import errors from './en/errors.json' with { type: 'json' };
import findings from './en/findings.json' with { type: 'json' };
import { ENGLISH } from './languages.ts';
import { createPhraseFormatter } from './phrase.ts';

const i18n = createInstance();
void i18n.init({
  lng: ENGLISH.code,
  resources: { [ENGLISH.code]: { conversation, errors, findings } },
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** A phrase for programs and logs. */
export const toEnglish = createPhraseFormatter(i18n);

/** The text of a chat event for programs. */
export const { eventText: eventToEnglish } = createEventTexts({ i18n, locale: () => ENGLISH.code });
