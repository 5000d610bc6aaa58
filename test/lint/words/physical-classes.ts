/** A file of the product. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** Part of a class name without its variants: a side that isn't mirrored right to left. */
const PHYSICAL =
  /^-?(?:(?:scroll-)?[mp][lr]-.+|(?:left|right)-.+|(?:border|rounded)-(?:[lr]|[tb][lr])(?:-.+)?|(?:text|float|clear)-(?:left|right))$/;

/** The middle is the same from both sides. */
const MIDDLE = /^-?(?:left|right)-1\/2$/;

/** Classes in a file that name left or right, where `ms`, `pe`, `start`, `end` are mirrored. */
export function physicalClasses({ text }: Source): string[] {
  const tokens = Array.from(text.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g), ([, , inside = '']) => inside).flatMap(
    (inside) => inside.split(/[\s'"`{?]+/),
  );
  return tokens.filter((token) => {
    const name = token.split(/:(?![^[]*\])/).at(-1) ?? '';
    return PHYSICAL.test(name) && !MIDDLE.test(name);
  });
}
