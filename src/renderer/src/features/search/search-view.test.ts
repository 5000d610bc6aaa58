import { describe, expect, test } from 'vitest';
import {
  customerSearchInput,
  messageSearchInput,
  EVERYWHERE,
  isEverywhere,
  withoutRemoved,
  type SearchFilter,
} from './search-view.ts';

const filter = (more: Partial<SearchFilter> = {}): SearchFilter => ({ text: 'lamp', ...EVERYWHERE, ...more });

describe('the search input', () => {
  test('is only the text without filters', () => {
    expect(messageSearchInput(filter())).toEqual({ text: 'lamp' });
    expect(isEverywhere(filter())).toBe(true);
  });

  test('covers whole days in local time', () => {
    expect(messageSearchInput(filter({ from: '2026-03-28', until: '2026-03-29' }))).toEqual({
      text: 'lamp',
      since: new Date(2026, 2, 28).getTime(),
      until: new Date(2026, 2, 30).getTime(),
    });
    expect(messageSearchInput(filter({ from: 'x', until: '275761-01-01' }))).toEqual({ text: 'lamp' });
  });

  test('names an operator, or a kind of author', () => {
    expect(messageSearchInput(filter({ author: 'operator:7' }))).toEqual({ text: 'lamp', operatorId: '7' });
    expect(messageSearchInput(filter({ author: 'note', chat: { id: '5', name: 'Anna' } }))).toEqual({
      text: 'lamp',
      from: 'note',
      chatId: '5',
    });
    expect(customerSearchInput(filter({ author: 'note', channel: 'c' }))).toEqual({ text: 'lamp', channelId: 'c' });
  });

  test('leaves out removed channels and operators', () => {
    const chosen = filter({ channel: 'gone', author: 'operator:gone' });
    expect(withoutRemoved(chosen, ['shop'], ['7'])).toEqual(filter());
    expect(withoutRemoved(chosen, ['gone'], ['gone'])).toEqual(chosen);
  });
});
