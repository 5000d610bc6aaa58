import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RequestProblem } from '#main/intake/request-problem.ts';
import { readOutline, readProviderPost } from './provider-post.ts';

const read = (event: unknown) => readProviderPost(readOutline(Buffer.from(JSON.stringify(event))).value);
const TEXT = {
  event: 'BOT_MESSAGE',
  id: 'e1',
  chat_id: '7',
  client_id: '3',
  message: { type: 'TEXT', text: 'Hi', timestamp: 1 },
};

function problemOf(event: unknown): Pick<RequestProblem, 'status' | 'message'> | undefined {
  try {
    read(event);
  } catch (error) {
    if (error instanceof RequestProblem) return { status: error.status, message: error.message };
    throw error;
  }
  return undefined;
}

describe('an event from a provider', () => {
  test.each([
    ['numeric ids', { ...TEXT, chat_id: 7, client_id: 3 }, { chatId: '7', customerId: '3' }],
    ['a client alone', { ...TEXT, chat_id: undefined }, { chatId: undefined, customerId: '3' }],
    ['a client and an empty chat', { ...TEXT, chat_id: '' }, { chatId: undefined, customerId: '3' }],
    ['no id', { ...TEXT, id: undefined }, { id: undefined, digest: undefined }],
    [
      'a timestamp that is text',
      { ...TEXT, message: { ...TEXT.message, timestamp: '1700000000' } },
      { event: 'BOT_MESSAGE' },
    ],
    [
      'numeric button ids',
      { ...TEXT, message: { type: 'BUTTONS', title: 'Which?', buttons: [{ id: 1, text: 'One' }] } },
      { message: { buttons: [{ id: '1', isNumber: true, text: 'One' }] } },
    ],
    [
      'button ids that are texts of digits',
      { ...TEXT, message: { type: 'BUTTONS', title: 'Which?', buttons: [{ id: '1', text: 'One' }] } },
      { message: { buttons: [{ id: '1', text: 'One' }] } },
    ],
    [
      'fields that nobody knows',
      { ...TEXT, more: 1, message: { ...TEXT.message, more: {} } },
      { event: 'BOT_MESSAGE' },
    ],
    [
      'contacts that are no texts',
      { event: 'CLIENT_INFO', client_id: '3', client: { email: 7, name: 'Ann' } },
      { info: { name: 'Ann' } },
    ],
  ])('is read with %s', (_what, event, expected) => {
    expect(read(event)).toMatchObject(expected);
  });

  test('keeps every digit of a long ID', () => {
    const { value } = readOutline(Buffer.from('{"event":"INVITE_AGENT","chat_id":9007199254740993}'));
    expect(readProviderPost(value).chatId).toBe('9007199254740993');
    const buttons = '[{"id":9007199254740993,"text":"One"},{"id":"9007199254740993","text":"Two"},{"text":"Three"}]';
    const body = `{"event":"BOT_MESSAGE","chat_id":1,"message":{"type":"BUTTONS","title":"Which?","buttons":${buttons}}}`;
    expect(readProviderPost(readOutline(Buffer.from(body)).value)).toMatchObject({
      message: {
        buttons: [
          { id: '9007199254740993', isNumber: true, text: 'One' },
          { id: '9007199254740993', text: 'Two' },
          { text: 'Three' },
        ],
      },
    });
  });

  test.each([
    ['no event', { ...TEXT, event: undefined }, 400, /^event:/],
    ['an unknown event', { ...TEXT, event: 'SING' }, 405, /^event:/],
    ['an event of ours', { ...TEXT, event: 'CLIENT_MESSAGE' }, 405, /^event:/],
    ['neither chat nor client', { ...TEXT, chat_id: undefined, client_id: undefined }, 400, /^chat_id:/],
    ['no message', { ...TEXT, message: undefined }, 400, /^message:/],
    ['an unknown variant', { ...TEXT, message: { type: 'VIDEO' } }, 400, /^message\.type:/],
    ['a blank text', { ...TEXT, message: { type: 'TEXT', text: '  ' } }, 400, /^message\.text:/],
    [
      'markdown without its plain text',
      { ...TEXT, message: { type: 'MARKDOWN', content: '*Hi*' } },
      400,
      /^message\.text:/,
    ],
    [
      'four buttons',
      {
        ...TEXT,
        message: { type: 'BUTTONS', title: 'Which?', buttons: Array.from({ length: 4 }, () => ({ text: 'x' })) },
      },
      400,
      /^message\.buttons:/,
    ],
    [
      'a button without words',
      { ...TEXT, message: { type: 'BUTTONS', title: 'Which?', buttons: [{ id: '1' }] } },
      400,
      /^message\.buttons\.0\.text:/,
    ],
    ['contacts of nobody', { event: 'CLIENT_INFO', client: {} }, 400, /^client_id:/],
    ['no contacts', { event: 'CLIENT_INFO', client_id: '3' }, 400, /^client:/],
  ])('is rejected with %s, naming the field', (_what, event, status, words) => {
    expect(problemOf(event)).toMatchObject({ status, message: expect.stringMatching(words) as string });
  });

  test('is recognized whatever the order of its keys, but not with other content', () => {
    const { digest } = read(TEXT);
    expect(
      read({
        message: { timestamp: 1, text: 'Hi', type: 'TEXT' },
        client_id: '3',
        chat_id: '7',
        id: 'e1',
        event: 'BOT_MESSAGE',
      }).digest,
    ).toBe(digest);
    expect(read({ ...TEXT, message: { ...TEXT.message, text: 'Hi!' } }).digest).not.toBe(digest);
    expect(read({ ...TEXT, id: 'e2' }).digest).not.toBe(digest);
  });

  test('of any shape is read or rejected, and never causes a fault', () => {
    const any = fc.jsonValue();
    const event = fc.record(
      {
        event: fc.constantFrom('BOT_MESSAGE', 'CLIENT_INFO', 'INVITE_AGENT', 'INIT_RATE', 'x'),
        chat_id: any,
        id: any,
        message: any,
        client: any,
        client_id: any,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(event, any), (value) => {
        expect([undefined, 400, 405]).toContain(problemOf(value)?.status);
      }),
    );
  });
});
