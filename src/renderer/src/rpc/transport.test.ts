import { afterEach, expect, it } from 'vitest';
import { localization } from '#renderer/language/i18n.ts';
import { accented } from '#shared/locales/i18n.ts';
import { ENGLISH, languageOf } from '#shared/locales/languages.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { refused } from './transport.ts';

const TAKEN = {
  code: 'tag_taken',
  reason: phrase('errors:refusals.tag.taken', { name: 'VIP' }),
  message: 'There’s already a tag “VIP”.',
  issues: [{ path: 'name', reason: phrase('errors:refusals.tag.has'), message: 'Another tag has this name' }],
} as const;

afterEach(() => localization.changeLanguage(ENGLISH, []));

it("keeps the engine's English text of an error", () => {
  expect(refused(TAKEN)).toMatchObject(TAKEN);
});

it('translates an error, and keeps its code, fields and their reasons', async () => {
  await localization.changeLanguage(languageOf('en-XA') ?? ENGLISH, []);
  expect(refused(TAKEN)).toMatchObject({
    code: 'tag_taken',
    message: accented('There’s already a tag “{{name}}”.').replace('{{name}}', 'VIP'),
    issues: [
      { path: 'name', reason: phrase('errors:refusals.tag.has'), message: accented('Another tag has this name') },
    ],
  });
});
