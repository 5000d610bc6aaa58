import settings from '#shared/locales/en/settings.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// The settings, and what the command palette calls by their names. Not part of the first load.
i18n.addResourceBundle(ENGLISH.code, 'settings', settings);
