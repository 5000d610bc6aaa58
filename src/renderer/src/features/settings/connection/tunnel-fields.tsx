import type { TFunction } from 'i18next';
import { CircleCheck, CircleX, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { ConnectionSecret, ConnectionView, TunnelKind } from '#shared/contract/connection.ts';
import { Button } from '#renderer/components/button.tsx';
import { useTunnelTools } from '#renderer/rpc/use-connection.ts';
import { Notice } from '../parts/notice.tsx';
import { HostKey } from './host-key.tsx';
import { Snippet } from './snippet.tsx';
import { typed } from './typed-rules.ts';

interface Named {
  /** path of the setting among those of tunnels: `ssh.host` */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

/** One line on the page of a kind of tunnel. */
export type TunnelField =
  | (Named & {
      readonly is: 'text';
      readonly as: 'words' | 'number' | 'address' | 'list';
      readonly placeholder?: string;
      /** left out of addresses and lists, which have their own */
      readonly rule?: z.ZodType<string, string>;
    })
  | (Named & { readonly is: 'switch' })
  /** a saved value that is none of the choices counts as the last */
  | (Named & {
      readonly is: 'cards' | 'select';
      readonly choices: readonly { readonly value: string; readonly title: string; readonly means?: string }[];
    })
  | { readonly is: 'secret'; readonly name: ConnectionSecret; readonly hint?: string; readonly long?: true }
  /** what is seldom changed */
  | { readonly is: 'more'; readonly label: string; readonly fields: readonly TunnelField[] }
  | { readonly is: 'part'; readonly name: string; readonly part: ReactNode };

/** Listens everywhere on the server, not only for what runs there. */
const EVERYWHERE = '0.0.0.0';
const EXAMPLE = 'https://chat.example.com';

type Hinted = 'ssh.host' | 'ssh.user' | 'ssh.behindProxy' | 'ssh.port' | 'ssh.remotePort' | 'ssh.bindAddress';
const hinted = (t: TFunction<'connection'>, name: Hinted | 'cloudflare.port' | 'ngrok.domain'): Named => ({
  name,
  label: t(`tunnel.${name}`),
  hint: t(`tunnel.${name}Hint`),
});

/** What a kind of tunnel asks its owner, in order; `facts` is what there is to know before. */
export const tunnelFields: Readonly<
  Record<TunnelKind, (view: ConnectionView, facts: TunnelField, t: TFunction<'connection'>) => readonly TunnelField[]>
> = {
  /** SSH to a server of one's own: where it is, who signs in, and where customers come in there. */
  ssh: ({ settings, tunnel }, facts, t: TFunction<'connection'>) => {
    const { ssh } = settings.tunnel;
    const port = String(ssh.remotePort);
    return [
      facts,
      {
        is: 'text',
        as: 'words',
        ...hinted(t, 'ssh.host'),
        placeholder: t('tunnel.ssh.hostPlaceholder'),
        rule: typed.sshHost,
      },
      { is: 'text', as: 'words', ...hinted(t, 'ssh.user'), rule: typed.sshUser },
      {
        is: 'cards',
        name: 'ssh.auth',
        label: t('tunnel.ssh.auth'),
        choices: (['key', 'password'] as const).map((value) => ({ value, title: t(`tunnel.ssh.auths.${value}`) })),
      },
      ...(ssh.auth === 'password'
        ? [{ is: 'secret', name: 'sshPassword' } as const]
        : [
            { is: 'secret', name: 'sshKey', hint: t('tunnel.ssh.keyHint'), long: true } as const,
            { is: 'secret', name: 'sshPassphrase', hint: t('tunnel.ssh.passphraseHint') } as const,
          ]),
      { is: 'part', name: 'hostKey', part: <HostKey ssh={ssh} changed={tunnel.changedHostKey} /> },
      {
        is: 'text',
        as: 'address',
        name: 'ssh.publicUrl',
        label: t('tunnel.ssh.publicUrl'),
        hint:
          ssh.host === ''
            ? t('tunnel.ssh.publicUrlHint.noHost', { port })
            : t('tunnel.ssh.publicUrlHint.text', { host: ssh.host, port }),
        placeholder: EXAMPLE,
      },
      { is: 'switch', ...hinted(t, 'ssh.behindProxy') },
      ...(ssh.behindProxy || ssh.trustedProxies.length > 0
        ? [
            {
              is: 'text',
              as: 'list',
              name: 'ssh.trustedProxies',
              label: t('own.proxies'),
              hint: t('tunnel.ssh.proxiesHint'),
              placeholder: '192.168.1.10, 10.0.0.0/8',
            } as const,
          ]
        : []),
      {
        is: 'more',
        label: t('tunnel.ssh.more'),
        fields: [
          { is: 'text', as: 'number', ...hinted(t, 'ssh.port'), rule: typed.sshPort },
          { is: 'text', as: 'number', ...hinted(t, 'ssh.remotePort'), rule: typed.sshPort },
          {
            is: 'select',
            ...hinted(t, 'ssh.bindAddress'),
            choices: [
              { value: 'localhost', title: t('tunnel.ssh.bindAddresses.localhost') },
              { value: EVERYWHERE, title: t('tunnel.ssh.bindAddresses.all') },
            ],
          },
        ],
      },
    ];
  },
  /** Quick or named, which differ in all that counts; whether its program is there, and what a named tunnel needs. */
  cloudflare: ({ settings }, facts, t: TFunction<'connection'>) => [
    {
      is: 'cards',
      name: 'cloudflare.mode',
      label: t('tunnel.cloudflare.mode'),
      choices: (['quick', 'named'] as const).map((value) => ({
        value,
        title: t(`tunnel.cloudflare.modes.${value}`),
        means: t(`tunnel.cloudflare.modeMeans.${value}`),
      })),
    },
    facts,
    { is: 'part', name: 'tool', part: <CloudflareTool /> },
    ...(settings.tunnel.cloudflare.mode === 'quick'
      ? []
      : [
          { is: 'secret', name: 'cloudflareToken', hint: t('tunnel.cloudflare.tokenHint') } as const,
          {
            is: 'text',
            as: 'address',
            name: 'cloudflare.publicUrl',
            label: t('tunnel.cloudflare.publicUrl'),
            hint: t('tunnel.cloudflare.publicUrlHint', { port: String(settings.tunnel.cloudflare.port) }),
            placeholder: EXAMPLE,
          } as const,
          { is: 'text', as: 'number', ...hinted(t, 'cloudflare.port'), rule: typed.cloudflarePort } as const,
        ]),
  ],
  /** The account's token, and a domain of one's own there. */
  ngrok: (_view, facts, t: TFunction<'connection'>) => [
    facts,
    { is: 'part', name: 'tool', part: <NgrokTool /> },
    { is: 'secret', name: 'ngrokToken', hint: t('tunnel.ngrok.tokenHint') },
    {
      is: 'text',
      as: 'words',
      ...hinted(t, 'ngrok.domain'),
      placeholder: 'shop.ngrok.app',
      rule: typed.ngrokDomain,
    },
  ],
};

function NgrokTool() {
  const { t } = useTranslation('connection');
  const tools = useTunnelTools();
  if (tools.data?.ngrok !== false) return null;
  return (
    <Notice tone="attention" title={t('tunnel.ngrok.missing')}>
      <p>{t('tunnel.ngrok.missingMore')}</p>
    </Notice>
  );
}

function CloudflareTool() {
  const { t } = useTranslation('connection');
  const tools = useTunnelTools();
  const found = tools.data?.cloudflared;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-1 text-ui">
        <p className="font-medium">{t('tunnel.cloudflare.tool')}</p>
        <div role="status">
          {found != null && (
            <p className="flex gap-2">
              <CircleCheck aria-hidden className="mt-px size-4 shrink-0 text-good" />
              <span className="min-w-0">
                {t('tunnel.cloudflare.found', { version: found.version })}{' '}
                <span className="break-all text-ink-quiet">{found.path}</span>
              </span>
            </p>
          )}
          {found === null && (
            <p className="flex gap-2">
              <CircleX aria-hidden className="mt-px size-4 shrink-0 text-urgent" />
              <span>
                <span className="font-medium text-urgent">{t('tunnel.cloudflare.missing')}</span>{' '}
                <span className="text-ink-quiet">{t('tunnel.cloudflare.getIt')}</span>
              </span>
            </p>
          )}
        </div>
      </div>
      {found === null && (
        <>
          {(
            [
              ['Windows', 'winget install --id Cloudflare.cloudflared'],
              ['macOS', 'brew install cloudflared'],
            ] as const
          ).map(([system, command]) => (
            <div key={system} className="flex flex-col gap-1">
              <p className="text-ui text-ink-quiet">{system}</p>
              <Snippet label={system} text={command} copyLabel={t('copyCommand', { system })} />
            </div>
          ))}
          <p className="text-ui text-ink-quiet">{t('tunnel.cloudflare.linux')}</p>
          <Button className="self-start" pending={tools.isFetching} onClick={() => void tools.refetch()}>
            <RefreshCw aria-hidden className="size-4" />
            {t('tunnel.cloudflare.lookAgain')}
          </Button>
        </>
      )}
    </div>
  );
}
