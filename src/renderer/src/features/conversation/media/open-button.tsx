import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import type { MediaState } from '#shared/contract/media.ts';
import { mediaWords } from './media-words.ts';

/** Opens a file with the computer's own program for it, where the app can; asks first unless it is known to be passive. */
export function OpenButton({ file }: { readonly file: Extract<MediaState, { state: 'ready' }> }) {
  const desktop = useDesktop();
  const [asks, setAsks] = useState(false);
  const open = useMutation({
    mutationFn: async () => {
      if ((await desktop?.call('openFile', file.url)) === false) throw new Error(mediaWords.openFailed);
    },
    onError: () => sayTrouble(mediaWords.openFailed),
  });
  if (desktop === undefined) return null;
  return (
    <>
      <Button
        size="sm"
        pending={open.isPending}
        aria-label={mediaWords.openNamed(file.fileName)}
        onClick={() => (file.isPassive ? open.mutate() : setAsks(true))}
      >
        {mediaWords.open}
      </Button>
      {!file.isPassive && (
        <ConfirmDialog
          open={asks}
          onOpenChange={setAsks}
          title={mediaWords.opensRunning(file.fileName)}
          whatWillHappen={
            <>
              <p>{file.canRun ? mediaWords.runsMore : mediaWords.opensMore}</p>
              <p>{mediaWords.runsAdvice}</p>
            </>
          }
          confirmLabel={mediaWords.open}
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
