import website from '#shared/locales/en/website.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// What owners set up of the window on their website. Not part of the first load.
i18n.addResourceBundle(ENGLISH.code, 'website', website);
