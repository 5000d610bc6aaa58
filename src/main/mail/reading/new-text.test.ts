import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newText } from './new-text.ts';

const ADDRESS = '<help@shop.example>';

/** How mail programs introduce what they quote. */
const ATTRIBUTIONS = [
  `On Thu, Nov 19, 2026 at 5:02 PM Shop ${ADDRESS} wrote:`,
  `On Thu, Nov 19, 2026 at 5:02\u202FPM Shop <\nhelp@shop.example> wrote:`,
  `On Thursday, November 19, 2026 at 05:02:00 PM Central European Standard\nTime, The Shop on the Corner\n${ADDRESS} wrote:`,
  'On 11/19/26 17:02, Shop wrote:',
  `On Thu, 19 Nov 2026 17:02:00 +0100\nShop ${ADDRESS} wrote:`,
  `Am Do., 19. Nov. 2026 um 17:02 Uhr schrieb Shop ${ADDRESS}:`,
  `Am Donnerstag, den 19.11.2026, 17:02 +0100 schrieb Shop mit dem langen\nNamen:`,
  `Shop ${ADDRESS} schrieb am Do., 19. Nov. 2026, 17:02:`,
  `Le jeu. 19 nov. 2026 à 17:02, Shop ${ADDRESS} a écrit :`,
  `Le 19/11/2026 à 17:02, Shop a écrit\u00A0:`,
  `El jue, 19 nov 2026 a las 17:02, Shop (${ADDRESS}) escribió:`,
  `Il giorno gio 19 nov 2026 alle ore 17:02 Shop ${ADDRESS} ha\nscritto:`,
  `Em qui., 19 de nov. de 2026 às 17:02, Shop ${ADDRESS}\nescreveu:`,
  `Op do 19 nov 2026 om 17:02 schreef Shop ${ADDRESS}:`,
  `czw., 19 lis 2026 o 17:02 Shop ${ADDRESS} napisał(a):`,
  `W dniu 19.11.2026 o 17:02, Shop pisze:`,
  `чт, 19 нояб. 2026 г. в 17:02, Shop ${ADDRESS}:`,
  `19.11.2026 17:02, Shop пишет:`,
  `чт, 19 лист. 2026 р. о 17:02 Shop ${ADDRESS} пише:`,
  `čt 19. 11. 2026 v 17:02 odesílatel Shop ${ADDRESS} napsal:`,
  `Den tors 19 nov. 2026 kl 17:02 skrev Shop ${ADDRESS}:`,
  `Den tor. 19. nov. 2026 kl. 17.02 skrev Shop ${ADDRESS}:`,
  `to 19.11.2026 klo 17.02 Shop ${ADDRESS} kirjoitti:`,
  `Shop ${ADDRESS}, 19 Kas 2026 Per, 17:02 tarihinde şunu yazdı:`,
  `2026年11月19日(木) 17:02 Shop ${ADDRESS}:`,
  `2026/11/19 17:02、Shop ${ADDRESS}のメール:`,
  `Shop ${ADDRESS} 于2026年11月19日周四 17:02写道：`,
  `在 2026-11-19 17:02:00，"Shop" ${ADDRESS} 写道：`,
  `2026년 11월 19일 (목) 오후 5:02, Shop ${ADDRESS}님이 작성:`,
  `Quoting Shop ${ADDRESS} wrote:`,
  `2026/11/19 Shop by mail ${ADDRESS}`,
  `---- On Thu, 19 Nov 2026 17:02:00 +0100 Shop ${ADDRESS} wrote ----`,
  '"Shop" wrote on 19.11.2026 17:02:00:',
];

describe('a line that introduces a quote', () => {
  it.for(ATTRIBUTIONS)('is none of the new text: %s', (attribution) => {
    expect(newText(`Thanks, Anna\n\n${attribution}\n\n> Is it right?\n> Shop\n`, 'reply')).toBe('Thanks, Anna');
    expect(newText(`${attribution}\n> Is it right?\n\nThanks, Anna\n`, 'reply')).toBe('Thanks, Anna');
  });

  it.for(ATTRIBUTIONS)('takes nothing from the lines before it: %s', (attribution) => {
    expect(newText(`Thanks.\nAnna\n${attribution}\n> Is it right?\n`, 'reply')).toBe('Thanks.\nAnna');
  });
});

