import { expect, it } from 'vitest';
import { chatEvent, deliveryError, handOverReason, type ChatEvent } from '#shared/domain/message.ts';
import { eventText } from './conversation-text.ts';

const faq = { botId: 'faq', botName: 'FAQ' };
const olga = { operatorId: 'olga', operatorName: 'Olga' };

const taken = { kind: 'taken', ...olga, fromOperatorId: 'ben', fromOperatorName: 'Ben' } as const;
const back = { kind: 'unassigned', ...olga, toOperatorId: 'ben', toOperatorName: 'Ben' } as const;
const assigned = { ...back, kind: 'assigned' } as const;
const moved = { ...assigned, fromOperatorId: 'zoe', fromOperatorName: 'Zoe' } as const;
it.each<[ChatEvent, string | undefined, string]>([
  [taken, 'ben', 'Olga took over the chat from you'],
  [taken, 'zoe', 'Olga took over the chat from Ben'],
  [taken, undefined, 'Olga took over the chat from Ben'],
  [taken, 'olga', 'You took over the chat from Ben'],
  [{ ...taken, fromOperatorId: undefined }, 'ben', 'Olga took over the chat from Ben'],
  [{ ...taken, fromOperatorId: undefined }, undefined, 'Olga took over the chat from Ben'],
  [back, 'ben', 'Olga took the chat back from you'],
  [back, 'zoe', 'Olga took the chat back from Ben'],
  [assigned, 'olga', 'You assigned the chat to Ben'],
  [assigned, 'ben', 'Olga assigned the chat to you'],
  [assigned, 'zoe', 'Olga assigned the chat to Ben'],
  [{ ...assigned, fromOperatorId: 'olga', fromOperatorName: 'Olga' }, 'zoe', 'Olga assigned the chat to Ben'],
  [moved, 'ben', 'Olga moved the chat from Zoe to you'],
  [moved, 'zoe', 'Olga moved the chat from you to Ben'],
  [{ ...assigned, fromBotId: 'faq', fromBotName: 'FAQ' }, undefined, 'Olga moved the chat from FAQ to Ben'],
])('names the operators, or addresses the reader: %j for %s', (event, reader, line) => {
  expect(eventText(event, reader)).toBe(line);
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
