import { expect, test } from 'vitest';
import { besideName } from './contact-fields.ts';

test('what is known beside the name stays as it is, a list too', () => {
  expect(besideName({ name: ['Anna'], email: ['anna@', 'shop.example'] })).toEqual([['anna@', 'shop.example']]);
});
