import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPersisted } from '#renderer/state/page-state.ts';
import { DialogForm, type Opened } from '#renderer/components/actions.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import type { MediaReply } from '#shared/domain/kinds/kinds.ts';
import { useConversation } from '../conversation-context.ts';
import { coordinatesText, MapLink } from './location.tsx';

/** Asks for a location to send: a map link, coordinates, or a recent one. */
export function LocationDialog({ open, onClose, onSend }: Opened & { readonly onSend: (part: MediaReply) => void }) {
  const { t } = useTranslation('conversation');
  const { names } = useConversation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('attach.locationTitle')}
      description={t('attach.locationLead', { name: names.customer })}
    >
      <LocationForm
        onSend={({ latitude, longitude, title }) => {
          onClose();
          onSend({ type: 'location', latitude, longitude, ...(title !== '' && { title }) });
        }}
      />
    </Dialog>
  );
}

function LocationForm({ onSend }: { readonly onSend: (location: NamedLocation) => void }) {
  const { t } = useTranslation('conversation');
  const [typed, setTyped] = useState('');
  const [title, setTitle] = useState('');
  const [wasAsked, setAsked] = useState(false);
  const { locations } = useRecentLocations();
  const found = parseLocation(typed);
  const unknown = isShortLink(typed) ? t('attach.locationShort') : wasAsked ? t('attach.locationUnknown') : undefined;

  const send = (location: NamedLocation): void => {
    const others = locations.filter(
      ({ latitude, longitude }) => latitude !== location.latitude || longitude !== location.longitude,
    );
    useRecentLocations.setState({ locations: [location, ...others].slice(0, MAX_RECENT) });
    onSend(location);
  };
  return (
    <DialogForm
      confirmLabel={t('attach.sendLocation')}
      failed={t('attach.locationNotSent')}
      act={async () => {
        setAsked(true);
        if (found !== undefined) send({ ...found, title: title.trim() });
      }}
      more={
        found !== undefined && (
          <span className="me-auto self-center">
            <MapLink {...found} />
          </span>
        )
      }
    >
      <Field
        label={t('attach.locationInput')}
        hint={found === undefined ? t('attach.locationHint') : coordinatesText(found.latitude, found.longitude)}
        error={found === undefined ? unknown : undefined}
      >
        <Input value={typed} autoComplete="off" spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <Field label={t('attach.locationName')} hint={t('attach.locationNameHint')}>
        <Input
          value={title}
          maxLength={255}
          autoComplete="off"
          placeholder={t('attach.locationNamePlaceholder')}
          onChange={(event) => setTitle(event.target.value)}
        />
      </Field>
      {found === undefined && locations.length > 0 && <RecentLocations locations={locations} onSend={send} />}
    </DialogForm>
  );
}

function RecentLocations({
  locations,
  onSend,
}: {
  readonly locations: readonly NamedLocation[];
  readonly onSend: (location: NamedLocation) => void;
}) {
  const { t } = useTranslation('conversation');
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-ui font-medium">{t('attach.recentPlaces')}</h3>
      <ul className="flex flex-col">
        {locations.map((location) => {
          const coordinates = coordinatesText(location.latitude, location.longitude);
          return (
            <li key={`${String(location.latitude)},${String(location.longitude)}`}>
              <button
                type="button"
                onClick={() => onSend(location)}
                className="flex min-h-(--control) w-full items-center gap-2.5 rounded-control px-2 py-1 text-start text-ui transition-colors hover:bg-hover"
              >
                <MapPin aria-hidden className="size-4 shrink-0 text-ink-quiet" />
                <bdi className="min-w-0 flex-1 truncate">{location.title || coordinates}</bdi>
                {location.title !== '' && (
                  <span className="tabular shrink-0 text-meta text-ink-quiet">{coordinates}</span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface NamedLocation extends Coordinates {
  /** empty: sent without a name */
  readonly title: string;
}

const MAX_RECENT = 5;

/** Locations sent from this device, latest first: a shop often sends its own. */
const useRecentLocations = createPersisted<{ readonly locations: readonly NamedLocation[] }>('recent-locations', {
  locations: [],
});

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const PAIR = String.raw`${NUMBER}\s*(?:,|%2C|\s|;)\s*${NUMBER}`;

/** Coordinates in the URLs of maps; those of the place itself come before those of the view. */
const IN_ADDRESSES: readonly RegExp[] = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(String.raw`[?&](?:q|query|ll|sll|daddr|destination|center|coordinate)=(?:loc:)?${PAIR}`),
  new RegExp(String.raw`/(?:place|search|dir/[^/]*)/${PAIR}`),
  new RegExp(`[#&]map=[\\d.]+/${NUMBER}/${NUMBER}`),
  new RegExp(`/@${NUMBER},${NUMBER}`),
  new RegExp(`^geo:${NUMBER},${NUMBER}`, 'i'),
];

const PLAIN = new RegExp(`^${PAIR}$`);
const WITH_SIDES = /^(\d{1,3}(?:\.\d+)?)\s*°?\s*([NS])[\s,;]+(\d{1,3}(?:\.\d+)?)\s*°?\s*([EW])$/i;
const SHORT_LINK = /^https?:\/\/(?:maps\.app\.goo\.gl|goo\.gl|osm\.org\/go|maps\.apple)\//i;

/** The location in a text: coordinates, or a link to a map. Undefined without valid coordinates. */
export function parseLocation(typed: string): Coordinates | undefined {
  const text = typed.trim();
  const [, north, northSouth = '', east, eastWest = ''] = WITH_SIDES.exec(text) ?? [];
  const patterns = /^(?:https?:\/\/|geo:)/i.test(text) ? IN_ADDRESSES : [PLAIN];
  const [, first, second] = patterns.map((pattern) => pattern.exec(text)).find((match) => match !== null) ?? [];
  const latitude = Number(north ?? first) * (/S/i.test(northSouth) ? -1 : 1);
  const longitude = Number(east ?? second) * (/W/i.test(eastWest) ? -1 : 1);
  // Without a match they are not numbers, and not within bounds.
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** Recognizes short links, whose target has the coordinates. */
export function isShortLink(typed: string): boolean {
  return SHORT_LINK.test(typed.trim());
}
