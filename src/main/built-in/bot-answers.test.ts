import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { botMessage, clientFields, MAX_BUTTONS } from '#shared/protocol/bot-provider.ts';
import { respondTo, type BotOutput, type ServiceEvent } from './test-bot.ts';

const addressed = { id: 'e1', chat_id: '7', client_id: '3' };

function hear(
  text: string,
  {
    name,
    has_contacts = false,
    agents_online = true,
    isFirst = false,
  }: { name?: string; has_contacts?: boolean; agents_online?: boolean; isFirst?: boolean } = {},
): readonly BotOutput[] {
  const sender = { has_contacts, ...(name !== undefined && { name }) };
  return respondTo({ ...addressed, event: 'CLIENT_MESSAGE', agents_online, sender, message: { text } }, isFirst);
}

const kinds = (acts: readonly BotOutput[]) =>
  acts.map((act) => (act.event === 'BOT_MESSAGE' ? act.message.type : act.event));
const texts = (acts: readonly BotOutput[]) =>
  acts.map((act) => (act.event === 'BOT_MESSAGE' ? act.message.text : undefined)).join('\n');

describe('the test bot', () => {
  test('greets a new customer by name and offers buttons, with plain text for channels without them', () => {
    const acts = hear('Good day', { name: 'Anna', isFirst: true });
    expect(kinds(acts)).toEqual(['TEXT', 'BUTTONS']);
    expect(texts(acts)).toContain('Hello, Anna!');
    expect(acts[1]).toMatchObject({
      message: {
        title: expect.any(String),
        text: expect.stringContaining('3. Talk to a human'),
        buttons: { length: MAX_BUTTONS },
      },
    });
    expect(texts(hear('Good day', { isFirst: true }))).toContain('Hello!');
  });

  test('answers at once what a new customer has already asked', () => {
    expect(kinds(hear('I want a human', { isFirst: true }))).toEqual(['TEXT', 'TEXT', 'INVITE_AGENT']);
  });

  test.each(['1', 'Opening hours', ' opening HOURS ', '2', 'prices'])(
    'recognizes %j as a button and answers in markdown and in plain text',
    (text) => {
      expect(hear(text)).toMatchObject([
        {
          message: {
            type: 'MARKDOWN',
            content: expect.stringMatching(/\*\*[\s\S]*\n(?:-|1\.) [\s\S]*\]\(https:/),
            text: expect.stringContaining('https:'),
          },
        },
      ]);
    },
  );

  test('notes an email address or phone number and says thanks', () => {
    expect(hear('write to anna@example.com')).toMatchObject([
      { event: 'CLIENT_INFO', client: { email: 'anna@example.com' } },
      { message: { text: expect.stringContaining('Thank you') } },
    ]);
    expect(hear('+34 600 123 456 or human@shop.example')[0]).toEqual({
      event: 'CLIENT_INFO',
      client: { email: 'human@shop.example', phone: '+34 600 123 456' },
    });
    expect(kinds(hear('we are 25 people'))).toEqual(['TEXT']);
  });

  test('asks for contact details unless they are known', () => {
    expect(texts(hear('contact me'))).toContain('How can we reach you?');
    expect(texts(hear('contact me', { has_contacts: true }))).toContain('We have your contact data');
  });

  test.each(['3', 'Talk to a human', 'A person, please!'])('announces an operator for %j and asks for one', (text) => {
    expect(kinds(hear(text))).toEqual(['TEXT', 'INVITE_AGENT']);
    expect(texts(hear(text))).toContain('colleague is coming');
    expect(texts(hear(text, { agents_online: false }))).not.toContain('is coming');
  });

  test('asks for an email address when nobody is there', () => {
    expect(texts(respondTo({ ...addressed, event: 'AGENT_UNAVAILABLE' }, false))).toContain('email address');
  });

  test('says thanks for "bye" and asks for a rating', () => {
    expect(kinds(hear('ok, bye!'))).toEqual(['TEXT', 'INIT_RATE']);
  });

  test('repeats anything else together with what it can do, cut to length', () => {
    expect(texts(hear('blue lamps'))).toContain('“blue lamps”');
    expect(texts(hear('🙂'.repeat(5000))).length).toBeLessThan(600);
  });

  test('does not react to a close or a rating', () => {
    const silent: readonly ServiceEvent[] = [
      { ...addressed, event: 'CHAT_CLOSED' },
      { ...addressed, event: 'CLIENT_RATED', rate: 5 },
    ];
    expect(silent.flatMap((event) => respondTo(event, false))).toEqual([]);
  });

  test('sends only messages the service can read', () => {
    const said = ['x', '1', '2', '3', 'bye', 'contact', 'a@b.example 600 123 456'].flatMap((text) =>
      hear(text, { isFirst: true }),
    );
    const read = said.map((act) => {
      if (act.event === 'BOT_MESSAGE') return { ...act, message: botMessage.parse(act.message) };
      return act.event === 'CLIENT_INFO' ? { ...act, client: z.object(clientFields).partial().parse(act.client) } : act;
    });
    expect(read).toEqual(said);
  });
});
