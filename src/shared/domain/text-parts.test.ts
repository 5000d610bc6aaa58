import { describe, expect, it } from 'vitest';
import { textParts } from './text-parts.ts';

const joined = (text: string): string =>
  textParts(text)
    .map((part) => part.text)
    .join('');

/** Sentences, by the language they are in; the addresses in them stand in ⟦ ⟧. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  English: [
    'See ⟦https://en.wikipedia.org/wiki/Terminator_(franchise)⟧.',
    '(see ⟦https://en.wikipedia.org/wiki/Bell_(device)⟧)',
    '(see ⟦https://en.wikipedia.org/wiki/Bell_(device)⟧), then call',
    'Try ⟦https://shop.example/?a=b((((aaaa))))⟧)!',
    'Is it ⟦https://shop.example/lamp⟧?',
    'Is it ⟦https://shop.example/lamp?size=2⟧?!',
    'Look: ⟦https://shop.example/lamp⟧: the oak one; ⟦https://shop.example/desk⟧; done',
    'Either ⟦https://a.example/x⟧,⟦https://b.example/y⟧ or ⟦https://c.example⟧, please',
    'Map: ⟦https://maps.example/@52.5,13.4,17z⟧, thanks',
    'At ⟦https://shop.example/a,b;c=d⟧.',
    '“⟦https://shop.example/lamp⟧” they said',
    '"⟦https://shop.example/lamp⟧"',
    "'⟦https://shop.example/lamp⟧'",
    '‘⟦https://shop.example/lamp⟧’',
    "⟦https://en.wikipedia.org/wiki/Murphy's_law⟧, of course",
    'It’s on ⟦https://shop.example⟧’s front page',
    'Wait for it… ⟦https://shop.example/lamp⟧…',
    'Wait ⟦https://shop.example/lamp⟧...',
    '⟦https://shop.example/lamps/⟧ — the oak one',
    '⟦https://shop.example/lamp⟧—the oak one',
    '⟦https://en.wikipedia.org/wiki/Michelson–Morley_experiment⟧.',
    '[lamp](⟦https://shop.example/lamp⟧) and [⟦https://shop.example/desk⟧]',
    '<⟦https://shop.example/lamp⟧>',
    '&lt;⟦https://shop.example/lamp⟧&gt; &quot;⟦https://shop.example/desk⟧&quot;',
    '⟦https://shop.example/?a=1&amp;b=2⟧ and ⟦https://shop.example/?a=1⟧&amp;',
    '*⟦https://shop.example/lamp⟧* _⟦https://shop.example/my_lamp⟧_ ~⟦https://shop.example/desk⟧~',
    '⟦https://shop.example/#top⟧.',
    '⟦https://shop.example/#/lamps/(oak)⟧!',
    '⟦https://shop.example/?q=oak%20lamp&size=1+2⟧.',
    '⟦HTTPS://Shop.Example/Lamp⟧.',
    'xhttp://shop.example and nohttps://shop.example',
    '⟦https://web.archive.example/web/2020/https://shop.example/⟧.',
    '⟦https://shop.example:8443/lamp⟧, ⟦http://localhost:3000⟧: mine',
    '⟦http://192.168.1.5:8080/⟧ and ⟦http://[2001:db8::1]:8080/x⟧.',
    'https://user:secret@shop.example/ and https://bank.example@thief.example/',
    'www.shop.example shop.example anna@shop.example ftp://shop.example/x javascript:alert(1) data:text/html,x',
    'https:// http://. https://?',
    '⟦https://shop.example/lamp⟧👍 ⟦https://shop.example/desk⟧❤️',
    '⟦https://shop.example/lamp⟧\u200b now',
    '⟦https://shop.example/⟧\u202egpj.exe',
    '⟦https://shop.example/api/{id}/[0]⟧ {⟦https://shop.example/x⟧}',
    '⟦https://shop.example/lamp⟧(see below) or ⟦https://shop.example/lamp⟧)(',
    '| ⟦https://shop.example/a⟧ | ⟦https://shop.example/b⟧|⟦https://shop.example/c⟧|',
    '⟦https://shop.example/a⟧\\n or ⟦https://shop.example/~anna/$1!x=*⟧ x',
    '⟦https://shop.example/@anna⟧ wrote',
  ],
  'German, Polish, French, Spanish': [
    'Siehe „⟦https://shop.example/lampe⟧“, bitte.',
    '‚⟦https://shop.example/lampe⟧‘ und »⟦https://münchen.example/straße⟧«.',
    'Voir « ⟦https://shop.example/lampe⟧ » ou «⟦https://shop.example/lampe⟧»',
    'Oui : ⟦https://fr.wikipedia.org/wiki/L’Équipe⟧ !',
    '¿⟦https://shop.example/lámpara⟧? ¡⟦https://shop.example/niño⟧!',
    '⟦https://ca.example/wiki/Il·lusió⟧·',
  ],
  Russian: [
    'Вот: ⟦https://пример.рф/лампа⟧. Или (⟦https://ru.wikipedia.org/wiki/Лампа_(прибор)⟧)?',
    'см.⟦https://shop.example/a⟧; „⟦https://shop.example/b⟧”',
    'ахhttps://shop.example',
  ],
  Greek: [
    'Είδες το ⟦https://shop.example/φως⟧; Και το ⟦https://shop.example/a⟧\u037e',
    'Ναι, ⟦https://shop.example/a⟧\u0387 όχι',
  ],
  'Arabic, Persian, Urdu': [
    'هل رأيت ⟦https://shop.example/lamp⟧؟',
    'انظر ⟦https://ar.example/wiki/مصباح⟧، ثم ⟦https://shop.example/b⟧؛ شكرا',
    'یہ ⟦https://shop.example/lamp⟧۔',
    'و⟦https://shop.example/lamp⟧.',
    '⟦https://fa.example/wiki/می\u200cشود⟧.',
    '⟦https://shop.example/a⟧\u200f ثم',
  ],
  Hebrew: ['ראה ⟦https://shop.example/מנורה⟧, תודה', '״⟦https://shop.example/a⟧״ ⟦https://he.example/תל־אביב⟧׃'],
  'Hindi, Bengali': ['देखें ⟦https://shop.example/दीपक⟧। और ⟦https://shop.example/a⟧॥', 'দেখুন ⟦https://shop.example/a⟧।'],
  Chinese: [
    '请看⟦https://shop.example/lamp⟧。谢谢',
    '（⟦https://shop.example/lamp⟧）、「⟦https://shop.example/desk⟧」，『⟦https://shop.example/a⟧』【⟦https://shop.example/b⟧】《⟦https://shop.example/c⟧》',
    '⟦https://shop.example/lamp⟧（官网）很好！',
    '⟦https://zh.example/wiki/台灯⟧？对；⟦https://例子.测试/路⟧：好',
    '⟦https://shop.example/lamp⟧这个',
  ],
  Japanese: [
    '詳しくは⟦https://shop.example/lamp⟧をご覧ください。',
    '⟦https://ja.example/wiki/レオナルド・ダ・ヴィンチ⟧。',
    '⟦https://日本語.example/ランプ⟧、⟦https://shop.example⟧です',
    '⟦https://shop.example/a⟧〜〜 ⟦https://shop.example/b⟧…… ⟦https://abc日本語.example/x⟧ です',
  ],
  Korean: ['⟦https://shop.example/lamp⟧에서 봤어요. ⟦https://shop.example⟧은?'],
  'Thai, Lao, Khmer, Burmese': [
    'ดูที่⟦https://shop.example/lamp⟧ครับ',
    'ดู ⟦https://th.example/wiki/โคมไฟ⟧ นะ',
    'ເບິ່ງ⟦https://shop.example/lamp⟧ແດ່',
    'មើល⟦https://shop.example/lamp⟧។',
    'ကြည့်ပါ⟦https://shop.example/lamp⟧။',
  ],
  'Armenian, Georgian': [
    'Տես ⟦https://shop.example/lamp⟧։',
    '⟦https://shop.example/լամպ⟧՞ ⟦https://shop.example/a⟧՜ ⟦https://shop.example/b⟧՝',
    'ნახე ⟦https://shop.example/ნათურა⟧.',
  ],
  Amharic: ['ይመልከቱ ⟦https://shop.example/lamp⟧። ⟦https://shop.example/a⟧፣ ⟦https://shop.example/b⟧፡'],
  'Tibetan, Turkish': ['⟦https://bo.example/བོད་ཡིག⟧། ', "⟦https://shop.example⟧'dan aldım"],
};

describe.each(Object.entries(SENTENCES))('addresses in %s', (_language, sentences) => {
  it.each(sentences)('%s', (sentence) => {
    const addresses = Array.from(sentence.matchAll(/⟦([^⟧]*)⟧/g), ([, address]) => address);
    const text = sentence.replaceAll(/[⟦⟧]/g, '');
    const links = textParts(text).filter(({ kind }) => kind === 'link');
    expect(links.map((link) => link.text)).toEqual(addresses);
    expect(joined(text)).toBe(text);
  });
});

it('leads to the address that a browser goes to', () => {
  expect(textParts('https://münchen.example/straße')).toMatchObject([
    { kind: 'link', href: 'https://xn--mnchen-3ya.example/stra%C3%9Fe' },
  ]);
});

it('shows what nobody sees as its own part', () => {
  expect(textParts('invoice\u202Egpj.exe').map(({ kind }) => kind)).toEqual(['words', 'unseen', 'words']);
  expect(textParts('a\0\0b')).toMatchObject([{ kind: 'words' }, { kind: 'unseen', text: '\0\0' }, { kind: 'words' }]);
});

/** At quadratic cost each text takes seconds, and all of them exceed the test's time limit. */
it.each([
  ['dots behind a link', `https://a.example/${'.'.repeat(65_536)}a`],
  ['brackets behind a link', `https://a.example/${')]'.repeat(32_768)}a`],
  ['brackets behind a link, to its end', `https://a.example/(${')'.repeat(65_536)}`],
  ['beginnings of links', 'http://'.repeat(9362)],
  ['addresses with a password', 'https://a:b@c'.repeat(5041)],
  ['opened brackets', `https://a.example/${'('.repeat(65_536)}`],
  ['entities', `https://a.example/${'&amp;'.repeat(13_107)}`],
  ['apostrophes', `https://a.example/${"'a".repeat(32_768)}`],
  ['a host of two scripts', `https://${'a\u65e5'.repeat(32_768)}.example`],
  ['addresses joined by commas', 'https://a.example,'.repeat(3640)],
  ['commas behind an address', `https://a.example/${','.repeat(65_536)}a`],
  ['marks that nobody sees', '\0a'.repeat(32_768)],
])('parses 64 KiB of %s', (_what, text) => {
  for (let again = 0; again < 20; again += 1) expect(joined(text) === text).toBe(true);
});
