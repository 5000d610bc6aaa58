import audit from '#shared/locales/en/audit.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// Changes and sign-ins. Not part of the first load.
i18n.addResourceBundle(ENGLISH.code, 'audit', audit);
