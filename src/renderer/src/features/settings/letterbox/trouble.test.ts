import { expect, test } from 'vitest';
import { throughWebsite } from '#shared/contract/reach.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { websiteTrouble } from './trouble.ts';

test.each([
  ['unreachable', undefined, 'unreachable', 'unfetched', 'shop.example doesn’t answer.'],
  ['notThere', 404, 'missing', 'closed', 'The folder “counterbell” isn’t at shop.example.'],
  ['notThere', 401, 'password', 'closed', 'shop.example asks for a password.'],
  ['notThere', 403, 'refused', 'closed', 'A firewall at your hosting turns Counterbell away.'],
  ['notThere', 406, 'refused', 'closed', 'A firewall at your hosting turns Counterbell away.'],
  ['notThere', 429, 'refused', 'closed', 'A firewall at your hosting turns Counterbell away.'],
  ['notThere', 500, 'failing', 'unfetched', 'shop.example answers with an error (500).'],
  ['notThere', 503, 'failing', 'unfetched', 'shop.example answers with an error (503).'],
  ['notThere', 301, 'moved', 'closed', 'shop.example sends Counterbell to another address.'],
  ['notThere', 200, 'notRun', 'closed', 'Something else answers at shop.example.'],
  ['notThere', 405, 'notRun', 'closed', 'Something else answers at shop.example.'],
  ['otherKey', 403, 'otherKey', 'closed', 'The folder at shop.example has another key.'],
  [
    'otherVersion',
    426,
    'otherVersion',
    'unfetched',
    'The folder at shop.example is from another version of Counterbell.',
  ],
  ['clock', 409, 'clock', 'unfetched', 'The clocks of this computer and shop.example differ by more than a day.'],
  ['shared', undefined, 'shared', 'closed', 'Another Counterbell fetches messages from shop.example, too.'],
  ['keyLost', undefined, 'keyLost', 'closed', 'Counterbell can no longer read the key of shop.example.'],
] as const)('%s with the status %s is told as %s, and messages are %s', (trouble, httpStatus, key, through, words) => {
  const letterbox = { state: 'broken', trouble, httpStatus } as const;
  expect(websiteTrouble(letterbox)).toBe(key);
  expect(throughWebsite(letterbox)).toBe(through);
  const values = { website: 'shop.example', status: String(httpStatus ?? '') };
  expect(i18n.t(`website:through.trouble.${key}.what`, values)).toBe(words);
  expect(i18n.t(`website:through.trouble.${key}.todo`, values)).not.toContain('{{');
});

test('an open letterbox has no trouble, and one that is being asked none yet', () => {
  expect(websiteTrouble({ state: 'open' })).toBeUndefined();
  expect(websiteTrouble({ state: 'starting' })).toBeUndefined();
  expect(throughWebsite({ state: 'starting' })).toBe('starting');
});
