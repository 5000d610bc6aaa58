import settings from '#shared/locales/en/settings.json' with { type: 'json' };
import { addEnglish } from './i18n.ts';

// The settings, and what the command palette calls by their names. Not part of the first load.
addEnglish({ settings });
