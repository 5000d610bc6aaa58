import { expect, test } from 'vitest';
import { fieldsExceptName } from './contact-fields.ts';

test('leaves the fields besides the name unchanged, lists too', () => {
  expect(fieldsExceptName({ name: ['Anna'], email: ['anna@', 'shop.example'] })).toEqual([['anna@', 'shop.example']]);
});
