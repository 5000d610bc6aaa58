import { png, type Pixel } from '#main/test-customer/samples/png.ts';

const WALL: Pixel = [226, 214, 196, 255];
const TABLE: Pixel = [139, 98, 66, 255];
const SHADE: Pixel = [28, 110, 106, 255];
const BRASS: Pixel = [196, 156, 74, 255];
const CRACK: Pixel = [232, 226, 214, 255];

/** A brass lamp on a table, with a crack in its shade: what Anna sends, 4 to 3. */
export function lampPhoto(width: number): Buffer {
  const height = Math.round((width * 3) / 4);
  return png(width, height, (x, y) => colourAt(x / width, y / height));
}

function colourAt(x: number, y: number): Pixel {
  const light = 1.12 - 0.9 * Math.hypot(x - 0.5, (y - 0.62) * 0.8);
  return lit(thingAt(x, y), Math.max(0.55, Math.min(1.15, light)));
}

function thingAt(x: number, y: number): Pixel {
  const fromMiddle = Math.abs(x - 0.5);
  if (y > 0.18 && y < 0.5 && fromMiddle < 0.11 + (y - 0.18) * 0.42) return isCrack(x, y) ? CRACK : SHADE;
  if (y >= 0.5 && y < 0.84 && fromMiddle < 0.012) return BRASS;
  if (y >= 0.8 && y < 0.87 && Math.hypot(fromMiddle / 0.16, (y - 0.87) / 0.07) < 1) return BRASS;
  return y > 0.8 ? TABLE : WALL;
}

/** Down from the rim, now to one side and now to the other. */
function isCrack(x: number, y: number): boolean {
  if (y < 0.3) return false;
  const path = 0.58 + 0.025 * Math.abs(((y * 14) % 2) - 1) - (y - 0.3) * 0.12;
  return Math.abs(x - path) < 0.004;
}

function lit([red, green, blue, alpha]: Pixel, light: number): Pixel {
  return [Math.min(255, red * light), Math.min(255, green * light), Math.min(255, blue * light), alpha];
}
