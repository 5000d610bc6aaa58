import type { TrayPicture } from '../fixtures/dbus/tray-host.ts';

/** Pixels of the badge in the tray's icon: red with a number for waiting chats, amber for a problem. */
export function badgePoints(picture: TrayPicture): { readonly red: number; readonly amber: number } {
  const points = picture[0]?.[2] ?? new Uint8Array();
  const counted = { red: 0, amber: 0 };
  for (let at = 0; at < points.length; at += 4) {
    const [, r = 0, g = 0, b = 0] = points.subarray(at, at + 4);
    if (r > 150 && g < 90 && b < 90) counted.red += 1;
    if (r > 150 && g > 90 && g < 130 && b < 40) counted.amber += 1;
  }
  return counted;
}
