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
import { webLink } from '#shared/domain/links.ts';
import { separated } from '../tray/menu.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The app's menu: a menu bar on macOS, behind the Alt key elsewhere. The usual shortcuts for file, edit, zoom and
 * window; nothing that reloads a page or opens developer tools.
 */
export function setMenu({
  showConsole,
  copyDiagnostics,
}: {
  readonly showConsole: (path: string) => void;
  readonly copyDiagnostics: () => void;
}): void {
  const isMac = process.platform === 'darwin';
  const inbox = { label: t('desktop:menu.inbox'), accelerator: 'CommandOrControl+1', click: () => showConsole('/') };
  const settings = {
    label: t('desktop:menu.settings'),
    accelerator: 'CommandOrControl+,',
    click: () => showConsole('/settings'),
  };
  const diagnostics = { label: t('desktop:menu.diagnostics'), click: copyDiagnostics };
  const menus: MenuItemConstructorOptions[] = isMac
    ? [
        {
          role: 'appMenu',
          submenu: separated<MenuItemConstructorOptions>([
            [{ role: 'about' }],
            [settings],
            [{ role: 'services' }],
            [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }],
            [{ role: 'quit' }],
          ]),
        },
        {
          label: t('desktop:menu.file'),
          submenu: separated<MenuItemConstructorOptions>([[inbox], [{ role: 'close' }]]),
        },
        { role: 'editMenu' },
        { label: t('desktop:menu.view'), submenu: view() },
        { role: 'windowMenu' },
        { role: 'help', submenu: [diagnostics] },
      ]
    : [
        {
          label: `&${t('desktop:menu.file')}`,
          submenu: separated<MenuItemConstructorOptions>([
            [inbox, settings],
            [named('close'), { ...named('quit'), accelerator: 'CommandOrControl+Q' }],
          ]),
        },
        {
          label: `&${t('desktop:menu.edit')}`,
          submenu: separated<MenuItemConstructorOptions>([
            [named('undo'), named('redo')],
            [named('cut'), named('copy'), named('paste')],
            [named('selectAll')],
          ]),
        },
        { label: `&${t('desktop:menu.view')}`, submenu: view() },
        { label: `&${t('desktop:menu.help')}`, submenu: [diagnostics, named('about')] },
      ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(menus));
}

/** Roles that Electron implements but labels in English only. */
function named(role: keyof Resources['desktop']['role']): MenuItemConstructorOptions {
  return { role, label: t(`desktop:role.${role}`) };
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
  const suggestions = dictionarySuggestions.map((word) => ({
    label: word,
    click: () => contents.replaceMisspelling(word),
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: t('desktop:menu.spelling.none'), enabled: false }]),
    {
      label: t('desktop:menu.spelling.add'),
      click: () => contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
  ];
}

function linkItems({ linkURL }: ContextMenuParams): MenuItemConstructorOptions[] {
  return webLink(linkURL) !== undefined
    ? [{ label: t('desktop:menu.copyLink'), click: () => void clipboard.writeText(linkURL) }]
    : [];
}

function editItems({ isEditable, selectionText, editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  const copy = { ...named('copy'), enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { ...named('cut'), enabled: editFlags.canCut },
    copy,
    { ...named('paste'), enabled: editFlags.canPaste },
    { type: 'separator' },
    named('selectAll'),
  ];
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
