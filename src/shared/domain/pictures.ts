/** Side of a picture in pixels: the uploader draws it as a square. */
export const PICTURE_SIDE = 256;

/** Maximum size of a picture in bytes. */
export const PICTURE_LIMIT = 64 * 1024;

/** Colours that distinguish channels, as hues. */
export const CHANNEL_COLORS = {
  red: 25,
  orange: 55,
  olive: 95,
  green: 145,
  teal: 195,
  blue: 240,
  violet: 285,
  pink: 335,
} as const;
export type ChannelColor = keyof typeof CHANNEL_COLORS;

/** Path of a picture on the console's own origin; it differs for every version of the picture. */
export function picturePath(picture: string): string {
  return `/media/pictures/${picture}`;
}

/**
 * URL of an operator's picture for customers: an uploaded one, from where they reach the listener, or the operator's
 * link. The part before the dot is permanent, so that old replies show the current picture.
 */
export function photoLink(
  { photo, picture }: { readonly photo?: string | undefined; readonly picture?: string | undefined },
  publicUrl: string | undefined,
): string | undefined {
  if (picture === undefined || publicUrl === undefined) return photo;
  return `${publicUrl}/files/${picture}/photo.jpg`;
}

/** The permanent part of it. */
export function pictureToken(picture: string): string {
  return picture.split('.')[0] ?? '';
}
