import { describe, expect, test } from 'vitest';
import {
  askedCustomers,
  askedMessages,
  EVERYWHERE,
  isEverywhere,
  stillThere,
  type SearchFilter,
} from './search-view.ts';

const filter = (more: Partial<SearchFilter> = {}): SearchFilter => ({ text: 'lamp', ...EVERYWHERE, ...more });

describe('the search input', () => {
  test('is only the text without filters', () => {
    expect(askedMessages(filter())).toEqual({ text: 'lamp' });
    expect(isEverywhere(filter())).toBe(true);
  });

  test('covers whole days in local time', () => {
    expect(askedMessages(filter({ from: '2026-03-28', until: '2026-03-29' }))).toEqual({
      text: 'lamp',
      since: new Date(2026, 2, 28).getTime(),
      until: new Date(2026, 2, 30).getTime(),
    });
    expect(askedMessages(filter({ from: 'x', until: '275761-01-01' }))).toEqual({ text: 'lamp' });
  });

  test('names an operator, or a kind of author', () => {
    expect(askedMessages(filter({ who: 'operator:7' }))).toEqual({ text: 'lamp', operatorId: '7' });
    expect(askedMessages(filter({ who: 'note', chat: { id: '5', name: 'Anna' } }))).toEqual({
      text: 'lamp',
      from: 'note',
      chatId: '5',
    });
    expect(askedCustomers(filter({ who: 'note', channel: 'c' }))).toEqual({ text: 'lamp', channelId: 'c' });
  });

  test('leaves out removed channels and operators', () => {
    const chosen = filter({ channel: 'gone', who: 'operator:gone' });
    expect(stillThere(chosen, ['shop'], ['7'])).toEqual(filter());
    expect(stillThere(chosen, ['gone'], ['gone'])).toEqual(chosen);
  });
});
