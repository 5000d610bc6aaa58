import seat from '#shared/locales/en/seat.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// The app as a colleague's window. Not part of the first load.
i18n.addResourceBundle(ENGLISH.code, 'seat', seat);
