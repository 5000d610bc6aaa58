import firstRun from '#shared/locales/en/firstRun.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// Shown once per installation. Not part of the first load.
i18n.addResourceBundle(ENGLISH.code, 'firstRun', firstRun);
