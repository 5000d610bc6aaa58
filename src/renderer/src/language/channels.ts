import channels from '#shared/locales/en/channels.json' with { type: 'json' };
import { addEnglish } from './i18n.ts';

// Channels, bots and the test customer. Not part of the first load.
addEnglish({ channels });