describe('the header of what is answered', () => {
  it.for([
    ['From', 'Sent', 'To', 'Subject'],
    ['Von', 'Gesendet', 'An', 'Betreff'],
    ['De ', 'Envoyé ', 'À ', 'Objet '],
    ['De', 'Enviado el', 'Para', 'Asunto'],
    ['Da', 'Inviato', 'A', 'Oggetto'],
    ['De', 'Enviada em', 'Para', 'Assunto'],
    ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
    ['Od', 'Wysłano', 'Do', 'Temat'],
    ['От', 'Отправлено', 'Кому', 'Тема'],
    ['Від', 'Надіслано', 'Кому', 'Тема'],
    ['差出人', '送信日時', '宛先', '件名'],
    ['发件人', '发送时间', '收件人', '主题'],
    ['寄件者', '寄件日期', '收件者', '主旨'],
    ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
    ['Från', 'Skickat', 'Till', 'Ämne'],
    ['Fra', 'Sendt', 'Til', 'Emne'],
    ['Odesílatel', 'Odesláno', 'Komu', 'Předmět'],
    ['*From*', '*Date*', '*To*', '*Subject*'],
  ])('begins what others wrote: %s', ([from, sent, to, subject]) => {
    const header = `${from}: Shop ${ADDRESS}\n${sent}: 19.11.2026 17:02\n${to}: Anna;\n  Peter\n${subject}: Lamp`;
    expect(newText(`Thanks!\n\n_____________________\n${header}\n\nIs it right?`, 'reply')).toBe('Thanks!');
    expect(newText(`Thanks!\n\n-------- Oprindelig besked --------\n${header}\n\nIs it right?`, 'reply')).toBe(
      'Thanks!',
    );
    expect(newText(`${header}\n\n> Is it right?\n\nYes.`, 'reply')).toBe('Yes.');
  });
});

describe('what was written', () => {
  it.for([
    ['a sentence that mentions who wrote', 'I asked, and on 19.11.2026 at 17:02 he wrote a mail.\nNothing since.'],
    ['a list after a colon', 'On Monday you wrote:\n\nplease send the number.\n\nIt is 12.'],
    ['an order with a date', 'Please deliver on 20.11.2026 at 10:00:\n\n2 lamps\n1 table'],
    ['two labels', 'From: Berlin\nTo: Paris\n\nHow much?'],
    ['a rule in the text', 'First\n-----\nSecond'],
    ['a dash for a list', '-- one\n-- two'],
    ['a mail that was sent', 'Sent you a mail yesterday.\nIs my phone there?\nI sent from my side all that I have'],
    ['where something was sent from', 'I have a problem.\nSent from Berlin by mail last week.'],
    ['what to get', 'One more thing.\nGet back to me by phone'],
    ['a telephone', 'Hallo,\nvon meinem Samsung Handy geht es auch nicht.'],
    ['thanks from the heart', '谢谢！\n发自内心的感谢'],
    ['a journey', 'My answers:\n\nFrom: Berlin\nTo: Paris\nDate: 20.11.2026\n\nHow much?'],
    ['what somebody else wrote, quoted by hand', 'Am 19.11.2026 um 17:02 haben Sie geschrieben:\n\n"Nein."\n\nDoch.'],
    ['text between rules', `One.\n\n${'_'.repeat(80)}\n\nTwo.\n\nAnna, anna@customer.example`],
    ['times', 'Some formats:\n\n2026-11-19 17:02:25\n19.11.2026 17:02\n\nAll of these are mine:\n\nnone is quoted.'],
    ['a number that is greater', 'As I said:\n>50 pieces\n>20 boxes'],
    ['text between dashes', 'The lamp is broken.\n--\nAnd where is the table?'],
    ['lines that begin with From, as mbox has them', 'Hello\n>From Monday on I am away.\nAnna'],
  ])('is kept: %s', ([, text = '']) => {
    expect(newText(text, 'reply')).toBe(text);
  });

  it('is kept with the quotes that it stands between', () => {
    const inline = '> Colour?\nBlue.\n\n> Size?\n\nMedium.';
    expect(newText(`Hi!\n\n${ATTRIBUTIONS[0]}\n${inline}\n> Bye\n`, 'reply')).toBe(`Hi!\n\n${inline}`);
  });

  it('is everything when it says that the answers are below', () => {
    const text = 'Siehe unten, in rot.\n\nVon: Shop\nGesendet: heute\nBetreff: Lampe\n\nFarbe? Blau.';
    expect(newText(text, 'reply')).toBe(text);
  });

  it('is not cut where a new mail quotes something', () => {
    const text = `Look:\n\n${ATTRIBUTIONS[0]}\n> I am a quote.`;
    expect(newText(text, 'new')).toBe(text);
  });
});

