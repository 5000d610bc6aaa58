import type { Settings } from '#main/settings/settings.ts';

/** Addresses of this installation, for links and for people: known once the listener is open and its way in works. */
export interface Addresses {
  /** for this computer: `http://127.0.0.1:8787`; empty before the listener is open */
  readonly local: () => string;
  /** for customers, without a slash at the end; this computer's own if no way in is open */
  readonly public: () => string;
  /** the listener is bound here */
  readonly bound: (url: string) => void;
  /** the way in leads here */
  readonly reached: (url: string) => void;
}

export function createAddresses(settings: Pick<Settings, 'current'>): Addresses {
  const known = { local: '', public: '' };
  return {
    local: () => known.local,
    public: () => {
      const { connection, announcedUrl } = settings.current();
      // Until a tunnel has an address, customers' links keep the previous one.
      const isOnlyLocal = known.public === known.local && connection.way !== 'local';
      return isOnlyLocal ? (announcedUrl ?? known.public) : known.public;
    },
    bound: (url) => {
      known.local = url;
      known.public = url;
    },
    reached: (url) => {
      known.public = url;
    },
  };
}
