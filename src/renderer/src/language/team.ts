import team from '#shared/locales/en/team.json' with { type: 'json' };
import { addEnglish } from './i18n.ts';

// Roles, invitations, devices, the list of changes, and a seat at another computer. Not part of the first load.
addEnglish({ team });
