import { nativeImage, nativeTheme, type NativeImage } from 'electron';
import { countPicture, pictureOf, type TrayState } from './state.ts';

const files = import.meta.glob<string>('../../../../resources/tray/*.png', {
  eager: true,
  query: '?inline',
  import: 'default',
});

const SMALLEST = 16;
/** Screens on which a tray of 16 has as many more pixels. */
const SCALES = [1, 1.5, 2, 3] as const;
const MENU_BAR = 18;

/** The tray's picture for this system, and the ground it is on. */
export function trayPicture(state: TrayState): NativeImage {
  const name = pictureOf(state);
  if (process.platform === 'darwin') {
    // The number stands beside it, and the system colours it.
    const image = scaled(picture(`${name.startsWith('waiting') ? 'online' : name}-template`), MENU_BAR, [1, 2]);
    image.setTemplateImage(true);
    return image;
  }
  const ground = isGroundDark() ? 'dark' : 'light';
  const image = picture(`${name}-${ground}`);
  // Linux panels make it as small as they want it.
  return process.platform === 'win32' ? scaled(image, SMALLEST, SCALES) : image;
}

/** What lies over the program's picture in the task bar of Windows; null: nothing. */
export function overlayPicture(waiting: number): NativeImage | null {
  return waiting === 0 ? null : scaled(picture(`overlay-${countPicture(waiting)}`), SMALLEST, SCALES);
}

/** The task bar of Windows has a theme of its own, which newer versions of Electron tell apart. */
function isGroundDark(): boolean {
  const ofTaskBar: boolean | undefined =
    process.platform === 'win32' ? nativeTheme.shouldUseDarkColorsForSystemIntegratedUI : undefined;
  return ofTaskBar ?? nativeTheme.shouldUseDarkColors;
}

function picture(name: string): NativeImage {
  return nativeImage.createFromDataURL(files[`../../../../resources/tray/${name}.png`] ?? '');
}

function scaled(image: NativeImage, size: number, scales: readonly number[]): NativeImage {
  const made = nativeImage.createEmpty();
  for (const scaleFactor of scales) {
    const pixels = Math.round(size * scaleFactor);
    made.addRepresentation({
      scaleFactor,
      width: pixels,
      height: pixels,
      buffer: image.resize({ width: pixels, height: pixels, quality: 'best' }).toPNG(),
    });
  }
  return made;
}
