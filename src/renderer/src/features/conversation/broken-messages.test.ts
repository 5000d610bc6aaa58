import { describe, expect, it } from 'vitest';
import { messageKinds, type Message } from '#shared/domain/message.ts';
import { messageRows } from './message-rows.ts';
import { estimatedHeight } from './use-conversation-scroll.ts';

const sound: Message = {
  id: '1',
  chatId: '1',
  from: 'customer',
  type: 'photo',
  text: 'A lamp',
  file: 'https://cdn.example/lamp.jpg',
  width: 1600,
  height: 1200,
  at: 1_700_000_000_000,
};
const JUNK = [null, {}, [], [1], '', 'junk', 0, -1, 1e308, true, { text: 'deep' }];

describe('a malformed message', () => {
  it.each([...new Set(messageKinds.flatMap(({ shape }) => Object.keys(shape)))])(
    'does not affect the rows of other messages, whatever its %s',
    (field) => {
      for (const junk of JUNK) {
        const broken = Object.assign({ ...sound, id: '2' }, { [field]: junk });
        const rows = messageRows([sound, broken, { ...sound, id: '3' }], [], false, 'me');
        expect(rows.at(-1)).toMatchObject({ messages: [{ id: '3' }] });
        // A height of NaN would break the layout of the whole list.
        for (const row of rows) expect(estimatedHeight(row)).toSatisfy(Number.isFinite);
      }
    },
  );
});
