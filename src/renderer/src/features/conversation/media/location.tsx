import { useTranslation } from 'react-i18next';
import { ExternalLink, MapPin } from 'lucide-react';
import { Suspense } from 'react';
import { lazy } from '#renderer/components/lazy.tsx';
import { buttonLook } from '#renderer/components/button.tsx';
import type { Message } from '#shared/domain/entities.ts';
import { kindWords } from '../conversation-text.ts';

const WorldMap = lazy(async () => (await import('./world-map.tsx')).WorldMap);

/** Where a location lies in the world, its coordinates, and the way to a map that knows streets. */
export function Location({ message }: { readonly message: Message }) {
  const { t } = useTranslation('conversation');
  const { latitude, longitude } = message;
  if (latitude === undefined || longitude === undefined) return null;
  const coordinates = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  const title = message.title ?? kindWords('location');
  return (
    <div className="w-80 max-w-full">
      <div className="relative aspect-2/1 overflow-hidden rounded-[10px] bg-map-sea">
        <Suspense>
          <WorldMap latitude={latitude} longitude={longitude} label={t('media.media.map', { coordinates })} />
        </Suspense>
        <MapPin
          aria-hidden
          className="absolute top-1/2 left-1/2 size-7 -translate-x-1/2 -translate-y-full fill-accent stroke-raised stroke-[1.5]"
        />
      </div>
      <div className="flex items-center gap-3 px-2 pt-2 pb-1">
        <div className="min-w-0 flex-1">
          <bdi className="block truncate text-ui font-medium" title={title}>
            {title}
          </bdi>
          <p className="tabular text-meta text-ink-quiet">{coordinates}</p>
        </div>
        <a
          href={mapLink(latitude, longitude)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('opensInBrowser', { what: t('media.media.openMap') })}
          className={buttonLook({ size: 'sm' })}
        >
          {t('media.media.openMap')}
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      </div>
    </div>
  );
}

function mapLink(latitude: number, longitude: number): string {
  const [lat, lon] = [String(latitude), String(longitude)];
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`;
}
