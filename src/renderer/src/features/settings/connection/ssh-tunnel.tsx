import { useTranslation } from 'react-i18next';
import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import type { ConnectionSettings, ConnectionView } from '#shared/contract/connection.ts';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { ConnectionSwitch } from './connection-switch.tsx';
import { ConnectionText } from './connection-text.tsx';
import { HostKey } from './host-key.tsx';
import { SecretField } from './secret-field.tsx';
import { listed, typed } from './typed-rules.ts';
import { useSaveConnection } from './use-save-connection.ts';

type Ssh = ConnectionSettings['tunnel']['ssh'];

/** Listens everywhere on the server, not only for what runs there. */
const EVERYWHERE = '0.0.0.0';

/** SSH to a server of one's own: where it is, who signs in, and where customers come in there. */
export function SshTunnel({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  const { ssh } = view.settings.tunnel;
  const save = useSaveConnection();
  return (
    <>
      <ConnectionText
        name="tunnel.ssh.host"
        label={t('tunnel.ssh.host')}
        hint={t('tunnel.ssh.hostHint')}
        placeholder={t('tunnel.ssh.hostPlaceholder')}
        saved={ssh.host}
        rule={typed.sshHost}
        changeTo={(host) => ({ tunnel: { ssh: { host } } })}
      />
      <ConnectionText
        name="tunnel.ssh.user"
        label={t('tunnel.ssh.user')}
        hint={t('tunnel.ssh.userHint')}
        saved={ssh.user}
        rule={typed.sshUser}
        changeTo={(user) => ({ tunnel: { ssh: { user } } })}
      />
      <ChoiceCards<Ssh['auth']>
        label={t('tunnel.ssh.auth')}
        value={ssh.auth}
        onChoose={(auth) =>
          save({
            field: 'tunnel.ssh.auth',
            label: t('tunnel.ssh.auth'),
            before: ssh.auth,
            value: auth,
            changeTo: (value) => ({ tunnel: { ssh: { auth: value } } }),
          })
        }
        choices={(['key', 'password'] as const).map((value) => ({ value, title: t(`tunnel.ssh.auths.${value}`) }))}
      />
      {ssh.auth === 'password' ? (
        <SecretField view={view} secret="sshPassword" />
      ) : (
        <>
          <SecretField view={view} secret="sshKey" hint={t('tunnel.ssh.keyHint')} long />
          <SecretField view={view} secret="sshPassphrase" hint={t('tunnel.ssh.passphraseHint')} />
        </>
      )}
      <HostKey ssh={ssh} changed={view.tunnel.changedHostKey} />
      <ConnectionText
        name="tunnel.ssh.publicUrl"
        label={t('tunnel.ssh.publicUrl')}
        hint={
          ssh.host === ''
            ? t('tunnel.ssh.publicUrlHint.noHost', { port: String(ssh.remotePort) })
            : t('tunnel.ssh.publicUrlHint.text', { host: ssh.host, port: String(ssh.remotePort) })
        }
        placeholder="https://chat.example.com"
        inputMode="url"
        saved={ssh.publicUrl ?? ''}
        rule={typed.publicUrl}
        changeTo={(publicUrl) => ({ tunnel: { ssh: { publicUrl: publicUrl === '' ? null : publicUrl } } })}
      />
      <ConnectionSwitch
        name="tunnel.ssh.behindProxy"
        label={t('tunnel.ssh.behindProxy')}
        hint={t('tunnel.ssh.behindProxyHint')}
        checked={ssh.behindProxy}
        changeTo={(behindProxy) => ({ tunnel: { ssh: { behindProxy } } })}
      />
      {(ssh.behindProxy || ssh.trustedProxies.length > 0) && (
        <ConnectionText
          name="tunnel.ssh.trustedProxies"
          label={t('own.proxies')}
          hint={t('tunnel.ssh.proxiesHint')}
          placeholder={'192.168.1.10, 10.0.0.0/8'}
          saved={ssh.trustedProxies.join(', ')}
          rule={typed.addresses}
          changeTo={(proxies) => ({ tunnel: { ssh: { trustedProxies: listed(proxies) } } })}
        />
      )}
      <Ports ssh={ssh} />
    </>
  );
}

function Ports({ ssh }: { readonly ssh: Ssh }) {
  const { t } = useTranslation('connection');
  const save = useSaveConnection();
  const bound = ssh.bindAddress === 'localhost' ? 'localhost' : EVERYWHERE;
  return (
    <Collapsible.Root>
      <Collapsible.Trigger className="group -ms-1.5 flex h-(--control) items-center gap-1 rounded-control pe-2 ps-1 text-ui font-medium text-ink-quiet transition-colors hover:bg-hover hover:text-ink">
        <ChevronRight aria-hidden className="size-4 transition-transform group-data-panel-open:unfolded" />
        {t('tunnel.ssh.more')}
      </Collapsible.Trigger>
      <Collapsible.Panel className="flex flex-col gap-5 pt-3">
        <ConnectionText
          name="tunnel.ssh.port"
          label={t('tunnel.ssh.port')}
          hint={t('tunnel.ssh.portHint')}
          inputMode="numeric"
          saved={String(ssh.port)}
          rule={typed.sshPort}
          changeTo={(port) => ({ tunnel: { ssh: { port: Number(port) } } })}
        />
        <ConnectionText
          name="tunnel.ssh.remotePort"
          label={t('tunnel.ssh.remotePort')}
          hint={t('tunnel.ssh.remotePortHint')}
          inputMode="numeric"
          saved={String(ssh.remotePort)}
          rule={typed.sshPort}
          changeTo={(remotePort) => ({ tunnel: { ssh: { remotePort: Number(remotePort) } } })}
        />
        <Field label={t('tunnel.ssh.bindAddress')} hint={t('tunnel.ssh.bindAddressHint')}>
          <Select
            value={bound}
            className="self-start"
            choices={[
              { value: 'localhost', label: t('tunnel.ssh.bindAddresses.localhost') },
              { value: EVERYWHERE, label: t('tunnel.ssh.bindAddresses.all') },
            ]}
            onValueChange={(bindAddress) =>
              save({
                field: 'tunnel.ssh.bindAddress',
                label: t('tunnel.ssh.bindAddress'),
                before: ssh.bindAddress,
                value: bindAddress,
                changeTo: (value) => ({ tunnel: { ssh: { bindAddress: value } } }),
              })
            }
          />
        </Field>
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