it('is never less than what was written', () => {
  const phrases = ['Thanks', 'On 19.11.2026 I wrote', 'From: Berlin', 'To: Paris', 'Date: 19.11.2026', 'Is it right?']
    .concat(['Sent from Berlin', 'Sent with love', 'we said:', 'at 17:02 we wrote', '--', '- one', '* two', '1. three'])
    .concat([
      'See https://a.example/',
      'mail anna@customer.example',
      'below',
      '***',
      'Von meinem Handy',
      'Get it',
      '#1 =',
    ]);
  const phrase = fc.tuple(fc.constantFrom(...phrases), fc.boolean(), fc.boolean());
  const written = fc.array(phrase, { minLength: 1, maxLength: 6 });
  const quoted = fc.tuple(fc.option(fc.constantFrom(...ATTRIBUTIONS)), fc.integer({ min: 1, max: 3 }));
  const parts = fc.array(fc.tuple(written, quoted), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(parts, fc.boolean(), fc.constantFrom('new' as const, 'reply' as const), (blocks, isBottom, kind) => {
      let number = 0;
      const own: string[] = [];
      const texts = blocks.map(([lines, [attribution, quotes]]) => {
        const numbered = lines.flatMap(([words, isFirst, isBlank]) => {
          number += 1;
          const line = isFirst ? `${number} ${words}` : `${words} ${number}`;
          own.push(line);
          return isBlank ? [line, ''] : [line];
        });
        const quote = [...(attribution === null ? [] : [attribution, '']), ...Array<string>(quotes).fill('> quoted')];
        return (isBottom ? [...quote, '', ...numbered] : [...numbered, '', ...quote]).join('\n');
      });
      const lines = new Set(newText(texts.join('\n\n'), kind).split('\n'));
      expect(own.filter((line) => !lines.has(line))).toEqual([]);
    }),
    { numRuns: 5000 },
  );
});

describe('a signature', () => {
  it.for([
    '-- \nAnna Weber\nTel. 123',
    '--\nAnna',
    'Sent from my iPhone',
    'Get Outlook for Android<https://aka.ms/AAb9ysg>',
    'Von meinem Samsung Galaxy Smartphone gesendet.',
    'Gesendet mit der GMX Mail App',
    'Envoyé de mon iPhone',
    'Télécharger Outlook pour iOS',
    'Enviado desde mi iPhone',
    'Enviado do meu iPhone',
    'Inviato da iPhone',
    'Verzonden vanaf mijn iPhone',
    'Wysłane z iPhone’a',
    'Отправлено с iPhone',
    'Надіслано з iPhone',
    'iPhoneから送信',
    '发自我的iPhone',
    '나의 iPhone에서 보냄',
    'Skickat från min iPhone',
    'Odesláno z iPhonu',
    '_______________________________________________\nusers mailing list\nusers@lists.example',
  ])('is none of the new text: %s', (signature) => {
    expect(newText(`Thanks, Anna\n\n${signature}\n`, 'new')).toBe('Thanks, Anna');
    expect(newText(`Thanks, Anna\n\n${signature}\n\n${ATTRIBUTIONS[0]}\n> Shop`, 'reply')).toBe('Thanks, Anna');
  });

  it('is not what goes on for long', () => {
    const text = `Hello\n-- \n${'line\n'.repeat(40)}end`;
    expect(newText(text, 'new')).toBe(text.replace('-- ', '--'));
  });
});
