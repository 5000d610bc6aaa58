import app from '#shared/locales/en/app.json' with { type: 'json' };
import common from '#shared/locales/en/common.json' with { type: 'json' };
import conversation from '#shared/locales/en/conversation.json' with { type: 'json' };
import inbox from '#shared/locales/en/inbox.json' with { type: 'json' };
import { createLocalization, type Namespace, type Texts } from '#shared/locales/i18n.ts';
import { ENGLISH } from '#shared/locales/languages.ts';

/** The system's preferred languages, most preferred first; empty outside a window. */
export function systemLanguages(): readonly string[] {
  // Some embedded browsers have none.
  const languages = globalThis.window?.navigator.languages as readonly string[] | undefined;
  return languages ?? [];
}

// An error arrives with its English; other languages translate it from the beginning.
const english = { app, common, conversation, errors: {}, findings: {}, inbox };

/** The window's i18next instance, global like its address. */
export const localization = createLocalization(english, systemLanguages());

export const { i18n, locale } = localization;

/** Adds the English texts of a part; `loadAdded` brings them in the window's language. */
export function addEnglish(added: Partial<Record<Namespace, Texts>>): void {
  for (const [namespace, texts] of Object.entries(added)) i18n.addResourceBundle(ENGLISH.code, namespace, texts);
}

/** Caches a value derived from the locale, such as a formatter. */
export function ofLocale<Made>(make: (locale: string) => Made): () => Made {
  let made: { readonly of: string; readonly value: Made } | undefined;
  return () => {
    if (made?.of !== locale()) made = { of: locale(), value: make(locale()) };
    return made.value;
  };
}
