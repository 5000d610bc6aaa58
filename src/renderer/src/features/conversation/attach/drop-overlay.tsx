import { ImageUp } from 'lucide-react';
import { attachWords as words } from './attach-words.ts';

/** Over the conversation while files are held over the window. */
export function DropOverlay({ customerName }: { readonly customerName: string }) {
  return (
    <div className="pointer-events-none absolute inset-0 z-20 bg-ground/85 p-4">
      <div className="grid h-full place-content-center justify-items-center gap-1 rounded-card border-2 border-dashed border-accent bg-accent-tint/60 p-4 text-center">
        <ImageUp aria-hidden className="mb-1 size-8 text-accent" />
        <p className="text-heading font-semibold">{words.dropTitle(customerName)}</p>
        <p className="text-ui">{words.dropMore}</p>
      </div>
    </div>
  );
}
