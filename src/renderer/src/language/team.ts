import team from '#shared/locales/en/team.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// Roles, invitations, devices, the list of changes, and a seat at another computer. Not part of the first load.
i18n.addResourceBundle(ENGLISH.code, 'team', team);
