import { ExternalLink, File, Image, MapPin, Mic, Music, Smile, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonLook } from '#renderer/components/button.tsx';
import type { Message } from '#shared/domain/entities.ts';
import { durationWords, kindWords, sizeWords, words } from './words.ts';

type Kind = Exclude<Message['type'], 'text'>;

const icons: Record<Kind, ReactNode> = {
  photo: <Image />,
  video: <Video />,
  audio: <Music />,
  voice: <Mic />,
  sticker: <Smile />,
  document: <File />,
  location: <MapPin />,
};

interface MediaCardProps {
  readonly message: Message;
  readonly kind: Kind;
}

/** A photo, file, location and so on: what it is, what is known of it, and a link. Nothing of it is loaded here. */
export function MediaCard({ message, kind }: MediaCardProps) {
  const link = kind === 'location' ? mapLink(message) : webLink(message.file);
  const open = kind === 'location' ? words.openMap : words.open;
  const title = titleOf(message, kind);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-control bg-raised text-ink-quiet [&_svg]:size-5">
        {message.emoji === undefined ? icons[kind] : <span className="text-[24px] leading-none">{message.emoji}</span>}
      </span>
      <div className="min-w-0 flex-1">
        <bdi className="block truncate text-ui font-medium" title={title}>
          {title}
        </bdi>
        <p className="tabular flex flex-wrap gap-x-2 text-meta text-ink-quiet">
          {detailsOf(message, kind, link).map((detail) => (
            <bdi key={detail} className="min-w-0 truncate">
              {detail}
            </bdi>
          ))}
        </p>
      </div>
      {link !== undefined && (
        <a
          href={link.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={words.opensInBrowser(`${open}: ${title}`)}
          className={buttonLook({ size: 'sm' })}
        >
          {open}
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </div>
  );
}

function titleOf(message: Message, kind: Kind): string {
  if (message.title !== undefined) return message.performer === undefined ? message.title : `${message.performer} – ${message.title}`;
  return message.file_name ?? kindWords(kind);
}

function detailsOf(message: Message, kind: Kind, link: URL | undefined): readonly string[] {
  const { latitude, longitude, width, height } = message;
  if (kind === 'location') {
    return latitude === undefined || longitude === undefined ? [] : [`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`];
  }
  const hasTitle = message.title !== undefined;
  return [
    hasTitle || message.file_name !== undefined ? kindWords(kind) : undefined,
    hasTitle ? message.file_name : message.performer,
    message.duration === undefined ? undefined : durationWords(message.duration),
    width === undefined || height === undefined ? undefined : `${String(width)} × ${String(height)}`,
    message.file_size === undefined ? undefined : sizeWords(message.file_size),
    link?.host,
  ].filter((detail) => detail !== undefined);
}

function webLink(address: string | undefined): URL | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const link = new URL(address);
  return link.protocol === 'http:' || link.protocol === 'https:' ? link : undefined;
}

function mapLink({ latitude, longitude }: Message): URL | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  const [lat, lon] = [String(latitude), String(longitude)];
  return new URL(`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`);
}
