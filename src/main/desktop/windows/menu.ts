import { Menu, type MenuItemConstructorOptions } from 'electron';
import { t } from '../texts.ts';

export interface MenuActions {
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
function named(
  role:
    | 'about'
    | 'close'
    | 'copy'
    | 'cut'
    | 'paste'
    | 'quit'
    | 'redo'
    | 'resetZoom'
    | 'selectAll'
    | 'togglefullscreen'
    | 'undo'
    | 'zoomIn'
    | 'zoomOut',
): MenuItemConstructorOptions {
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
