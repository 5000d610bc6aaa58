/**
 * What is said about one subject in one language, by key. Holes are `{{name}}`; a key that ends with `_one`, `_few`, `_other` …
 * is what is said for such a `count`, `_zero` for none at all.
 */
export type Catalogue = Readonly<Record<string, string>>;

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** What a catalogue can be asked for: its keys without their plural endings. */
export type WordKey<C> = { [K in keyof C & string]: K extends `${infer Stem}_${PluralForm}` ? Stem : K }[keyof C &
  string];

type Holes<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Holes<Rest> : never;

/** What has to be told to say it: the holes of all its forms, and the count where there are several forms. */
type Told<C, K extends string> =
  | Holes<C[keyof C & (K | `${K}_${PluralForm}`)]>
  | (keyof C & `${K}_other` extends never ? never : 'count');

/** A number is written as the locale writes it: give a port or a status as a string. */
type Values<Name extends string> = { readonly [N in Name]: N extends 'count' ? number : string | number };

/** Says words of one catalogue. A key or a hole that it does not have does not compile. */
export type Say<C> = <K extends WordKey<C>>(
  key: K,
  ...values: [Told<C, K>] extends [never] ? readonly [] : readonly [Values<Told<C, K>>]
) => string;
