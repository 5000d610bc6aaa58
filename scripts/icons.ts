import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { browserLaunch } from './find-browser.ts';

const build = path.resolve(import.meta.dirname, '../build');
const web = path.resolve(import.meta.dirname, '../src/renderer/public');

/** Linux expects a folder of images named by size. */
const LINUX_SIZES = [16, 32, 48, 64, 128, 256, 512] as const;
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256] as const;
/** Apple's four-letter type codes for image sizes; those for Retina displays come second. */
const MAC_KINDS = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const;

/** The icons of the installed browser console; iOS rounds its own itself. */
const WEB_ICONS = [
  { name: 'icon-192', size: 192, cut: false },
  { name: 'icon-512', size: 512, cut: false },
  { name: 'icon-maskable-192', size: 192, cut: true },
  { name: 'icon-maskable-512', size: 512, cut: true },
  { name: 'apple-touch-icon', size: 180, cut: true },
] as const;

/** `npm run icons`: generates the app's icons for every system from build/icon.svg. */
async function makeIcons(): Promise<void> {
  const svg = readFileSync(path.join(build, 'icon.svg'), 'utf8');
  const browser = await chromium.launch(browserLaunch());
  try {
    const sizes = new Set([...LINUX_SIZES, ...WINDOWS_SIZES, ...MAC_KINDS.map(([, size]) => size)]);
    const pictures = new Map<number, Buffer>();
    for (const size of sizes) pictures.set(size, await draw(browser, svg, size));
    const picture = (size: number): Buffer => pictures.get(size) ?? Buffer.alloc(0);
    mkdirSync(path.join(build, 'icons'), { recursive: true });
    for (const size of LINUX_SIZES) writeFileSync(path.join(build, `icons/${size}x${size}.png`), picture(size));
    writeFileSync(
      path.join(build, 'icon.ico'),
      windowsIcon(WINDOWS_SIZES.map((size) => ({ size, png: picture(size) }))),
    );
    mkdirSync(web, { recursive: true });
    for (const { name, size, cut } of WEB_ICONS)
      writeFileSync(
        path.join(web, `${name}.png`),
        await draw(browser, cut ? withoutEdges(svg) : withoutMargin(svg), size),
      );
    writeFileSync(
      path.join(build, 'icon.icns'),
      macIcon(MAC_KINDS.map(([kind, size]) => ({ kind, png: picture(size) }))),
    );
  } finally {
    await browser.close();
  }
}

/** For systems that add no margin of their own. */
function withoutMargin(svg: string): string {
  return svg.replace('viewBox="0 0 1024 1024"', 'viewBox="88 88 848 848"');
}

/** For systems that cut out a shape of their own: the ground fills everything, and the bell is within the safe circle. */
function withoutEdges(svg: string): string {
  return svg.replace(/<rect [^>]*>/, '<rect width="1024" height="1024" fill="url(#ground)"/>');
}

async function draw(browser: Browser, svg: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** An ICO file contains PNG images unchanged, after a directory of them. */
function windowsIcon(pictures: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let place = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    // 256 is stored as 0.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(place, entry + 12);
    place += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** An ICNS file is a sequence of PNG images, each preceded by its type and length. */
function macIcon(pictures: readonly { readonly kind: string; readonly png: Buffer }[]): Buffer {
  const chunks = pictures.map(({ kind, png }) => chunk(kind, png));
  return chunk('icns', Buffer.concat(chunks));
}

function chunk(kind: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(kind, 'latin1');
  header.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([header, content]);
}

await makeIcons();
