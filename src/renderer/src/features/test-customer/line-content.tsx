import { File, Image, MapPin, Mic, Music, Smile, Video } from 'lucide-react';
import type { ComponentType } from 'react';
import type { TestLine } from '#shared/contract/test-customer.ts';
import { cn } from '#renderer/components/class-names.ts';
import { kindWords, testCustomerWords } from './words.ts';

const icons: Record<Exclude<TestLine['type'], 'text'>, ComponentType<{ readonly className?: string }>> = {
  photo: Image,
  sticker: Smile,
  document: File,
  audio: Music,
  voice: Mic,
  video: Video,
  location: MapPin,
};

/** What a line holds: words, or a file or place with a link to it. */
export function LineContent({ line, own = false }: { readonly line: TestLine; readonly own?: boolean }) {
  if (line.type === 'text') return line.text;
  const Icon = icons[line.type];
  const { href, link } = target(line);
  return (
    <>
      <span className="flex items-center gap-2.5">
        <span aria-hidden className={cn('grid size-9 shrink-0 place-items-center rounded-control', own ? 'bg-shop-ink/15' : 'bg-hover')}>
          <Icon className="size-4.5" />
        </span>
        <span className="flex min-w-0 flex-col">
          <span className="text-ui font-medium">{kindWords[line.type]}</span>
          <a href={href} target="_blank" rel="noreferrer" className={cn('truncate text-ui underline', own && 'text-shop-ink focus-visible:outline-shop-ink')}>
            {link}
          </a>
        </span>
      </span>
      {line.text !== undefined && <p className="mt-1.5">{line.text}</p>}
    </>
  );
}

function target({ type, file, file_name, latitude, longitude }: TestLine): { readonly href: string | undefined; readonly link: string } {
  if (type !== 'location') return { href: file, link: file_name ?? file ?? '' };
  const place = `${latitude}/${longitude}`;
  return { href: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${place}`, link: testCustomerWords.openMap };
}
