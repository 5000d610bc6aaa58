import {
  type App,
  clipboard,
  type ContextMenuParams,
  Menu,
  type MenuItemConstructorOptions,
  type Session,
  type WebContents,
} from 'electron';
import type Resources from '#shared/locales/resources.d.ts';
import { t } from '../texts.ts';
import { isWebLink } from '../links.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

interface MenuActions {
  /** undefined: the shop shown last */
  readonly showConsole: (place?: string, shop?: string) => void;
  readonly copyDiagnostics: () => void;
  /** other than this computer's own installation */
  readonly shops: readonly { readonly id: string; readonly shop: string }[];
}

/**
 * The app's menu: a menu bar on macOS, behind the Alt key elsewhere. The usual shortcuts for file, edit, zoom and
 * window; nothing that reloads a page or opens developer tools.
 */
export function setMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(process.platform === 'darwin' ? macMenus(actions) : menus(actions)));
}

function macMenus(actions: MenuActions): MenuItemConstructorOptions[] {
  const about: MenuItemConstructorOptions[] = [
    { role: 'about' },
    { type: 'separator' },
    settings(actions),
    { type: 'separator' },
    { role: 'services' },
  ];
  const hide: MenuItemConstructorOptions[] = [
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    { type: 'separator' },
    { role: 'quit' },
  ];
  return [
    { role: 'appMenu', submenu: [...about, { type: 'separator' }, ...hide] },
    {
      label: t('desktop:menu.file'),
      submenu: [inbox(actions), ...shops(actions), { type: 'separator' }, { role: 'close' }],
    },
    { role: 'editMenu' },
    { label: t('desktop:menu.view'), submenu: view() },
    { role: 'windowMenu' },
    { role: 'help', submenu: [diagnostics(actions)] },
  ];
}

function menus(actions: MenuActions): MenuItemConstructorOptions[] {
  return [
    {
      label: `&${t('desktop:menu.file')}`,
      submenu: [
        inbox(actions),
        settings(actions),
        ...shops(actions),
        { type: 'separator' },
        named('close'),
        { ...named('quit'), accelerator: 'CommandOrControl+Q' },
      ],
    },
    { label: `&${t('desktop:menu.edit')}`, submenu: edit() },
    { label: `&${t('desktop:menu.view')}`, submenu: view() },
    { label: `&${t('desktop:menu.help')}`, submenu: [diagnostics(actions), named('about')] },
  ];
}

/** Roles that Electron implements but labels in English only. */
function named(role: keyof Resources['desktop']['role']): MenuItemConstructorOptions {
  return { role, label: t(`desktop:role.${role}`) };
}

function inbox({ showConsole }: MenuActions): MenuItemConstructorOptions {
  return { label: t('desktop:menu.inbox'), accelerator: 'CommandOrControl+1', click: () => showConsole('/') };
}

/** The switch between several shops; the page's palette names the same keys. */
function shops({ shops: all, showConsole }: MenuActions): MenuItemConstructorOptions[] {
  if (all.length < 2) return [];
  const items = all.map(({ id, shop }, index): MenuItemConstructorOptions => ({
    label: shop.replaceAll('&', '&&'),
    // macOS takes pictures of the screen with Shift.
    accelerator: process.platform === 'darwin' ? `Command+Alt+${index + 1}` : `Control+Shift+${index + 1}`,
    click: () => showConsole(undefined, id),
  }));
  return [{ type: 'separator' }, ...items];
}

function settings({ showConsole }: MenuActions): MenuItemConstructorOptions {
  return {
    label: t('desktop:menu.settings'),
    accelerator: 'CommandOrControl+,',
    click: () => showConsole('/settings'),
  };
}

function diagnostics({ copyDiagnostics }: MenuActions): MenuItemConstructorOptions {
  return { label: t('desktop:menu.diagnostics'), click: () => copyDiagnostics() };
}

function edit(): MenuItemConstructorOptions[] {
  return [
    named('undo'),
    named('redo'),
    { type: 'separator' },
    named('cut'),
    named('copy'),
    named('paste'),
    { type: 'separator' },
    named('selectAll'),
  ];
}

function view(): MenuItemConstructorOptions[] {
  return [
    named('resetZoom'),
    named('zoomIn'),
    // On most keyboards the plus needs Shift.
    { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false, acceleratorWorksWhenHidden: true },
    named('zoomOut'),
    { type: 'separator' },
    named('togglefullscreen'),
  ];
}

/** Gives every page the usual context menu: spelling, editing, links. */
export function addContextMenus(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_menuEvent, params) => {
      const items = separated([spellingItems(params, contents), linkItems(params), editItems(params)]);
      if (items.length > 0) Menu.buildFromTemplate(items).popup();
    });
  });
}

function spellingItems(
  { misspelledWord, dictionarySuggestions }: ContextMenuParams,
  contents: WebContents,
): MenuItemConstructorOptions[] {
  if (misspelledWord === '') return [];
  const suggestions = dictionarySuggestions.map((word): MenuItemConstructorOptions => ({
    label: word,
    click: () => contents.replaceMisspelling(word),
  }));
  const learn = {
    label: t('desktop:menu.spelling.add'),
    click: () => contents.session.addWordToSpellCheckerDictionary(misspelledWord),
  };
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: t('desktop:menu.spelling.none'), enabled: false }]),
    learn,
  ];
}

function linkItems({ linkURL }: ContextMenuParams): MenuItemConstructorOptions[] {
  return isWebLink(linkURL)
    ? [{ label: t('desktop:menu.copyLink'), click: () => void clipboard.writeText(linkURL) }]
    : [];
}

function editItems({ isEditable, selectionText, editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  const copy = { role: 'copy', label: t('desktop:role.copy'), enabled: editFlags.canCopy } as const;
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'cut', label: t('desktop:role.cut'), enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: t('desktop:role.paste'), enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: t('desktop:role.selectAll') },
  ];
}

function separated(groups: readonly MenuItemConstructorOptions[][]): MenuItemConstructorOptions[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' }, ...group]));
}

/** Chromium's dictionaries of a language: `en-US-10-1.bdic`. */
const DICTIONARY = /^([a-z]{2,3}(?:-[A-Z]{2})?)-\d+-\d+\.bdic$/;

/**
 * Enables spell checking if dictionaries are on this computer: macOS has its own, other systems use files in
 * `<folder>/Dictionaries`. Never downloads: Chromium would contact a third party. Returns whether it is on.
 */
export function prepareSpelling(session: Session, folder: string): boolean {
  if (process.platform === 'darwin') return true;
  // A dead address, in case a dictionary's version differs from the one Chromium wants.
  session.setSpellCheckerDictionaryDownloadURL('https://dictionaries.invalid/');
  const languages = dictionaryLanguages(join(folder, 'Dictionaries')).filter((language) =>
    session.availableSpellCheckerLanguages.includes(language),
  );
  session.setSpellCheckerLanguages(languages);
  return languages.length > 0;
}

/** The languages of the dictionaries in the folder. */
export function dictionaryLanguages(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => DICTIONARY.exec(name)?.[1] ?? []);
  } catch {
    return [];
  }
}
