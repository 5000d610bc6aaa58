import reports from '#shared/locales/en/reports.json' with { type: 'json' };
import { addEnglish } from './i18n.ts';

// Not part of the first load: the screens bring their English.
addEnglish({ reports });
