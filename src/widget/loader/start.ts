import type { Invitation, ShownStatus, SiteTexts } from '../host.ts';
import type * as PanelModule from '../panel/panel.tsx';
import { attempt, clearStored, keyOf } from '../storage.ts';
import { createButton, type Button } from './button.ts';
import { type Commands, takeCommands } from './commands.ts';
import { createSeclusion } from './events.ts';

/** Set by the build: the panel's file and those of the languages by their code. */
declare const PANEL_MODULE: string;
declare const LANGUAGE_MODULES: Readonly<Record<string, string>> & { readonly en: string };

/** The channel's public id and its status for this page; undefined: nothing is shown. */
export type Shown = readonly [id: string, status: ShownStatus] | undefined;

/** The address of the loader's own script; `ours`: of any of our loaders. */
export function ownAddress(ours: RegExp): RegExpExecArray | null {
  // A module is not the current script, and others of the page may have such an address: the trace of an error has ours.
  const address = [
    (document.currentScript as HTMLScriptElement | null)?.src,
    /https?:[^\s)]+/.exec(String(new Error().stack))?.[0],
    ...[...document.scripts].map(({ src }) => src),
  ].find((candidate) => ours.test(candidate ?? ''));
  return ours.exec(address ?? '');
}

/**
 * Asks once whether somebody is there, then shows the button. Whatever fails, the page does not notice. `ours`: the
 * loader's address.
 */
export function begin(ours: string, home: string, ask: (isPage: boolean) => Promise<Shown>): void {
  // A browser without these shows the page as it is.
  const commands = 'adoptedStyleSheets' in Document.prototype && takeCommands();
  if (!commands) return;
  const isPage = [...document.scripts].some(
    ({ src, dataset }) => src.startsWith(ours) && dataset['page'] !== undefined,
  );
  const start = async (): Promise<void> => {
    const seclude = createSeclusion();
    seclude();
    if (!isPage) await idle();
    const [id, status] = (await ask(isPage)) ?? [];
    if (id !== undefined && status !== undefined) show(home, id, isPage, commands, status, seclude);
  };
  void start().catch(() => {});
}

function show(
  home: string,
  id: string,
  isPage: boolean,
  commands: Commands,
  status: ShownStatus,
  seclude: ReturnType<typeof createSeclusion>,
): void {
  const key = keyOf(id, undefined);
  // Where storage is shut this page is the visit.
  let wasInvited = typeof attempt(() => sessionStorage.getItem(`${key}:invited`)) === 'string';
  const noteInvited = (): void => {
    wasInvited = true;
    attempt(() => sessionStorage.setItem(`${key}:invited`, ''));
  };
  let loading: Promise<PanelModule.Panel> | undefined;
  let failures = 0;
  let isOpen = false;
  let invitation: Invitation | undefined;

  const failed = (): void => {
    loading = undefined;
    failures += 1;
  };
  /** After failures it asks with another address: some browsers remember that a module could not be loaded. */
  const fetchFile = (file: string): Promise<unknown> =>
    import(/* @vite-ignore */ `${home}/${status.letterbox ? '' : 'site/'}${file}#${failures || ''}`);
  // Named once: the build writes the names of the files in its place.
  const languages = LANGUAGE_MODULES;
  /** Fetched once, however often it is called. */
  const fetchPanel = (): Promise<readonly [typeof PanelModule, { readonly default: SiteTexts }]> =>
    Promise.all([PANEL_MODULE, languages[status.language] ?? languages.en].map(fetchFile)) as never;
  const load = (): Promise<PanelModule.Panel> => {
    loading ??= fetchPanel().then(([panel, texts]) =>
      panel.startPanel({
        publicId: id,
        home,
        status,
        texts: { ...texts.default, ...status.texts },
        root: button.root,
        isPage,
        identity: commands.identity(),
        page: commands.page(),
        invitation,
        onOpen: () => {
          isOpen = true;
          noteInvited();
          button.setOpen(true);
          commands.emit('open');
        },
        onClose: () => {
          isOpen = false;
          button.setOpen(false);
          commands.emit('close');
        },
        onUnread: (count, words) => {
          button.setUnread(count, words);
          commands.emit('unread', count);
        },
        onInvitation: (given) => {
          if (!isOpen) button.invite(given);
        },
        onMessage: (message) => commands.emit('message', message),
      }),
    );
    loading.catch(failed);
    return loading;
  };
  const loadQuietly = (): void => void load().catch(() => {});
  const open = (): void => {
    button.setBusy(true);
    void load()
      .then((panel) => panel.open())
      .catch(() => {})
      .then(() => button.setBusy(false));
  };
  const invite = (): void => {
    const wanted = status.invitation;
    if (wanted === undefined || isOpen || wasInvited) return;
    if (wanted.pages.length > 0 && !wanted.pages.some((part) => (commands.page()?.url ?? location.href).includes(part)))
      return;
    noteInvited();
    invitation = { text: wanted.text, isAutomatic: true };
    // A panel that is loaded shows it in the window as well.
    if (loading === undefined) button.invite(invitation);
    else void loading.then((panel) => invitation && panel.invite(invitation));
  };

  const build = (): Button => {
    const built = createButton({
      status,
      isPage,
      onLost: () => rebuild(),
      onNear: () => void fetchPanel().catch(failed),
      onTouch: loadQuietly,
      onPress: open,
    });
    seclude(built.root.host);
    return built;
  };
  let button = build();
  const rebuild = (): void => {
    void loading?.then((panel) => panel.stop());
    loading = undefined;
    button = build();
    listen();
    if (isOpen) open();
    else resume();
  };
  /** `keys`: how those begin that go */
  const signOut = (keys: string): void => {
    commands.signOut();
    clearStored(keys);
    void loading?.then((panel) => panel.identify(undefined, keys === everything));
  };
  const everything = `${key}:`;
  const ofSignedIn = `${key}:as:`;
  /** also in other tabs: they hear of a key that comes and goes */
  const signOutEverywhere = (keys: string): void => {
    signOut(keys);
    attempt(() => {
      localStorage.setItem(keys, '');
      localStorage.removeItem(keys);
    });
  };
  const listen = (): void =>
    addEventListener('storage', ({ key: changed, newValue }) => {
      if (newValue !== null && (changed === everything || changed === ofSignedIn)) signOut(changed);
    });
  listen();
  /** Whoever has written before gets the replies; and the shop may list everybody. */
  const resume = (): void => {
    const keys = [key, keyOf(id, commands.identity())];
    if (status.connects || keys.some((stored) => typeof attempt(() => localStorage.getItem(stored)) === 'string'))
      loadQuietly();
  };
  commands.serve({
    restore: () => button.restore(),
    open,
    close: () => void loading?.then((panel) => panel.close()),
    identify: (identity) => {
      if (keyOf(id, identity) === key) return signOutEverywhere(ofSignedIn);
      if (loading === undefined) resume();
      else void loading.then((panel) => panel.identify(identity));
    },
    forget: () => signOutEverywhere(everything),
    visit: (page) => {
      void loading?.then((panel) => panel.visit(page));
      wait();
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    if (status.invitation !== undefined) timer = setTimeout(invite, status.invitation.seconds * 1000);
  };
  wait();
  commands.emit('ready');
  if (isPage) open();
  else resume();
}

/** After the page has loaded and has nothing else to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    const whenLoaded = (): void => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 3000 });
      else setTimeout(resolve, 300);
    };
    if (document.readyState === 'complete') whenLoaded();
    else addEventListener('load', whenLoaded, { once: true });
  });
}
