import website from '#shared/locales/en/website.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// The window on websites, as owners set it up, and its visitors. Not part of the first load.
i18n.addResourceBundle(ENGLISH.code, 'website', website);
