import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { File, Image, MapPin, Mic, Music, Smile, Video } from 'lucide-react';
import type { ComponentType } from 'react';
import type { TestLine } from '#shared/contract/test-customer.ts';
import { cn } from '#renderer/components/class-names.ts';
import { sizeWords } from '#renderer/components/amounts.ts';
import { ReceivedFields } from './received-fields.tsx';
import { ReceivedFile } from './received-file.tsx';

type MediaLine = TestLine & { readonly type: Exclude<TestLine['type'], 'text'> };

const icons: Record<MediaLine['type'], ComponentType<{ readonly className?: string }>> = {
  photo: Image,
  sticker: Smile,
  document: File,
  audio: Music,
  voice: Mic,
  video: Video,
  location: MapPin,
};

/** What a line holds: words, or a file or place with a link to it; of a reply, all that came with it. */
export function LineContent({ line, own = false }: { readonly line: TestLine; readonly own?: boolean }) {
  if (!isMedia(line)) return line.text;
  return (
    <div className="flex flex-col gap-1.5">
      {!own && <ReceivedFile line={line} />}
      <FileCard line={line} own={own} />
      {line.text !== undefined && <p>{line.text}</p>}
      {!own && <ReceivedFields line={line} />}
    </div>
  );
}

function isMedia(line: TestLine): line is MediaLine {
  return line.type !== 'text';
}

function FileCard({ line, own }: { readonly line: MediaLine; readonly own: boolean }) {
  const { t } = useTranslation('channels');
  const Icon = icons[line.type];
  const { href, link } = target(line);
  const name = [line.performer, line.title].filter((each) => each !== undefined).join(' – ');
  return (
    <span className="flex items-center gap-2.5">
      <span
        aria-hidden
        className={cn('grid size-9 shrink-0 place-items-center rounded-control', own ? 'bg-shop-ink/15' : 'bg-hover')}
      >
        <Icon className="size-4.5" />
      </span>
      <span className="flex min-w-0 flex-col">
        <bdi className="truncate text-ui font-medium">{name === '' ? t(`testCustomer.kind.${line.type}`) : name}</bdi>
        <span className="flex min-w-0 gap-2 text-ui">
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            className={cn('min-w-0 truncate underline', own && 'text-shop-ink focus-visible:outline-shop-ink')}
          >
            <bdi>{link}</bdi>
          </a>
          {line.file_size !== undefined && (
            <span className={cn('tabular shrink-0', !own && 'text-ink-quiet')}>{sizeWords(line.file_size)}</span>
          )}
        </span>
      </span>
    </span>
  );
}

function target({ type, file, file_name, latitude, longitude }: MediaLine): {
  readonly href: string | undefined;
  readonly link: string;
} {
  if (type !== 'location') return { href: file, link: file_name ?? file ?? '' };
  const place = `${latitude}/${longitude}`;
  return {
    href: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${place}`,
    link: i18n.t('channels:testCustomer.openMap'),
  };
}
