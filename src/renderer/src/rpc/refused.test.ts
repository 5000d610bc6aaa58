import { expect, it } from 'vitest';
import { localization } from '#renderer/language/i18n.ts';
import { accented } from '#shared/locales/accented.ts';
import { ENGLISH, languageOf } from '#shared/locales/languages.ts';
import { refused } from './refused.ts';

const TAKEN = {
  code: 'tag_taken',
  message: 'There is a tag "VIP" already',
  issues: [{ path: 'name', message: 'Another tag has this name' }],
} as const;

it('a refusal is as the engine said it, in English', async () => {
  expect(await refused(TAKEN)).toMatchObject(TAKEN);
});

it('a refusal is in the language of the window, field by field, and keeps its code and places', async () => {
  await localization.speak(languageOf('en-XA') ?? ENGLISH, []);
  expect(await refused(TAKEN)).toMatchObject({
    code: 'tag_taken',
    message: accented('There is a tag "{{name}}" already').replace('{{name}}', 'VIP'),
    issues: [{ path: 'name', message: accented('Another tag has this name') }],
  });
  expect((await refused({ code: 'not_found', message: 'Something new' })).message).toBe('Something new');
});
