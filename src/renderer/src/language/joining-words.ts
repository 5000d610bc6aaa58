import joining from '#shared/locales/en/joining.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// Invitations, devices, and the page that an invitation opens. Not part of the first load.
i18n.addResourceBundle(ENGLISH.code, 'joining', joining);
