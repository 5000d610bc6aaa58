const SPACE = 0x20;
const RESOURCE = '8BIM';
const IPTC = 0x04_04;
/** Datasets of the second record: location code and name, city, sublocation, province, country code and name. */
const PLACES: ReadonlySet<number> = new Set([26, 27, 90, 92, 95, 100, 101]);

/** Photoshop's resources with blanks where the IPTC record names a place; as long as before. Undefined where it names none. */
export function withoutIptcPlaces(resources: Buffer): Buffer | undefined {
  const clean = Buffer.from(resources);
  for (let at = 0; at + 12 <= clean.length && clean.toString('latin1', at, at + 4) === RESOURCE;) {
    const nameLength = (clean[at + 6] ?? 0) + 1;
    const sizeAt = at + 6 + nameLength + (nameLength % 2);
    if (sizeAt + 4 > clean.length) break;
    const size = clean.readUInt32BE(sizeAt);
    if (clean.readUInt16BE(at + 4) === IPTC) blankPlaces(clean.subarray(sizeAt + 4, sizeAt + 4 + size));
    at = sizeAt + 4 + size + (size % 2);
  }
  return clean.equals(resources) ? undefined : clean;
}

function blankPlaces(record: Buffer): void {
  for (let at = 0; at + 5 <= record.length && record[at] === 0x1c;) {
    const size = record.readUInt16BE(at + 3);
    // Longer ones than any place's name are written in another way.
    if (size >= 0x80_00) return;
    if (record[at + 1] === 2 && PLACES.has(record[at + 2] ?? 0))
      record.fill(SPACE, at + 5, Math.min(at + 5 + size, record.length));
    at += 5 + size;
  }
}
