import website from '#shared/locales/en/website.json' with { type: 'json' };
import { addEnglish } from './i18n.ts';

// The window on websites, as owners set it up, and its visitors. Not part of the first load.
addEnglish({ website });
