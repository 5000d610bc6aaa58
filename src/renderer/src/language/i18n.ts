import app from '#shared/locales/en/app.json' with { type: 'json' };
import common from '#shared/locales/en/common.json' with { type: 'json' };
import conversation from '#shared/locales/en/conversation.json' with { type: 'json' };
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import inbox from '#shared/locales/en/inbox.json' with { type: 'json' };
import { createLocalization, type Namespace } from '#shared/locales/i18n.ts';

/** The system's preferred languages, most preferred first; empty outside a window. */
export function systemLanguages(): readonly string[] {
  // Some embedded browsers have none.
  const languages = globalThis.window?.navigator.languages as readonly string[] | undefined;
  return languages ?? [];
}

/** The texts that are there from the first paint on. The build puts them into a file of their own, by `FIRST_TEXTS`. */
const english = {
  app,
  common,
  conversation,
  errors,
  inbox,
};

/** The window's i18next instance, global like its address. */
export const localization = createLocalization(english, systemLanguages());

export const { i18n, locale } = localization;

/** Whatever is loaded by `lazy` may use these as well. */
const OTHER_TEXTS: readonly Namespace[] = [
  'channels',
  'connection',
  'findings',
  'firstRun',
  'mailbox',
  'programs',
  'reports',
  'settings',
  'team',
  'website',
];

/** Loads the texts that the first paint does without. Rejects if they cannot be loaded; to be called again then. */
export const loadOtherTexts = (): Promise<void> => localization.addTexts(OTHER_TEXTS);

/** Caches a value derived from the locale, such as a formatter. */
export function ofLocale<Made>(make: (locale: string) => Made): () => Made {
  let made: { readonly of: string; readonly value: Made } | undefined;
  return () => {
    if (made?.of !== locale()) made = { of: locale(), value: make(locale()) };
    return made.value;
  };
}
