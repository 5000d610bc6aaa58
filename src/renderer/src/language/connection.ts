import connection from '#shared/locales/en/connection.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// How customers reach this computer, and the check. Not part of the first load.
i18n.addResourceBundle(ENGLISH.code, 'connection', connection);
