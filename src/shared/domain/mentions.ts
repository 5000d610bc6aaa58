interface Named {
  readonly name: string;
}

/** An `@` that asks for a colleague, and the beginning of a name after it. */
export interface MentionQuery {
  /** position of the `@` */
  readonly start: number;
  /** end of the query: the caret */
  readonly end: number;
  readonly query: string;
}

/** Most characters of a name that is looked for. */
const MAX_LENGTH = 40;

function patternOf(names: readonly string[]): RegExp {
  // The longest first: Anna Maria is not Anna.
  const escaped = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(@(?:${escaped.join('|')}))(?![\p{L}\p{N}])`, 'giu');
}

/** The parts of a note; every second one is an `@name` of these names. */
export function mentionParts(text: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [text] : text.split(patternOf(names));
}

/** Those whom a note names as `@name`, in any case. */
export function mentionedIn<One extends Named>(text: string, people: readonly One[]): readonly One[] {
  const parts = mentionParts(
    text,
    people.map(({ name }) => name),
  );
  const found = new Set(parts.filter((_part, at) => at % 2 === 1).map((part) => part.slice(1).toLowerCase()));
  return people.filter(({ name }) => found.has(name.toLowerCase()));
}

/** The `@` at the caret, at the start or after a space; a name may have several words. */
export function mentionAt(text: string, caret: number): MentionQuery | undefined {
  const start = caret === 0 ? -1 : text.lastIndexOf('@', caret - 1);
  if (start < 0 || caret - start > MAX_LENGTH || /[^\s(]$/u.test(text.slice(0, start))) return undefined;
  const query = text.slice(start + 1, caret);
  return query.includes('\n') ? undefined : { start, end: caret, query };
}

/** People of whose name a word begins with the query. */
export function namesLike<One extends Named>(people: readonly One[], query: string): readonly One[] {
  const wanted = query.toLowerCase();
  return people.filter(
    ({ name }) => name.toLowerCase().startsWith(wanted) || name.toLowerCase().includes(` ${wanted}`),
  );
}
