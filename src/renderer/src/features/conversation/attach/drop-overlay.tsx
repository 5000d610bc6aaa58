import { useTranslation } from 'react-i18next';
import { ImageUp } from 'lucide-react';

/** Over the conversation while files are held over the window. */
export function DropOverlay({ customerName }: { readonly customerName: string }) {
  const { t } = useTranslation('conversation');
  return (
    <div className="pointer-events-none absolute inset-0 z-20 bg-ground/85 p-4">
      <div className="grid h-full place-content-center justify-items-center gap-1 rounded-card border-2 border-dashed border-accent bg-accent-tint/60 p-4 text-center">
        <ImageUp aria-hidden className="mb-1 size-8 text-accent" />
        <p className="text-heading font-semibold">{t('attach.dropTitle', { name: customerName })}</p>
        <p className="text-ui">{t('attach.dropMore')}</p>
      </div>
    </div>
  );
}
