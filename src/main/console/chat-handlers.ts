import type { ConsoleParts, HandlersOf } from './router.ts';

/** Customers and search. */
export function contactHandlers({ store }: ConsoleParts): HandlersOf<'customers' | 'contacts' | 'search'> {
  return {
    'customers.chats': (input) => store.read('listCustomerChats', input),
    'contacts.list': (input) => store.read('listContacts', input),
    'search.messages': (search) => store.read('searchMessages', search),
    'search.customers': (search) => store.read('searchCustomers', search),
  };
}

/** Media and stickers. */
export function mediaHandlers({ clock, exposure, media, store }: ConsoleParts): HandlersOf<'media' | 'stickers'> {
  return {
    'media.get': (mediaId) => media.incoming.get(mediaId),
    'media.fetch': (mediaId) => media.incoming.fetch(mediaId),
    'media.settings': async () => {
      const { used, cached: fetched, hosted } = await store.read('countMedia', { now: clock.wall() });
      return { settings: media.settings(), used, fetched, hosted };
    },
    'media.updateSettings': (change) => media.changeSettings(change),
    'media.clear': () => media.files.clear(),
    'media.discardUpload': ({ uploadId }, { operatorId }) => media.discardUpload(operatorId, uploadId),
    // Who can fetch from the listener, going by the chosen connection method.
    'media.outlook': async () => {
      const { way } = exposure.view().settings;
      return { reach: way === 'local' ? 'local' : way === 'lan' ? 'network' : 'public' };
    },
    'stickers.list': () => media.stickers.list(),
    'stickers.add': (input, { operatorId }) => media.stickers.add(operatorId, input),
    'stickers.remove': ({ stickerId }) => media.stickers.remove(stickerId),
  };
}
