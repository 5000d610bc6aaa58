import type { ReactNode } from 'react';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { lostSecretWords } from './lost-secret-words.ts';
import { Notice } from './notice.tsx';

/** Says that a secret can no longer be read, what that means, and when it comes back by itself. */
export function LostSecretNotice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const isDesktop = useDesktop() !== undefined;
  return (
    <Notice tone="urgent" title={title}>
      <p>{children}</p>
      <p>{isDesktop ? lostSecretWords.comesBackDesktop : lostSecretWords.comesBackHeadless}</p>
    </Notice>
  );
}
