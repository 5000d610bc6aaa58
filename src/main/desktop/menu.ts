import { Menu, type MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  readonly showConsole: (place?: string) => void;
  readonly copyDiagnostics: () => void;
}

/**
 * The app's menu: a bar of its own on macOS, behind the Alt key elsewhere. What keyboards expect of file, edit, zoom
 * and window; nothing that reloads a page or opens a developer's tool.
 */
export function setMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(process.platform === 'darwin' ? macMenus(actions) : menus(actions)));
}

function macMenus(actions: MenuActions): MenuItemConstructorOptions[] {
  const about: MenuItemConstructorOptions[] = [{ role: 'about' }, { type: 'separator' }, settings(actions), { type: 'separator' }, { role: 'services' }];
  const hide: MenuItemConstructorOptions[] = [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }, { type: 'separator' }, { role: 'quit' }];
  return [
    { role: 'appMenu', submenu: [...about, { type: 'separator' }, ...hide] },
    { label: 'File', submenu: [inbox(actions), { type: 'separator' }, { role: 'close' }] },
    { role: 'editMenu' },
    { label: 'View', submenu: view() },
    { role: 'windowMenu' },
    { role: 'help', submenu: [diagnostics(actions)] },
  ];
}

function menus(actions: MenuActions): MenuItemConstructorOptions[] {
  return [
    { label: '&File', submenu: [inbox(actions), settings(actions), { type: 'separator' }, { role: 'close' }, { role: 'quit', accelerator: 'CommandOrControl+Q' }] },
    { label: '&Edit', submenu: edit() },
    { label: '&View', submenu: view() },
    { label: '&Help', submenu: [diagnostics(actions), { role: 'about' }] },
  ];
}

function inbox({ showConsole }: MenuActions): MenuItemConstructorOptions {
  return { label: 'Inbox', accelerator: 'CommandOrControl+1', click: () => showConsole('/') };
}

function settings({ showConsole }: MenuActions): MenuItemConstructorOptions {
  return { label: 'Settings…', accelerator: 'CommandOrControl+,', click: () => showConsole('/settings') };
}

function diagnostics({ copyDiagnostics }: MenuActions): MenuItemConstructorOptions {
  return { label: 'Copy diagnostics', click: () => copyDiagnostics() };
}

function edit(): MenuItemConstructorOptions[] {
  return [{ role: 'undo' }, { role: 'redo' }, { type: 'separator' }, { role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { type: 'separator' }, { role: 'selectAll' }];
}

function view(): MenuItemConstructorOptions[] {
  return [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    // On most keyboards the plus needs Shift.
    { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false, acceleratorWorksWhenHidden: true },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
}
