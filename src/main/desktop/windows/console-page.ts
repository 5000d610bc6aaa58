/** The console's own address on the desktop; nothing else is ever shown in a window. */
export const consoleScheme = 'app';
export const consoleHost = 'counterbell';

/** Where the windows' pages come from: the built renderer, or the development server of `npm run dev`. */
export interface ConsolePage {
  /** address of the page at a place in it (`/`, `/test-customer?channel=7`) */
  readonly url: (place: string) => string;
  /** whether an address belongs to the console: the only one that windows may show and that may ask the engine */
  readonly owns: (url: string) => boolean;
}

/** `developmentServer`: address of Vite's server; undefined in a build. */
export function createConsolePage(developmentServer: string | undefined): ConsolePage {
  const base = developmentServer ?? `${consoleScheme}://${consoleHost}/index.html`;
  const { protocol, host } = new URL(base);
  return {
    url: (place) => `${base}#${place}`,
    // The origin of a scheme of our own reads as "null", so its parts are compared.
    owns: (url) => {
      if (!URL.canParse(url)) return false;
      const asked = new URL(url);
      return asked.protocol === protocol && asked.host === host && asked.username === '' && asked.password === '';
    },
  };
}
