/** Pixels of a picture's side: it is drawn as a square by whoever uploads it. */
export const PICTURE_SIDE = 256;

/** Bytes of one at most. */
export const PICTURE_LIMIT = 64 * 1024;

/** Colours by which channels are told apart, as hues. */
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

/** Path of a picture on the console's own origin; a picture that was changed has another. */
export function picturePath(picture: string): string {
  return `/media/pictures/${picture}`;
}

/**
 * Link to an operator's picture as customers get it: one that was uploaded, from where they reach the listener, or a link
 * of its own. The part before the point stays, so that replies of long ago show the picture of today.
 */
export function photoLink(
  { photo, picture }: { readonly photo?: string | undefined; readonly picture?: string | undefined },
  publicUrl: string | undefined,
): string | undefined {
  if (picture === undefined || publicUrl === undefined) return photo;
  return `${publicUrl}/files/${picture}/photo.jpg`;
}

/** The part of it that stays. */
export function pictureToken(picture: string): string {
  return picture.split('.')[0] ?? '';
}
