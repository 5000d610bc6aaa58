import app from '#shared/locales/en/app.json' with { type: 'json' };
import channels from '#shared/locales/en/channels.json' with { type: 'json' };
import common from '#shared/locales/en/common.json' with { type: 'json' };
import connection from '#shared/locales/en/connection.json' with { type: 'json' };
import conversation from '#shared/locales/en/conversation.json' with { type: 'json' };
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import findings from '#shared/locales/en/findings.json' with { type: 'json' };
import firstRun from '#shared/locales/en/firstRun.json' with { type: 'json' };
import inbox from '#shared/locales/en/inbox.json' with { type: 'json' };
import reports from '#shared/locales/en/reports.json' with { type: 'json' };
import settings from '#shared/locales/en/settings.json' with { type: 'json' };
import team from '#shared/locales/en/team.json' with { type: 'json' };
import website from '#shared/locales/en/website.json' with { type: 'json' };
import { createLocalization } from '#shared/locales/i18n.ts';

/** The system's preferred languages, most preferred first; empty outside a window. */
export function systemLanguages(): readonly string[] {
  // Some embedded browsers have none.
  const languages = globalThis.window?.navigator.languages as readonly string[] | undefined;
  return languages ?? [];
}

const english = {
  app,
  channels,
  common,
  connection,
  conversation,
  errors,
  findings,
  firstRun,
  inbox,
  reports,
  settings,
  team,
  website,
};

/** The window's i18next instance, global like its address. */
export const localization = createLocalization(english, systemLanguages());

export const { i18n, locale } = localization;

/** Caches a value derived from the locale, such as a formatter. */
export function ofLocale<Made>(make: (locale: string) => Made): () => Made {
  let made: { readonly of: string; readonly value: Made } | undefined;
  return () => {
    if (made?.of !== locale()) made = { of: locale(), value: make(locale()) };
    return made.value;
  };
}
