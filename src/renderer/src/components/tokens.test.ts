import { describe, expect, it } from 'vitest';
import css from './styles.css?raw';

type Colour = readonly [lightness: number, chroma: number, hue: number];
type Scheme = 'light' | 'dark';

function tokensOf(source: string): Record<Scheme, Map<string, Colour>> {
  const tokens = { light: new Map<string, Colour>(), dark: new Map<string, Colour>() };
  const pair = /--color-([\w-]+): light-dark\(oklch\(([^)/]+)\), oklch\(([^)/]+)\)\)/g;
  for (const [, name = '', light = '', dark = ''] of source.matchAll(pair)) {
    tokens.light.set(name, colour(light));
    tokens.dark.set(name, colour(dark));
  }
  return tokens;
}

function colour(text: string): Colour {
  const [lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN] = text.trim().split(/\s+/).map(Number);
  return [lightness, chroma, hue];
}

/** Relative luminance (WCAG 2) of an OKLCH colour, clipped to sRGB like a display. */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: Colour, b: Colour): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const tokens = tokensOf(css);
const get = (scheme: Scheme, name: string): Colour => {
  const found = tokens[scheme].get(name);
  if (found === undefined) throw new Error(`no token ${name}`);
  return found;
};

type Pair = readonly [mark: string, ground: string];
/** Each mark on each ground. */
const on = (marks: readonly string[], grounds: readonly string[]): readonly Pair[] =>
  grounds.flatMap((ground) => marks.map((mark) => [mark, ground] as const));

const grounds = ['ground', 'raised', 'sunken', 'hover'];
const bubbles = ['customer-tint', 'accent-tint', 'bot-tint', 'note-tint'];
const tinted = ['accent', 'good', 'attention', 'urgent', 'note', 'bot'];

const messageText = on(['ink'], ['ground', 'raised', ...bubbles, 'found']);
const otherText: readonly Pair[] = [
  ...on(['ink', 'ink-quiet'], [...grounds, 'selected']),
  ['accent', 'selected'],
  ...on(['ink-quiet'], bubbles),
  ...on(tinted, grounds),
  ...tinted.map((tone) => [tone, `${tone}-tint`] as const),
  ...on(['accent-ink'], ['accent', 'accent-strong']),
  ...on(['urgent-ink'], ['urgent', 'urgent-strong']),
  ['urgent', 'accent-tint'],
  ['ground', 'ink'],
];
const borders = on(['edge', 'accent', 'urgent', 'star'], ['ground', 'raised', 'sunken']);

describe.each(['light', 'dark'] as const)('colours in the %s scheme', (scheme) => {
  it.each(messageText)('message text: %s on %s is at least 7:1', (text, ground) => {
    expect(contrast(get(scheme, text), get(scheme, ground))).toBeGreaterThanOrEqual(7);
  });
  it.each(otherText)('other text: %s on %s is at least 4.5:1', (text, ground) => {
    expect(contrast(get(scheme, text), get(scheme, ground))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(borders)('meaningful borders and icons: %s on %s is at least 3:1', (edge, ground) => {
    expect(contrast(get(scheme, edge), get(scheme, ground))).toBeGreaterThanOrEqual(3);
  });
  it.each(['avatar', 'tag'] as const)('text of an %s is at least 4.5:1 at every hue', (utility) => {
    for (const hue of [25, 55, 95, 145, 195, 240, 285, 335]) {
      const [ground, text] = huedColours(utility, scheme, hue);
      expect(contrast(text, ground), `at hue ${hue}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

function huedColours(utility: 'avatar' | 'tag', scheme: Scheme, hue: number): readonly [Colour, Colour] {
  const rule = new RegExp(`@utility ${utility} \\{[^}]*\\}`).exec(css)?.[0] ?? '';
  const pairs = Array.from(
    rule.matchAll(/light-dark\(oklch\(([\d.]+ [\d.]+) var\(--hue\)\), oklch\(([\d.]+ [\d.]+) var\(--hue\)\)\)/g),
  );
  const [ground, text] = pairs.map(([, light = '', dark = '']) =>
    colour(`${scheme === 'light' ? light : dark} ${hue}`),
  );
  if (ground === undefined || text === undefined) throw new Error(`no ${utility} colours`);
  return [ground, text];
}

it('computes 21:1 for black on white', () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
});
