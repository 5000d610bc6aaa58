import { useMemo } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { encodeQR } from 'qr';

interface QrPictureProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}

/** A QR code, black on white in both themes: readers expect it. */
export function QrPicture({ text, label, className = 'size-36' }: QrPictureProps) {
  const { size, path } = useMemo(() => qrCode(text), [text]);
  const side = String(size);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={cn('shrink-0 rounded-control border', className)}
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

/** White modules around a code, without which readers miss it. */
const QUIET = 4;
/** Pixels of a module in a picture: 29 modules of a short address make 8 cm at 300 dpi. */
const MODULE = 24;

/** A QR code that is read even if 15 % of it are dirty. */
export function qrCode(text: string) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y] as const] : [])));
  return {
    /** modules of a side, with the margin */
    size: rows.length,
    /** positions of its dark modules */
    dark,
    /** the same as the path of an SVG */
    path: dark.map(([x, y]) => `M${String(x)} ${String(y)}h1v1h-1z`).join(''),
  };
}

/** The same as an SVG file. */
export function qrSvg(text: string): string {
  const { size, path } = qrCode(text);
  const side = String(size);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>\n`
  );
}

/** The same as a PNG file. Rejects if this page can't draw. */
export async function qrPng(text: string): Promise<Blob> {
  const { size, dark } = qrCode(text);
  const canvas = new OffscreenCanvas(size * MODULE, size * MODULE);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this page cannot draw');
  context.scale(MODULE, MODULE);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size, size);
  context.fillStyle = '#000';
  for (const [x, y] of dark) context.fillRect(x, y, 1, 1);
  return canvas.convertToBlob({ type: 'image/png' });
}
