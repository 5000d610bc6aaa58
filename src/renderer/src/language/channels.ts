import channels from '#shared/locales/en/channels.json' with { type: 'json' };
import { ENGLISH } from '#shared/locales/languages.ts';
import { i18n } from './i18n.ts';

// Channels, bots and the test customer. Not part of the first load.
i18n.addResourceBundle(ENGLISH.code, 'channels', channels);
