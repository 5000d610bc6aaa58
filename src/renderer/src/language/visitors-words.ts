import visitors from '#shared/locales/en/visitors.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// Not part of the first load: the parts about visitors bring their English.
i18n.addResourceBundle(ENGLISH.code, 'visitors', visitors);
