import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '#shared/contract/connection.ts';
import { useTunnelTools } from '#renderer/rpc/use-connection.ts';
import { Notice } from '../parts/notice.tsx';
import { ConnectionText } from './connection-text.tsx';
import { SecretField } from './secret-field.tsx';
import { typed } from './typed-rules.ts';

/** ngrok: the account's token, and a domain of one's own there. */
export function NgrokTunnel({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  const tools = useTunnelTools();
  return (
    <>
      {tools.data?.ngrok === false && (
        <Notice tone="attention" title={t('tunnel.ngrok.missing')}>
          <p>{t('tunnel.ngrok.missingMore')}</p>
        </Notice>
      )}
      <SecretField view={view} secret="ngrokToken" hint={t('tunnel.ngrok.tokenHint')} />
      <ConnectionText
        name="tunnel.ngrok.domain"
        label={t('tunnel.ngrok.domain')}
        hint={t('tunnel.ngrok.domainHint')}
        placeholder="shop.ngrok.app"
        saved={view.settings.tunnel.ngrok.domain}
        rule={typed.ngrokDomain}
        changeTo={(domain) => ({ tunnel: { ngrok: { domain } } })}
      />
    </>
  );
}
