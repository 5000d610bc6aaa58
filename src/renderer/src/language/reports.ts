import reports from '#shared/locales/en/reports.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// Not part of the first load: the screens bring their English.
i18n.addResourceBundle(ENGLISH.code, 'reports', reports);
