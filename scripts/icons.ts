import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright';
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

/** Generates the app's icons for every system from build/icon.svg. */
async function makeIcons(page: Page): Promise<void> {
  const svg = readFileSync(path.join(build, 'icon.svg'), 'utf8');
  const pictures = new Map<number, Buffer>();
  for (const size of [...LINUX_SIZES, ...WINDOWS_SIZES, ...MAC_KINDS.map(([, each]) => each)])
    if (!pictures.has(size)) pictures.set(size, await draw(page, svg, size));
  const picture = (size: number): Buffer => pictures.get(size) ?? Buffer.alloc(0);
  mkdirSync(path.join(build, 'icons'), { recursive: true });
  for (const size of LINUX_SIZES) writeFileSync(path.join(build, `icons/${size}x${size}.png`), picture(size));
  const ofWindows = WINDOWS_SIZES.map((size) => ({ size, png: picture(size) }));
  writeFileSync(path.join(build, 'icon.ico'), windowsIcon(ofWindows));
  const ofMac = MAC_KINDS.map(([kind, size]) => ({ kind, png: picture(size) }));
  writeFileSync(path.join(build, 'icon.icns'), macIcon(ofMac));
  mkdirSync(web, { recursive: true });
  for (const { name, size, cut } of WEB_ICONS)
    writeFileSync(path.join(web, `${name}.png`), await draw(page, cut ? withoutEdges(svg) : withoutMargin(svg), size));
}

/** For systems that add no margin of their own. */
function withoutMargin(svg: string): string {
  return svg.replace('viewBox="0 0 1024 1024"', 'viewBox="88 88 848 848"');
}

/** For systems that cut out a shape of their own: the ground fills everything, and the bell is within the safe circle. */
function withoutEdges(svg: string): string {
  return svg.replace(/<rect [^>]*>/, '<rect width="1024" height="1024" fill="url(#ground)"/>');
}

async function draw(page: Page, svg: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  return await page.screenshot({ omitBackground: true });
}

/** An ICO file contains PNG images unchanged, after a directory of them. */
function windowsIcon(pictures: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    // 256 is stored as 0.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
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

const folder = path.resolve(import.meta.dirname, '../resources/tray');

/** Four times the smallest tray size of 16: it is scaled down for display, never up. */
const SIZE = 64;

/** Colours of the bell on a light and a dark task bar. */
const GROUNDS = { light: '#2b2a27', dark: '#f4f2ee' } as const;
const URGENT = '#c4302b';
const ATTENTION = '#b86e00';
const COUNTS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'many'] as const;

interface Picture {
  readonly name: string;
  readonly drawing: string;
}

/** Generates the images in resources/tray from bell.svg: for the tray, the task bar's badge and macOS's menu bar. */
async function makeTrayIcons(page: Page): Promise<void> {
  const bell = inner(readFileSync(path.join(folder, 'bell.svg'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  for (const { name, drawing } of trayPictures(bell))
    writeFileSync(path.join(folder, `${name}.png`), await draw(page, drawing, SIZE));
}

function trayPictures(bell: string): readonly Picture[] {
  const trays = Object.entries(GROUNDS).flatMap(([ground, colour]) => [
    { name: `online-${ground}`, drawing: drawn(bell, colour) },
    { name: `away-${ground}`, drawing: drawn(bell, colour, { faded: true, over: moon(colour) }) },
    { name: `problem-${ground}`, drawing: drawn(bell, colour, { over: badge('!', ATTENTION) }) },
    ...COUNTS.map((count) => ({
      name: `waiting-${count}-${ground}`,
      drawing: drawn(bell, colour, { over: badge(label(count), URGENT) }),
    })),
  ]);
  // macOS colours these itself: only the alpha channel counts. The number is shown next to the image there.
  const templates = [
    { name: 'online-template', drawing: drawn(bell, '#000') },
    { name: 'away-template', drawing: drawn(bell, '#000', { faded: true, over: moon('#000') }) },
    { name: 'problem-template', drawing: drawn(bell, '#000', { over: badge('!', '#000') }) },
  ];
  const overlays = COUNTS.map((count) => ({
    name: `overlay-${count}`,
    drawing: traySvg(`<circle cx="12" cy="12" r="12" fill="${URGENT}"/>${digit(label(count), 12, 17.6, 16)}`),
  }));
  return [...trays, ...templates, ...overlays];
}

function label(count: (typeof COUNTS)[number]): string {
  return count === 'many' ? '9+' : count;
}

/** The mark on the bell is in its lower right corner, with a gap around it so that it stands out on any background. */
function drawn(
  bell: string,
  colour: string,
  { faded = false, over = '' }: { readonly faded?: boolean; readonly over?: string } = {},
): string {
  const gap =
    over === ''
      ? ''
      : '<mask id="gap"><rect width="24" height="24" fill="#fff"/><circle cx="16.5" cy="16.5" r="9" fill="#000"/></mask>';
  const lines = `fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`;
  return traySvg(
    `${gap}<g ${lines} color="${colour}" opacity="${faded ? 0.55 : 1}" ${over === '' ? '' : 'mask="url(#gap)"'}>${bell}</g>${over}`,
  );
}

/** A disc with a sign; on macOS it has the bell's colour, and the sign is cut out. */
function badge(sign: string, colour: string): string {
  if (colour !== '#000') return `<circle cx="16.5" cy="16.5" r="7.5" fill="${colour}"/>${digit(sign, 16.5, 20.4, 11)}`;
  return `<mask id="cut"><circle cx="16.5" cy="16.5" r="7.5" fill="#fff"/><g style="--ink:#000">${digit(sign, 16.5, 20.4, 11)}</g></mask><rect width="24" height="24" mask="url(#cut)"/>`;
}

function digit(sign: string, x: number, y: number, size: number): string {
  const fits = sign.length > 1 ? size * 0.82 : size;
  return `<text x="${x}" y="${y - (size - fits) / 2.6}" font-size="${fits}" font-weight="700" text-anchor="middle" style="fill:var(--ink,#fff)">${sign}</text>`;
}

function moon(colour: string): string {
  return `<path d="M18.5 21.6a5.6 5.6 0 0 1-2.6-10.6 7 7 0 0 0 6.9 7.9 5.6 5.6 0 0 1-4.3 2.7Z" fill="${colour}"/>`;
}

function traySvg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" font-family="'DejaVu Sans', Arial, sans-serif">${content}</svg>`;
}

function inner(file: string): string {
  return file.replace(/^[^>]*>/, '').replace('</svg>', '');
}

const browser = await chromium.launch(browserLaunch());
try {
  const page = await browser.newPage();
  await makeIcons(page);
  await makeTrayIcons(page);
} finally {
  await browser.close();
}
