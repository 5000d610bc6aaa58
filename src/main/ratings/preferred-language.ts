import { languageFor, type Language } from '#shared/locales/languages.ts';

/** The language that an `Accept-Language` header asks for most, of those that the app speaks (`pt` is `pt-BR`); English where it asks for none. */
export function preferredLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return { range, weight: weightOf(parameters) };
  });
  return languageFor(
    wanted
      .filter(({ weight }) => weight > 0)
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ range }) => range),
  );
}

/** `q=0.8`; what is not a weight counts as none given */
function weightOf(parameters: readonly string[]): number {
  const given = parameters
    .map((parameter) => /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameter)?.[1])
    .find((weight) => weight !== undefined);
  return given === undefined ? 1 : Number(given);
}
