import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { say, sayTrouble } from '#renderer/components/toaster.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { useOpenSecrets } from '#renderer/rpc/use-setup.ts';
import { Notice } from './section.tsx';
import { tellTrouble } from './act.tsx';

/** Says that a secret can no longer be read, what that means, and how it comes back where its key was only locked. */
export function LostSecretNotice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation('channels');
  const isDesktop = useDesktop() !== undefined;
  return (
    <Notice tone="urgent" title={title}>
      <p>{children}</p>
      <p>{isDesktop ? t('lostSecret.comesBackDesktop') : t('lostSecret.comesBackHeadless')}</p>
      {isDesktop && <TryAgain />}
    </Notice>
  );
}

function TryAgain() {
  const { t } = useTranslation('channels');
  const openSecrets = useOpenSecrets();
  // Not by callbacks of mutate: what came back takes this button from the screen.
  const retry = async () => {
    try {
      const { opened } = await openSecrets.mutateAsync();
      if (opened) say(t('lostSecret.cameBack'));
      else sayTrouble(t('lostSecret.stillLost'));
    } catch (error) {
      tellTrouble(t('lostSecret.stillLost'), error);
    }
  };
  return (
    <Button size="sm" className="mt-1 self-start" pending={openSecrets.isPending} onClick={() => void retry()}>
      {t('lostSecret.tryAgain')}
    </Button>
  );
}
