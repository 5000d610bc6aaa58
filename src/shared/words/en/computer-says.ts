import type { Catalogue } from '../catalogue.ts';

/** What the desktop tells of the computer it runs on: what keeps secrets, why a notification or an update did not come. */
export const computerSays = {
  'vault.keychain': 'the macOS keychain',
  'vault.windows': 'Windows data protection',
  'vault.keyring': "the system's keyring",
  'vault.keyFile': 'a key file in the data folder that only this user can read',
  'vault.keyFileOnly': 'a key file in the data folder that only this user can read (this system offers no keyring)',
  'vault.keyFileLocked':
    "a key file in the data folder that only this user can read (the system's keyring is locked or cannot be reached)",
  'vault.given': 'the key in COUNTERBELL_KEY',
  'notification.none': 'This system shows no notifications',
  'notification.notShown': 'The system did not show it',
  'notification.noBus': 'This desktop session has no message bus',
  'notification.noService': 'No service on this desktop shows notifications',
  'update.silent': 'the place where updates are kept does not answer',
  'update.status': 'the place where updates are kept answered with error {{status}}',
  'update.foreign': 'what was offered is not from the makers of this app, and was thrown away',
  'update.unreadable': 'what was offered could not be read',
} as const satisfies Catalogue;
