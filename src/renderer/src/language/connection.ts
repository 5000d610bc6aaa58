import connection from '#shared/locales/en/connection.json' with { type: 'json' };
import { addEnglish } from './i18n.ts';

// How customers reach this computer, and the check. Not part of the first load.
addEnglish({ connection });
