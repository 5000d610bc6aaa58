import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINE_WORDS } from './engine-words.ts';
import { createLocalization, type Texts } from './i18n.ts';
import { createKnowing, createRetelling, flatTexts, type Known } from './known-again.ts';
import { ENGLISH, languageOf } from './languages.ts';

const know = createKnowing(ENGINE_WORDS);
const lines = Object.entries(ENGINE_WORDS).flatMap(([subject, words]) =>
  flatTexts(words).map(([key, text]) => ({ subject, key, text })),
);

function filled(text: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, hole: string) => (hole === 'count' ? '7' : `<${hole}>`));
}

describe('sentences of the engine', () => {
  it('are known again, all of them, with what they were told', () => {
    // A sentence that two subjects have is said the same by both.
    const isSaid = (said: string, { subject, key }: Known): boolean =>
      lines.some(
        (line) =>
          line.subject === subject &&
          [key, `${key}_one`, `${key}_other`].includes(line.key) &&
          filled(line.text) === said,
      );
    const lost = lines.filter(({ text }) => {
      const known = know(filled(text));
      return (
        known === undefined ||
        !isSaid(filled(text), known) ||
        Object.entries(known.values).some(([hole, value]) => hole !== 'count' && value !== `<${hole}>`)
      );
    });
    expect(lost).toEqual([]);
  });

  it('keep what they were told', () => {
    expect(know('192.168.1.5 does not answer on port 2222')).toEqual({
      subject: 'findings',
      key: 'reach.ssh.silent.text',
      values: { host: '192.168.1.5', port: '2222' },
    });
    expect(know('It is 3 minutes ahead of that of chat.example')).toEqual({
      subject: 'findings',
      key: 'findings.clock.ahead',
      values: { count: 3, who: 'chat.example' },
    });
    expect(know('One more like these came in the same minute')).toEqual({
      subject: 'journal',
      key: 'more',
      values: { count: 1 },
    });
    expect(know('This is not an address of this channel: those end with /shop or /shop/status')?.values).toEqual({
      id: 'shop',
    });
  });

  it('are the longest that fit', () => {
    expect(know('A colleague has this chat. Take it over first.')?.key).toBe('refusals.chat.taken.unnamed');
    expect(know('cloudflared ended with code 1: no route')?.key).toBe('reach.cloudflare.endedCodeSaying');
  });

  it('have nothing to do with what people write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        fc.pre(name !== '' && name !== 'A colleague');
        expect(know(`${name} has this chat. Take it over first.`)?.values).toEqual({ name });
      }),
    );
  });
});

describe('retold', () => {
  const german: Texts = {
    refusals: { chat: { taken: { text: '{{name}} hat diesen Chat. Übernehmen Sie ihn zuerst.' } } },
    findings: {
      clock: {
        ahead_one: 'Sie geht {{count}} Minute gegenüber {{who}} vor',
        ahead_other: 'Sie geht {{count}} Minuten gegenüber {{who}} vor',
      },
    },
  };

  it('they are in the language that is spoken, and stay as they are where it has none', async () => {
    const { i18n, speak } = createLocalization({}, [], async () => german);
    const retold = createRetelling(i18n, ENGINE_WORDS);
    expect(retold('Olga has this chat. Take it over first.')).toBe('Olga has this chat. Take it over first.');
    await speak(languageOf('de') ?? ENGLISH, []);
    expect(retold('Olga {{x}} has this chat. Take it over first.')).toBe(
      'Olga {{x}} hat diesen Chat. Übernehmen Sie ihn zuerst.',
    );
    expect(retold('It is 1 minute ahead of that of shop.example')).toBe('Sie geht 1 Minute gegenüber shop.example vor');
    expect(retold('It is 5 minutes ahead of that of shop.example')).toBe(
      'Sie geht 5 Minuten gegenüber shop.example vor',
    );
    expect(retold('There is no such chat')).toBe('There is no such chat');
    expect(retold('Something that no catalogue has')).toBe('Something that no catalogue has');
  });

  it('they are in the pseudo-language, all of them', async () => {
    const { i18n, speak } = createLocalization({}, []);
    await speak(languageOf('en-XA') ?? ENGLISH, []);
    const retold = createRetelling(i18n, ENGINE_WORDS);
    expect(lines.map(({ text }) => retold(filled(text))).filter((said) => !said.startsWith('['))).toEqual([]);
  });
});
