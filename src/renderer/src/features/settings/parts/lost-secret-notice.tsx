import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { say, sayTrouble } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/ask.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { Notice } from './section.tsx';
import { ActButton } from './act.tsx';

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
  const openSecrets = useAct('setup.openSecrets');
  const retry = async () => {
    const { opened } = await openSecrets.mutateAsync();
    if (opened) say(t('lostSecret.cameBack'));
    else sayTrouble(t('lostSecret.stillLost'));
  };
  return (
    <ActButton size="sm" className="mt-1 self-start" failed={t('lostSecret.stillLost')} act={retry}>
      {t('lostSecret.tryAgain')}
    </ActButton>
  );
}
