import { useTranslation } from 'react-i18next';
import type { MediaState } from '#shared/contract/media.ts';
import type { TestLine } from '#shared/contract/test-customer.ts';
import { useMedia } from '#renderer/rpc/use-media.ts';

/** Pixels that a picture may take in this narrow window. */
const WIDEST = 280;
const HIGHEST = 320;

/** A picture, film or sound of a reply, as an app would show it. */
export function ReceivedFile({ line }: { readonly line: TestLine }) {
  const isShown = line.type !== 'document' && line.type !== 'location';
  const { data: state } = useMedia(line.id, 'file', isShown);
  if (!isShown || state?.state !== 'ready') return null;
  return <Shown line={line} state={state} />;
}

function Shown({ line, state }: { readonly line: TestLine; readonly state: Extract<MediaState, { state: 'ready' }> }) {
  const { t } = useTranslation('channels');
  const name = line.file_name ?? t(`testCustomer.kind.${line.type}`);
  const { width, height } = boxOf(line, state);
  switch (line.type) {
    case 'photo':
    case 'sticker':
      return (
        <img
          src={state.url}
          alt={line.emoji ?? name}
          width={width}
          height={height}
          className="h-auto max-w-full rounded-control object-contain"
        />
      );
    case 'video':
      return (
        <video
          src={state.url}
          controls
          preload="metadata"
          aria-label={name}
          width={width}
          height={height}
          className="h-auto max-w-full rounded-control"
        />
      );
    case 'audio':
    case 'voice':
      return <audio src={state.url} controls preload="metadata" aria-label={name} className="w-64 max-w-full" />;
    case 'text':
    case 'document':
    case 'location':
      return null;
  }
}

function boxOf(
  line: TestLine,
  state: { readonly width?: number | undefined; readonly height?: number | undefined },
): { readonly width: number; readonly height: number } {
  const width = line.width ?? state.width ?? WIDEST;
  const height = line.height ?? state.height ?? WIDEST;
  const most = line.type === 'sticker' ? 128 : WIDEST;
  const scale = Math.min(1, most / width, HIGHEST / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
