export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const PAIR = String.raw`${NUMBER}\s*(?:,|%2C|\s|;)\s*${NUMBER}`;

/** Coordinates in the URLs of maps; those of the place itself come before those of the view. */
const IN_ADDRESSES: readonly RegExp[] = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(String.raw`[?&](?:q|query|ll|sll|daddr|destination|center|coordinate)=(?:loc:)?${PAIR}`),
  new RegExp(String.raw`/(?:place|search|dir/[^/]*)/${PAIR}`),
  new RegExp(`[#&]map=[\\d.]+/${NUMBER}/${NUMBER}`),
  new RegExp(`/@${NUMBER},${NUMBER}`),
  new RegExp(`^geo:${NUMBER},${NUMBER}`, 'i'),
];

const PLAIN = new RegExp(`^${PAIR}$`);
const WITH_SIDES = /^(\d{1,3}(?:\.\d+)?)\s*°?\s*([NS])[\s,;]+(\d{1,3}(?:\.\d+)?)\s*°?\s*([EW])$/i;
const SHORT_LINK = /^https?:\/\/(?:maps\.app\.goo\.gl|goo\.gl|osm\.org\/go|maps\.apple)\//i;

/** The location in a text: coordinates, or a link to a map. Undefined without valid coordinates. */
export function parsePlace(typed: string): Coordinates | undefined {
  const text = typed.trim();
  const sides = WITH_SIDES.exec(text);
  if (sides !== null) {
    const [, latitude = '', northSouth = '', longitude = '', eastWest = ''] = sides;
    return onEarth(signed(latitude, northSouth), signed(longitude, eastWest));
  }
  const isAddress = /^(?:https?:\/\/|geo:)/i.test(text);
  const found = (isAddress ? IN_ADDRESSES : [PLAIN])
    .map((pattern) => pattern.exec(text))
    .find((match) => match !== null);
  return found === undefined ? undefined : onEarth(Number(found[1]), Number(found[2]));
}

/** Whether it is a short link, whose target has the coordinates. */
export function isShortLink(typed: string): boolean {
  return SHORT_LINK.test(typed.trim());
}

function signed(digits: string, side: string): number {
  return /[SW]/i.test(side) ? -Number(digits) : Number(digits);
}

function onEarth(latitude: number, longitude: number): Coordinates | undefined {
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
