import { Menu } from 'electron';

/** What keyboards expect: edit, zoom, window. Nothing that reloads a page or opens a developer's tool. */
export function setMenu(): void {
  const zoom = [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { type: 'separator' }, { role: 'togglefullscreen' }] as const;
  const menu = Menu.buildFromTemplate([
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'editMenu' },
    { label: 'View', submenu: [...zoom] },
    { role: 'windowMenu' },
  ]);
  Menu.setApplicationMenu(menu);
}
