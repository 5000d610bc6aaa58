import { expect, it } from 'vitest';
import { localization } from '#renderer/language/i18n.ts';
import { accented } from '#shared/locales/i18n.ts';
import { ENGLISH, languageOf } from '#shared/locales/languages.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { refused } from './client.ts';

const TAKEN = {
  code: 'tag_taken',
  reason: phrase('errors:refusals.tag.taken', { name: 'VIP' }),
  message: 'There is a tag "VIP" already',
  issues: [{ path: 'name', reason: phrase('errors:refusals.tag.has'), message: 'Another tag has this name' }],
} as const;

it('a refusal is as the engine said it, in English', () => {
  expect(refused(TAKEN)).toMatchObject(TAKEN);
});

it('a refusal is in the language of the window, and keeps its code, its places and their reasons', async () => {
  await localization.speak(languageOf('en-XA') ?? ENGLISH, []);
  expect(refused(TAKEN)).toMatchObject({
    code: 'tag_taken',
    message: accented('There is a tag "{{name}}" already').replace('{{name}}', 'VIP'),
    issues: [
      { path: 'name', reason: phrase('errors:refusals.tag.has'), message: accented('Another tag has this name') },
    ],
  });
});
