import { useMemo } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { qrCode } from './qr-code.ts';

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
