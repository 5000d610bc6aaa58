import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { notify, notifyError } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { Notice } from './section.tsx';
import { ActionButton } from './act.tsx';

/** Says that a secret can no longer be read, what that means, and how to restore it if its key was only locked. */
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
  const openSecrets = useRouteMutation('setup.openSecrets');
  const retry = async () => {
    const { opened } = await openSecrets.mutateAsync();
    if (opened) notify(t('lostSecret.cameBack'));
    else notifyError(t('lostSecret.stillLost'));
  };
  return (
    <ActionButton size="sm" className="mt-1 self-start" failed={t('lostSecret.stillLost')} act={retry}>
      {t('lostSecret.tryAgain')}
    </ActionButton>
  );
}
