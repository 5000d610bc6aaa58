import {
  clipboard,
  Menu,
  type App,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
  type WebContents,
  type Session,
} from 'electron';
import { isWebLink } from '../links.ts';
import { t } from '../texts.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Gives every page the usual context menu: spelling, editing, links. */
export function addContextMenus(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_menuEvent, params) => {
      const items = contextMenuItems(params, contents);
      if (items.length > 0) Menu.buildFromTemplate(items).popup();
    });
  });
}

function contextMenuItems(params: ContextMenuParams, contents: WebContents): MenuItemConstructorOptions[] {
  return separated([spellingItems(params, contents), linkItems(params), editItems(params)]);
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
