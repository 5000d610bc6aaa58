import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '#renderer/components/actions.tsx';
import { SecretLine } from './secret.tsx';

interface SigningKeyProps {
  readonly of: 'channel' | 'bot' | 'webhook';
  /** of the channel or bot */
  readonly name: string;
  /** what may be displayed; empty: it can no longer be read */
  readonly text: string;
  readonly onCopy: () => Promise<string>;
  readonly renew: () => Promise<unknown>;
  readonly before?: ReactNode;
}

const hints = {
  channel: 'signingKey.ofChannel',
  bot: 'signingKey.ofBot',
  webhook: 'signingKey.ofWebhook',
} as const;

/** The key with which everything is signed that is sent to a channel's reply address, a bot or a webhook. */
export function SigningKey({ of, name, text, onCopy, renew, before }: SigningKeyProps) {
  const { t } = useTranslation('channels');
  return (
    <SecretLine
      label={t('signingKey.label')}
      hint={t(hints[of])}
      text={text || t('signingKey.lost')}
      copyLabel={t('signingKey.copy')}
      onCopy={onCopy}
      before={before}
      after={
        <ConfirmButton
          label={t('signingKey.renew')}
          title={t('signingKey.renewAsk', { name })}
          will={[t('signingKey.renewWill.1'), t('signingKey.renewWill.2')]}
          failed={t('signingKey.notRenewed')}
          act={renew}
          done={t('signingKey.renewed')}
        />
      }
    />
  );
}
