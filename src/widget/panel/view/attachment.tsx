import { fileSize } from '#shared/domain/file-size.ts';
import { mapAddress } from '#shared/domain/maps.ts';
import type { SiteFile, SiteMessage } from '#shared/site/frames.ts';
import { useState } from 'preact/hooks';
import { fill } from '../formats.ts';
import { useSurroundings } from './context.ts';
import { Icon } from './tool.tsx';

/** Pixels: the widest that pictures and videos are shown. */
const WIDEST = 260;
const HIGHEST = 320;

/** The file or place of a message. What the page does not allow to be shown is a link. */
export function Attachment({ message: { type, file, location } }: { readonly message: SiteMessage }) {
  const { texts, address, locale } = useSurroundings();
  const [isBroken, setBroken] = useState(false);
  if (location !== undefined) return <LocationCard location={location} />;
  if (file === undefined || type === 'text' || type === 'location') return null;
  const source = address(file.url);
  const onError = (): void => setBroken(true);
  if (isBroken || type === 'document') {
    const size = file.size === undefined ? undefined : fileSize(file.size, locale);
    const label = fill(texts.download, { name: file.name });
    return <Card icon="file" href={source} label={label} title={file.name} more={size} download={file.name} />;
  }
  switch (type) {
    case 'photo':
      return (
        <a class="picture" href={source} target="_blank" rel="noopener noreferrer">
          <img
            src={file.thumb === undefined ? source : address(file.thumb)}
            alt={`${texts.kinds.photo}: ${file.name}`}
            {...shownSize(file)}
            onError={onError}
          />
        </a>
      );
    case 'sticker':
      return <img class="sticker" src={source} alt={texts.kinds.sticker} width={128} height={128} onError={onError} />;
    case 'video':
      return (
        <video
          class="picture"
          src={source}
          poster={file.thumb === undefined ? undefined : address(file.thumb)}
          controls
          preload="metadata"
          playsInline
          aria-label={`${texts.kinds.video}: ${file.name}`}
          {...shownSize(file)}
          onError={onError}
        />
      );
    case 'audio':
    case 'voice':
      return (
        <audio
          class="sound"
          src={source}
          controls
          preload="metadata"
          aria-label={type === 'voice' ? texts.kinds.voice : `${texts.kinds.audio}: ${file.name}`}
          onError={onError}
        />
      );
    default:
      return null;
  }
}

/** Known before the picture is loaded, so that nothing jumps. */
function shownSize({ width, height }: SiteFile): { readonly width?: number; readonly height?: number } {
  if (width === undefined || height === undefined || width <= 0 || height <= 0) return {};
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function LocationCard({
  location: { latitude, longitude, title },
}: {
  readonly location: NonNullable<SiteMessage['location']>;
}) {
  const { texts } = useSurroundings();
  const spot = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  const label = `${title ?? texts.kinds.location}: ${texts.showOnMap}`;
  const href = mapAddress(latitude, longitude);
  const more = title === undefined ? texts.showOnMap : spot;
  return <Card icon="location" href={href} label={label} title={title ?? spot} more={more} />;
}

interface CardProps {
  readonly icon: 'file' | 'location';
  readonly href: string;
  /** effect of a press */
  readonly label: string;
  readonly title: string;
  readonly more: string | undefined;
  /** the file's name if it is saved, rather than opened */
  readonly download?: string;
}

/** A link to what is not shown here. */
function Card({ icon, href, label, title, more, download }: CardProps) {
  return (
    <a class="file" href={href} download={download} target="_blank" rel="noopener noreferrer" aria-label={label}>
      <Icon name={icon} />
      <span>
        <b dir="auto">{title}</b>
        {more !== undefined && <small>{more}</small>}
      </span>
    </a>
  );
}
