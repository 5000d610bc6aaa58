import { visibleName } from '#shared/domain/visible-text.ts';
import { MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { mapAddress } from '#shared/domain/maps.ts';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import type { Message } from '#shared/domain/message.ts';
import { kindLabel } from '../conversation-text.ts';
import { Head } from '../media/media-card.tsx';
import type { KindView } from './kind-view.ts';

/** A location: its name, its coordinates, and a link to a map. */
function Location({ message }: { readonly message: Message }) {
  const { latitude, longitude, title = kindLabel('location') } = message;
  if (latitude === undefined || longitude === undefined) return null;
  return (
    <div className="flex w-80 max-w-full items-center gap-3">
      <Head icon={<MapPin />} title={title} details={[coordinatesText(latitude, longitude)]} />
      <MapLink latitude={latitude} longitude={longitude} />
    </div>
  );
}

/** Decimals of a degree: about one metre. */
export function coordinatesText(latitude: number, longitude: number): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

/** Opens a location in the browser, on OpenStreetMap. */
export function MapLink({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }) {
  const { t } = useTranslation('conversation');
  return (
    <ExternalLink href={mapAddress(latitude, longitude)} what={t('media.openMap')} look="button">
      {t('media.openMap')}
    </ExternalLink>
  );
}

export const location: KindView = {
  icon: <MapPin />,
  background: () => 'wide',
  height: () => 40,
  nameOf: ({ title }) => visibleName(title),
  Content: Location,
};
