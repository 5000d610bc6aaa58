import type { SeenEvent } from '../../fixtures/provider.ts';

/** What a bot sends in public code, and what has to come of it. */
export interface BotShape {
  /** what is unusual about it */
  readonly name: string;
  /** the body of its answer to CLIENT_MESSAGE */
  readonly answer?: (seen: SeenEvent) => string;
  /** what it posts then, objects as JSON */
  readonly events: (seen: SeenEvent) => readonly (object | string)[];
  /** after the service address */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** of each answer */
  readonly status: number;
  /** in each answer, if it is an error */
  readonly error?: string;
  /** the bot's, as operators see them */
  readonly messages: readonly object[];
  /** the texts that the customer gets */
  readonly sent: readonly string[];
  readonly state: 'bot' | 'waiting';
}

const HELLO = { type: 'TEXT', text: 'Hello' };
const greeted = { messages: [{ text: 'Hello' }], sent: ['Hello'], state: 'bot' } as const;
const held = { messages: [], sent: [], state: 'bot' } as const;

export const botShapes: readonly BotShape[] = [
  {
    name: 'neither id nor client_id nor timestamp',
    events: ({ chat_id }) => [{ event: 'BOT_MESSAGE', chat_id, message: HELLO }],
    status: 200,
    ...greeted,
  },
  {
    name: 'a constant id, and milliseconds for seconds',
    events: ({ chat_id, client_id }) =>
      ['One', 'Two'].map((text) => ({
        ...{ event: 'BOT_MESSAGE', id: 'dialogflow', client_id, chat_id },
        message: { type: 'TEXT', text, timestamp: 1_790_000_000_123 },
      })),
    status: 200,
    messages: [{ text: 'One' }, { text: 'Two' }],
    sent: ['One', 'Two'],
    state: 'bot',
  },
  {
    name: 'the whole event sent back, its event and text replaced',
    events: (seen) => [{ ...seen, event: 'BOT_MESSAGE', message: { ...seen.message, text: 'Hello' } }],
    status: 200,
    ...greeted,
  },
  {
    name: 'client_id alone, a fraction for a timestamp, buttons whose ids count from 0',
    events: ({ client_id }) => [
      {
        ...{ event: 'BOT_MESSAGE', id: '12', client_id },
        message: {
          ...{ type: 'BUTTONS', title: 'Which one?', text: 'Which one?', timestamp: 1_790_000_000.25 },
          buttons: ['Lamp', 'Chair'].map((text, id) => ({ text, id })),
        },
      },
    ],
    status: 200,
    messages: [
      { text: 'Which one?', title: 'Which one?', buttons: [0, 1].map((id) => ({ id: String(id), isNumber: true })) },
    ],
    sent: ['Which one?'],
    state: 'bot',
  },
  {
    name: 'ids as numbers, force_reply, no timestamp',
    events: ({ chat_id, client_id }) => [
      {
        ...{ event: 'BOT_MESSAGE', id: 'b-1', client_id: Number(client_id), chat_id: Number(chat_id) },
        message: {
          ...{ type: 'BUTTONS', title: 'Let’s start', text: 'Log in or register?', force_reply: true },
          buttons: [{ text: '🔐 Log in', id: 1 }],
        },
      },
    ],
    status: 200,
    messages: [{ text: 'Log in or register?' }],
    sent: ['Log in or register?'],
    state: 'bot',
  },
  {
    name: 'a link in Markdown whose text is the address',
    events: ({ chat_id }) => [
      {
        ...{ event: 'BOT_MESSAGE', id: 'b-1', chat_id },
        message: { type: 'MARKDOWN', content: '[Privacy](https://shop.example/p)', text: 'https://shop.example/p' },
      },
    ],
    status: 200,
    messages: [{ text: 'https://shop.example/p', markdown: '[Privacy](https://shop.example/p)' }],
    sent: ['https://shop.example/p'],
    state: 'bot',
  },
  {
    name: 'the id of the event that it answers, client_id null, a reason for the hand-over',
    events: ({ id, chat_id }) => [
      { id, event: 'BOT_MESSAGE', chat_id, client_id: null, message: { ...HELLO, timestamp: '1790000000' } },
      { id, event: 'INVITE_AGENT', chat_id, client_id: null, reason: 'off topic' },
    ],
    status: 200,
    messages: [{ text: 'Hello' }],
    sent: ['Hello'],
    state: 'waiting',
  },
  {
    name: 'a slash at the end of the address, a charset',
    path: '/',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    events: ({ chat_id }) => [{ event: 'BOT_MESSAGE', chat_id, message: HELLO }],
    status: 200,
    ...greeted,
  },
  {
    name: 'its reply in its answer, which nobody reads, and then one as an event',
    answer: ({ id, chat_id, client_id }) =>
      JSON.stringify({
        id,
        chat_id,
        client_id,
        event: 'BOT_MESSAGE',
        message: { type: 'TEXT', text: 'In the answer' },
      }),
    events: ({ chat_id }) => [{ event: 'BOT_MESSAGE', chat_id, message: HELLO }],
    status: 200,
    ...greeted,
  },
  {
    name: 'its reply under the name of our event',
    events: (seen) => [{ ...seen, event: 'CLIENT_MESSAGE', message: HELLO }],
    status: 405,
    error: 'BOT_MESSAGE',
    ...held,
  },
  {
    name: 'a language model that had nothing to say',
    events: ({ chat_id }) => [
      { event: 'BOT_MESSAGE', chat_id, message: { type: 'TEXT', text: '' } },
      { event: 'BOT_MESSAGE', chat_id, message: { type: 'TEXT', text: null } },
    ],
    status: 400,
    error: 'message.text',
    ...held,
  },
  {
    name: 'four buttons',
    events: ({ chat_id }) => [
      {
        ...{ event: 'BOT_MESSAGE', chat_id },
        message: {
          type: 'BUTTONS',
          title: 'A',
          text: 'A',
          buttons: ['1', '2', '3', '4'].map((id) => ({ id, text: id })),
        },
      },
    ],
    status: 400,
    error: 'buttons',
    ...held,
  },
];
