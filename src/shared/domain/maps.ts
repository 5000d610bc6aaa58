/** Street maps on the web, and the URL of a place on each. */
const maps = {
  OpenStreetMap: (at: string, latitude: number, longitude: number) =>
    `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${at.replace(',', '/')}`,
  'Google Maps': (at: string) => `https://www.google.com/maps/search/?api=1&query=${at}`,
  'Apple Maps': (at: string) => `https://maps.apple.com/?ll=${at}&q=${at}`,
  'Yandex Maps': (_at: string, latitude: number, longitude: number) =>
    `https://yandex.com/maps/?pt=${longitude},${latitude}&z=16&l=map`,
} as const;
export type MapName = keyof typeof maps;
export const MAP_NAMES = Object.keys(maps) as [MapName, ...MapName[]];

/** URL of a place on a street map. A stored place may name a map that is no longer offered. */
export function mapAddress(map: string | undefined, latitude: number, longitude: number): string {
  const address = map !== undefined && Object.hasOwn(maps, map) ? maps[map as MapName] : maps.OpenStreetMap;
  return address(`${latitude},${longitude}`, latitude, longitude);
}
