import type { Settings } from '#main/settings/settings.ts';

/** Where this installation is reached, for links and for people: known as the listener opens and its way in leads somewhere. */
export interface Addresses {
  /** by this computer: `http://127.0.0.1:8787`; empty before the listener listens */
  readonly local: () => string;
  /** by customers, without a slash at the end; by this computer only, where no way is open */
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
      // While a tunnel has no address yet, links that customers get keep the one they know.
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
