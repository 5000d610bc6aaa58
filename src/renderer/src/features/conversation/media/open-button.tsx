import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import type { MediaState } from '#shared/contract/media.ts';

/** Opens a file with the computer's own program for it, where the app can; asks first unless it is known to be passive. */
export function OpenButton({ file }: { readonly file: Extract<MediaState, { state: 'ready' }> }) {
  const { t } = useTranslation('conversation');
  const desktop = useDesktop();
  const [asks, setAsks] = useState(false);
  const open = useMutation({
    mutationFn: async () => {
      if ((await desktop?.call('openFile', file.url)) === false) throw new Error(t('media.openFailed'));
    },
    onError: () => sayTrouble(t('media.openFailed')),
  });
  if (desktop === undefined) return null;
  return (
    <>
      <Button
        size="sm"
        pending={open.isPending}
        aria-label={t('media.openNamed', { name: file.fileName })}
        onClick={() => (file.isPassive ? open.mutate() : setAsks(true))}
      >
        {t('media.open')}
      </Button>
      {!file.isPassive && (
        <ConfirmDialog
          open={asks}
          onOpenChange={setAsks}
          title={t('media.opensRunning', { name: file.fileName })}
          whatWillHappen={
            <>
              <p>{file.canRun ? t('media.runsMore') : t('media.opensMore')}</p>
              <p>{t('media.runsAdvice')}</p>
            </>
          }
          confirmLabel={t('media.open')}
          danger
          onConfirm={() => {
            setAsks(false);
            open.mutate();
          }}
        />
      )}
    </>
  );
}
