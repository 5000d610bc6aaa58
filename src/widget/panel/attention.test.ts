import { expect, it } from 'vitest';
import { createTitleCount } from './attention.ts';

it('shows a count before the title, and puts the title back exactly', () => {
  const page = { title: ' Bella  Lamps' };
  const { show, titleOfPage } = createTitleCount(page);
  show(1);
  show(2);
  expect([page.title, titleOfPage()]).toEqual(['(2)  Bella  Lamps', ' Bella  Lamps']);
  show(0);
  expect(page.title).toBe(' Bella  Lamps');
});

it('leaves alone what the page sets meanwhile', () => {
  const page = { title: 'One' };
  const { show } = createTitleCount(page);
  show(1);
  page.title = 'Two';
  show(2);
  expect(page.title).toBe('(2) Two');
  page.title = 'Three';
  show(0);
  expect(page.title).toBe('Three');
});
