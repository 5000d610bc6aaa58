import { expect, test } from 'vitest';
import { besideName } from './contact-fields.ts';

test('leaves the fields besides the name unchanged, lists too', () => {
  expect(besideName({ name: ['Anna'], email: ['anna@', 'shop.example'] })).toEqual([['anna@', 'shop.example']]);
});
