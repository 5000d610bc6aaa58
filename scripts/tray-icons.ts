import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright';
import { browserLaunch } from './find-browser.ts';

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
async function makeTrayIcons(): Promise<void> {
  const bell = inner(readFileSync(path.join(folder, 'bell.svg'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch(browserLaunch());
  try {
    const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
    for (const { name, drawing } of pictures(bell))
      writeFileSync(path.join(folder, `${name}.png`), await draw(page, drawing));
  } finally {
    await browser.close();
  }
}

function pictures(bell: string): readonly Picture[] {
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
    drawing: svg(`<circle cx="12" cy="12" r="12" fill="${URGENT}"/>${digit(label(count), 12, 17.6, 16)}`),
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
  return svg(
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

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" font-family="'DejaVu Sans', Arial, sans-serif">${content}</svg>`;
}

function inner(file: string): string {
  return file.replace(/^[^>]*>/, '').replace('</svg>', '');
}

async function draw(page: Page, picture: string): Promise<Buffer> {
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${SIZE}px;height:${SIZE}px}</style>${picture}`);
  return page.screenshot({ omitBackground: true });
}

await makeTrayIcons();
