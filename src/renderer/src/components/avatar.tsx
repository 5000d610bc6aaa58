import { type CSSProperties, type ReactNode, useState } from 'react';
import type { Channel, Operator } from '#shared/domain/entities.ts';
import { firstSign } from '#shared/domain/graphemes.ts';
import { CHANNEL_COLORS, type ChannelColor, picturePath } from '#shared/domain/pictures.ts';
import { cn } from './class-names.ts';

const channelColors = Object.keys(CHANNEL_COLORS) as readonly ChannelColor[];
const HUES = Object.values(CHANNEL_COLORS);

/** One of the avatar hues, stable for a seed. */
export function avatarHue(seed: string): number {
  let hash = 7;
  for (const character of seed) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return HUES[hash % HUES.length] ?? CHANNEL_COLORS.blue;
}

/** Up to two initials; undefined if the name has no letters. */
export function initials(name: string): string | undefined {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Join_Control}'’-]*/gu) ?? [];
  const letters = (words.length > 1 ? [words[0], words.at(-1)] : words).map((word = '') => firstSign(word));
  return letters.length === 0 ? undefined : letters.join('').toLocaleUpperCase();
}

interface AvatarProps {
  readonly name: string | undefined;
  /** determines the colour: the id of the person */
  readonly seed: string;
  /** path of a picture on the page's origin */
  readonly photo?: string | undefined;
  /** pixels */
  readonly size?: number;
  /** small badge at the lower right, such as the channel's */
  readonly mark?: ReactNode;
  readonly className?: string;
}

/**
 * A photo, or coloured initials until it has loaded. Never a remote picture. Decorative: the name is shown beside it,
 * so the letters are drawn by the stylesheet and not part of the page's text.
 */
export function Avatar({ name, seed, photo, size = 36, mark, className }: AvatarProps) {
  const letters = initials(name ?? '');
  return (
    <span
      aria-hidden
      className={cn('relative inline-block shrink-0 select-none', className)}
      style={{ width: size, height: size }}
    >
      <span
        data-initials={letters}
        className="avatar grid size-full place-items-center rounded-full font-semibold data-initials:before:content-[attr(data-initials)]"
        style={{ '--hue': avatarHue(seed), fontSize: Math.max(10, Math.round(size * 0.36)) } as CSSProperties}
      >
        {letters === undefined && <Silhouette />}
      </span>
      {photo !== undefined && <Photo key={photo} url={photo} />}
      {mark !== undefined && (
        <span className="absolute -end-0.5 -bottom-0.5 grid place-items-center rounded-full border-2 border-ground">
          {mark}
        </span>
      )}
    </span>
  );
}

/** An operator's photo, or initials. */
export function OperatorAvatar({
  operator: { id, name, picture },
  ...avatar
}: Pick<AvatarProps, 'size' | 'className'> & { readonly operator: Pick<Operator, 'id' | 'name' | 'picture'> }) {
  return <Avatar {...avatar} name={name} seed={id} photo={picture === undefined ? undefined : picturePath(picture)} />;
}

/** The default colour of a channel, stable for its id. */
export function colorOf(channelId: string): ChannelColor {
  const hue = avatarHue(channelId);
  return channelColors.find((color) => CHANNEL_COLORS[color] === hue) ?? 'blue';
}

type Marked = Pick<Channel, 'id' | 'name' | 'color' | 'picture'>;

/** Distinguishes channels: the channel's picture, or its first letter on its colour. Decorative, like avatars. */
export function ChannelMark({
  channel: { id, name, color, picture },
  size = 16,
  className,
}: Pick<AvatarProps, 'size' | 'className'> & { readonly channel: Marked }) {
  return (
    <span
      aria-hidden
      data-initials={firstSign(name.trim()).toLocaleUpperCase() || undefined}
      className={cn(
        'channel-mark relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full leading-none font-semibold select-none before:content-[attr(data-initials)]',
        className,
      )}
      style={
        {
          '--hue': CHANNEL_COLORS[color ?? colorOf(id)],
          width: size,
          height: size,
          fontSize: Math.round(size * 0.56),
        } as CSSProperties
      }
    >
      {picture !== undefined && <Photo key={picture} url={picturePath(picture)} />}
    </span>
  );
}

function Photo({ url }: { readonly url: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <img
      src={url}
      alt=""
      draggable={false}
      decoding="async"
      onLoad={() => setShown(true)}
      onError={() => setShown(false)}
      className={cn(
        'absolute inset-0 size-full rounded-full bg-sunken object-cover transition-opacity',
        !isShown && 'opacity-0',
      )}
    />
  );
}

function Silhouette() {
  return (
    <svg viewBox="0 0 24 24" className="size-3/5" fill="currentColor">
      <circle cx="12" cy="8.5" r="4" />
      <path d="M4 20.5c.6-4 4-6.3 8-6.3s7.4 2.3 8 6.3z" />
    </svg>
  );
}
