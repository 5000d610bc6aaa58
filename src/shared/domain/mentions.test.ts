import { describe, expect, it } from 'vitest';
import { mentionAt, mentionedIn, mentionParts, namesLike } from './mentions.ts';

const TEAM = ['Anna', 'Anna Maria', 'Jürgen', 'C. (night)'].map((name) => ({ name }));
const names = (found: readonly { readonly name: string }[]): readonly string[] => found.map(({ name }) => name);

describe('a note mentions', () => {
  it.each([
    ['@Anna please look', ['Anna']],
    ['please look, @anna', ['Anna']],
    ['@Anna Maria, is it in stock?', ['Anna Maria']],
    ['@Anna and @Jürgen: refund', ['Anna', 'Jürgen']],
    ['(@C. (night))', ['C. (night)']],
    ['ask Anna', []],
    ['mail anna@Anna.example', []],
    ['@Annabel', []],
    ['@nobody', []],
  ])('in %j: %j', (text, found) => {
    expect(names(mentionedIn(text, TEAM))).toEqual(found);
  });

  it('everybody of the same name', () => {
    expect(
      mentionedIn('@Anna?', [
        { name: 'Anna', id: 1 },
        { name: 'anna', id: 2 },
      ]),
    ).toHaveLength(2);
  });
});

it('is marked where it is said', () => {
  expect(mentionParts('Hi @Anna Maria!', ['Anna', 'Anna Maria'])).toEqual(['Hi ', '@Anna Maria', '!']);
  expect(mentionParts('Hi @Anna', [])).toEqual(['Hi @Anna']);
});

describe('colleagues are offered', () => {
  /** `|` is the caret. */
  const at = (marked: string) => mentionAt(marked.replace('|', ''), marked.indexOf('|'))?.query;
  it.each([
    ['@|', ''],
    ['Hi @an|na', 'an'],
    ['Hi\n@anna ma|', 'anna ma'],
    ['(@a|', 'a'],
    ['|@', undefined],
    ['anna@shop|', undefined],
    ['@anna\nhi|', undefined],
    [`@${'x'.repeat(41)}|`, undefined],
  ])('in %j for %j', (marked, query) => {
    expect(at(marked)).toBe(query);
  });

  it('by the beginning of each of their names', () => {
    expect(names(namesLike(TEAM, 'mar'))).toEqual(['Anna Maria']);
    expect(names(namesLike(TEAM, 'ANNA'))).toEqual(['Anna', 'Anna Maria']);
    expect(names(namesLike(TEAM, 'anna maria '))).toEqual([]);
  });
});
