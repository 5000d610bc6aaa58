import { expect, it } from 'vitest';
import en from '#shared/locales/en/site.json' with { type: 'json' };
import { askedNow, problemsOf } from './contact-fields.tsx';

const NONE = { name: 'no', email: 'no', phone: 'no' } as const;

it('asks for an address while nobody is there, and for nothing that is known', () => {
  expect(askedNow(NONE, false, {})).toEqual(NONE);
  expect(askedNow(NONE, true, {})).toEqual({ ...NONE, email: 'optional' });
  expect(askedNow({ ...NONE, name: 'required' }, true, { name: 'Anna', email: 'a@b.example' })).toEqual(NONE);
});

it.each([
  ['name', '', 'Please enter your name.'],
  ['name', 'Anna', undefined],
  ['name', 'a'.repeat(256), 'This is too long.'],
  ['phone', '1'.repeat(65), 'This is too long.'],
  ['email', 'anna', 'Please check your email address.'],
  ['email', 'anna@example', 'Please check your email address.'],
  ['email', ' anna@example.com ', undefined],
  ['phone', '12', 'Please check your phone number.'],
  ['phone', '+49 (0) 30 123456', undefined],
] as const)('%s "%s": %s', (field, value, problem) => {
  expect(problemsOf({ ...NONE, [field]: 'required' }, { [field]: value }, en.ask)[field]).toBe(problem);
});

it('leaves what is optional empty', () => {
  const ask = { name: 'optional', email: 'optional', phone: 'no' } as const;
  expect(problemsOf(ask, {}, en.ask)).toEqual({});
});
