import Papa from 'papaparse';
import { importedContact, type ImportedContact } from '#shared/contract/contacts.ts';
import { contactKeys } from '#shared/domain/contact-fields.ts';
import { fromCell } from '#shared/domain/csv.ts';
import { withoutMarks } from '#shared/domain/search-terms.ts';
import { distinctTags, MAX_TAGS } from '#shared/domain/tags.ts';

/** Bytes and rows that a file has at most. */
const LARGEST = 10_000_000;
export const MOST_ROWS = 50_000;

/** Why a file cannot be read at all. */
export type ContactFileProblem = 'large' | 'many' | 'encoding' | 'columns';

export type ContactFile =
  | { readonly problem: ContactFileProblem }
  | {
      readonly problem?: undefined;
      readonly rows: readonly ImportedContact[];
      /** numbers of rows, as a spreadsheet program counts them, that say nobody's email or phone */
      readonly unreadable: readonly number[];
    };

/** Reads a CSV file of contacts, whichever program has made it: its first row names the columns. */
export function readContactFile(bytes: Uint8Array): ContactFile {
  if (bytes.length > LARGEST) return { problem: 'large' };
  const text = decoded(bytes);
  if (text === undefined) return { problem: 'encoding' };
  const [titles = [], ...lines] = Papa.parse<string[]>(text).data;
  const columns = titles.map(columnOf);
  if (!columns.includes('email') && !columns.includes('phone')) return { problem: 'columns' };
  if (lines.length > MOST_ROWS) return { problem: 'many' };
  const rows: ImportedContact[] = [];
  const unreadable: number[] = [];
  for (const [index, cells] of lines.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const row = rowOf(columns, cells);
    if (row === undefined) unreadable.push(index + 2);
    else rows.push(row);
  }
  return { rows, unreadable };
}

/** UTF-8, or UTF-16 with a byte order mark; undefined: something else. */
function decoded(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

type Column = 'name' | 'given' | 'family' | 'phone' | 'email' | 'tags';

/** Beginnings of titles in our languages, and in the files of address books, without marks and signs. */
const TITLES: readonly (readonly [Column, RegExp])[] = [
  ['email', /^(e?mail|correo|электроннаяпочта|элпочта|почта)/],
  ['phone', /^(phone|tel|mobil|handy|celular|cell|movil|телефон|мобильный)/],
  ['tags', /^(tag|label|schlagwort|schlagworter|etiqueta|marcador|метк|categor|kategor)/],
  ['given', /^(firstname|givenname|vorname|nombredepila|primeironome)/],
  ['family', /^(lastname|familyname|surname|nachname|apellido|sobrenome|фамилия)/],
  [
    'name',
    /^(name|fullname|displayname|customer|contact|kunde|kontakt|nombre|cliente|contacto|nome|contato|имя|клиент|контакт|фио)$/,
  ],
];

function columnOf(title: string): Column | undefined {
  const letters = withoutMarks(title).replaceAll(/[^\p{L}]/gu, '');
  // Address books say beside an email of which kind it is.
  if (/(type|label)$/.test(letters) && !/^labels?$/.test(letters)) return undefined;
  return TITLES.find(([, pattern]) => pattern.test(letters))?.[0];
}

function rowOf(columns: readonly (Column | undefined)[], cells: readonly string[]): ImportedContact | undefined {
  const valueOf = (column: Column): string =>
    columns
      .flatMap((is, index) => (is === column ? [fromCell(cells[index]?.trim() ?? '')] : []))
      .find((value) => value !== '') ?? '';
  const email = valueOf('email');
  const row = importedContact.safeParse({
    name: valueOf('name') || `${valueOf('given')} ${valueOf('family')}`.trim() || undefined,
    phone: valueOf('phone') || undefined,
    email: email || undefined,
    tags: distinctTags(valueOf('tags').split(/[,;|]|:::/)).slice(0, MAX_TAGS),
  });
  if (!row.success || (email !== '' && !email.includes('@'))) return undefined;
  return contactKeys(row.data).length === 0 ? undefined : row.data;
}
