import { expect, it } from 'vitest';
import { chatEvent, deliveryError, handOverReason, type ChatEvent } from '#shared/domain/message.ts';
import { eventText } from './conversation-text.ts';

const faq = { botId: 'faq', botName: 'FAQ' };
const olga = { operatorId: 'olga', operatorName: 'Olga' };

it('names the operator, or addresses the reader', () => {
  const event = { kind: 'taken', ...olga, fromOperatorId: 'ben', fromOperatorName: 'Ben' } as const;
  expect(eventText(event, 'ben')).toBe('Olga took over the chat from you');
  expect(eventText(event, 'zoe')).toBe('Olga took over the chat from Ben');
  expect(eventText(event, undefined)).toBe('Olga took over the chat from Ben');
  expect(eventText(event, 'olga')).toBe('You took over the chat from Ben');
  const before = { kind: 'taken', ...olga, fromOperatorName: 'Ben' } as const;
  expect(eventText(before, 'ben')).toBe('Olga took over the chat from Ben');
  expect(eventText(before, undefined)).toBe('Olga took over the chat from Ben');
  const back = { kind: 'unassigned', ...olga, toOperatorId: 'ben', toOperatorName: 'Ben' } as const;
  expect(eventText(back, 'ben')).toBe('Olga took the chat back from you');
  expect(eventText(back, 'zoe')).toBe('Olga took the chat back from Ben');
});

it('names who assigned a chat, and to whom', () => {
  const event = { kind: 'assigned', ...olga, toOperatorId: 'ben', toOperatorName: 'Ben' } as const;
  expect(eventText(event, 'olga')).toBe('You assigned the chat to Ben');
  expect(eventText(event, 'ben')).toBe('Olga assigned the chat to you');
  expect(eventText(event, 'zoe')).toBe('Olga assigned the chat to Ben');
  expect(eventText({ ...event, fromOperatorId: 'olga', fromOperatorName: 'Olga' }, 'zoe')).toBe(
    'Olga assigned the chat to Ben',
  );
  expect(eventText({ ...event, fromOperatorId: 'zoe', fromOperatorName: 'Zoe' }, 'ben')).toBe(
    'Olga moved the chat from Zoe to you',
  );
  expect(eventText({ ...event, fromOperatorId: 'zoe', fromOperatorName: 'Zoe' }, 'zoe')).toBe(
    'Olga moved the chat from you to Ben',
  );
  expect(eventText({ ...event, fromBotId: 'faq', fromBotName: 'FAQ' }, undefined)).toBe(
    'Olga moved the chat from FAQ to Ben',
  );
});

it.each<[ChatEvent, string]>([
  [{ kind: 'taken', ...olga, fromBotName: 'FAQ' }, 'Olga took over the chat from FAQ'],
  [{ kind: 'unassigned', ...olga, toOperatorName: 'Ben' }, 'Olga took the chat back from Ben'],
  [{ kind: 'operator_removed', removedName: 'Ben' }, 'Ben no longer works here, so the chat moved to Waiting'],
  [{ kind: 'operator_removed' }, 'The operator who had this chat no longer works here, so it moved to Waiting'],
  [{ kind: 'returned_to_bot', ...olga, ...faq }, 'Olga returned the chat to FAQ'],
  [{ kind: 'asked_for_person', operatorsOnline: true, ...faq }, 'FAQ asked for a person, so the chat moved to Waiting'],
  [
    { kind: 'asked_for_person', operatorsOnline: false, ...faq },
    'FAQ asked for a person, but nobody was available, so it kept the chat',
  ],
  [{ kind: 'contacts_given', fields: ['email'], ...faq }, 'FAQ noted the customer’s email address'],
  [
    { kind: 'contacts_given', fields: ['name', 'phone', 'email'], ...faq },
    'FAQ noted the customer’s name, phone number and email address',
  ],
  [{ kind: 'rated', rate: 4, again: false }, 'The customer rated the chat 4 of 5'],
  [
    { kind: 'rated', rate: 2, comment: 'Too slow', again: true },
    'The customer changed the rating to 2 of 5: “Too slow”',
  ],
  [
    { kind: 'handed_over', reason: 'failed', error: { kind: 'timeout' }, ...faq },
    'FAQ didn’t answer within 9 seconds, so the chat moved to Waiting',
  ],
  [
    { kind: 'handed_over', reason: 'failed', error: { kind: 'status', status: 503 }, ...faq },
    'FAQ reported an error (status 503), so the chat moved to Waiting',
  ],
  [
    { kind: 'handed_over', reason: 'silent', ...faq },
    'FAQ got the message but didn’t reply, so the chat moved to Waiting',
  ],
])('describes %j in plain words', (event, line) => {
  expect(eventText(event, undefined)).toBe(line);
});

it('describes every event and every hand-over reason', () => {
  const errors = deliveryError.shape.kind.options.map((kind) => ({ kind }));
  const handOvers = handOverReason.options.flatMap((reason) =>
    [undefined, ...errors].map((error) => ({ kind: 'handed_over' as const, reason, error, ...faq })),
  );
  for (const event of handOvers) {
    expect(chatEvent.safeParse(event).success).toBe(true);
    const line = eventText(event, undefined);
    expect(line).toMatch(/FAQ.*, so the chat moved to Waiting$/);
    expect(line).not.toMatch(/timeout|webhook|payload|null|undefined|_/i);
  }
});
