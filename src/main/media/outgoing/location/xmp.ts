const SPACE = 0x20;
/** What is longer is not searched, but blanked where it may name a place. */
const LONGEST_SEARCHED = 1024 * 1024;

/** Properties that say where a picture was taken: Exif's, Photoshop's and those of the IPTC. */
const PLACE = String.raw`[\w-]+:(?:GPS\w*|Location(?:Created|Shown)?|Sublocation|City|State|ProvinceState|Country(?:Code|Name)?)`;
const OPENING = new RegExp(`<(${PLACE})(?:\\s[^<>]*)?/?>`, 'g');
const CLOSING = new RegExp(`</(${PLACE})\\s*>`, 'g');
const AS_ATTRIBUTE = new RegExp(`\\s${PLACE}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g');
const LEFT_OVER = /GPS(?:L|Pos|Dest|Coord)/;

/** An XMP packet with blanks where a place was named; as long as before. Undefined where none was. */
export function withoutPlaces(packet: Buffer): Buffer | undefined {
  // One byte a character, whatever they stand for: lengths stay.
  const text = packet.toString('latin1');
  if (text.includes('\0') || text.length > LONGEST_SEARCHED) return mayNamePlace(text) ? blanked(packet) : undefined;
  const clean = withoutElements(text).replaceAll(AS_ATTRIBUTE, blanks);
  if (LEFT_OVER.test(clean)) return blanked(packet);
  return clean === text ? undefined : Buffer.from(clean, 'latin1');
}

/** Each place's element with all that is in it; every letter is looked at once, however many are never closed. */
function withoutElements(text: string): string {
  const ends = new Map<string, number[]>();
  for (const { 0: closing, 1: name = '', index } of text.matchAll(CLOSING)) {
    const of = ends.get(name);
    if (of === undefined) ends.set(name, [index + closing.length]);
    else of.push(index + closing.length);
  }
  for (const of of ends.values()) of.reverse();
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: opening, 1: name = '', index } of text.matchAll(OPENING)) {
    const inside = index + opening.length;
    if (index < done) continue;
    const of = opening.endsWith('/>') ? [inside] : (ends.get(name) ?? []);
    while ((of.at(-1) ?? inside) < inside) of.pop();
    const end = of.at(-1);
    if (end === undefined) continue;
    pieces.push(text.slice(done, index), blanks(text.slice(index, end)));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

/** Whether a packet, or a part of one, may name a place; also where its characters are of two bytes. */
export function mayNamePlace(text: string): boolean {
  return /GPS|Location|City|Country/.test(text.replaceAll('\0', ''));
}

export function blanked(packet: Buffer): Buffer {
  return Buffer.alloc(packet.length, SPACE);
}

function blanks(found: string): string {
  return ' '.repeat(found.length);
}
