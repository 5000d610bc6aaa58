import { expect, it } from 'vitest';
import { todayText } from './list-states.tsx';

it.each([
  [{ opened: 0, closed: 0 }, 'No chats today.'],
  [{ opened: 1, closed: 0 }, 'Today: 1 chat, 0 closed.'],
  [{ opened: 3, closed: 2 }, 'Today: 3 chats, 2 closed.'],
])('describes the day as %j', (today, line) => {
  expect(todayText(today)).toBe(line);
});
