import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PanelHost, ShownStatus, SiteTexts } from '../../host.ts';
import type { Chat } from '../chat/chat.ts';
import type { Uploads } from '../chat/uploads.ts';

/** Context that every part of the window needs. */
export interface Surroundings {
  readonly host: PanelHost;
  readonly chat: Chat;
  readonly uploads: Uploads;
  readonly status: ShownStatus;
  readonly texts: SiteTexts;
  /** for dates and numbers */
  readonly locale: string;
  /** the address of a path of the engine; other links as they are */
  readonly address: (path: string) => string;
}

// Nothing is drawn outside of the provider.
const Context = createContext<Surroundings>(undefined as never);

export const SurroundingsProvider = Context.Provider;

/** The surroundings of a part of the window. */
export const useSurroundings = (): Surroundings => useContext(Context);
