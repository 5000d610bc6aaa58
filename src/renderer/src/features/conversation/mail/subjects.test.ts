import { describe, expect, it } from 'vitest';
import { changedSubjects, newestSubject } from './subjects.ts';

const mails = (...subjects: readonly (string | undefined)[]) =>
  subjects.map((subject, at) => ({
    id: String(at),
    chatId: 'chat',
    mail: { id: `mail ${String(at)}`, from: 'anna@shop.example', subject },
  }));
const changed = (...subjects: readonly (string | undefined)[]) =>
  Object.fromEntries(changedSubjects(mails(...subjects)));

describe('subjects of mails', () => {
  it('have the newest above the conversation', () => {
    expect(newestSubject(mails('Lamp', 'Re: Lamp', undefined))).toBe('Re: Lamp');
    expect(newestSubject(mails(undefined))).toBeUndefined();
    expect(newestSubject([])).toBeUndefined();
  });

  it('are said where they change, whatever mail programs put before them', () => {
    expect(changed('Lamp', 'Re: Lamp', 'AW: Re[2]: lamp', undefined, 'Fwd: Re: Lamp')).toEqual({});
    expect(changed('Lamp', 'Re: Lamp', 'Invoice 7', 'Re: Invoice 7')).toEqual({ 0: 'Lamp', 2: 'Invoice 7' });
    expect(changed('Lamp', 'Invoice 7', 'Re: Lamp')).toEqual({ 1: 'Invoice 7', 2: 'Re: Lamp' });
  });

  it('of earlier chats are said at their first mail', () => {
    const [earlier, ...others] = mails('Lamp', 'Lamp');
    expect([...changedSubjects([{ ...earlier, id: 'earlier', chatId: 'before' }, ...others])]).toEqual([
      ['earlier', 'Lamp'],
    ]);
  });
});
