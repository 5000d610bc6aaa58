import { useTranslation } from 'react-i18next';
import { CircleCheck, CircleX, RefreshCw } from 'lucide-react';
import type { ConnectionView } from '#shared/contract/connection.ts';
import { Button } from '#renderer/components/button.tsx';
import { useTunnelTools } from '#renderer/rpc/use-connection.ts';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { ConnectionText } from './connection-text.tsx';
import { SecretField } from './secret-field.tsx';
import { Snippet } from './snippet.tsx';
import { typed } from './typed-rules.ts';
import { useSaveConnection } from './use-save-connection.ts';

/** Quick or named, which differ in all that counts. */
export function CloudflareMode({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  const { mode: before } = view.settings.tunnel.cloudflare;
  const save = useSaveConnection();
  return (
    <ChoiceCards
      label={t('tunnel.cloudflare.mode')}
      value={before}
      onChoose={(mode) =>
        save({
          field: 'tunnel.cloudflare.mode',
          label: t('tunnel.cloudflare.mode'),
          before,
          value: mode,
          changeTo: (value) => ({ tunnel: { cloudflare: { mode: value } } }),
        })
      }
      choices={(['quick', 'named'] as const).map((value) => ({
        value,
        title: t(`tunnel.cloudflare.modes.${value}`),
        means: t(`tunnel.cloudflare.modeMeans.${value}`),
      }))}
    />
  );
}

/** Cloudflare: whether its program is there, and what a named tunnel needs. */
export function CloudflareTunnel({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  const { cloudflare } = view.settings.tunnel;
  return (
    <>
      <Tool />
      {cloudflare.mode === 'named' && (
        <>
          <SecretField view={view} secret="cloudflareToken" hint={t('tunnel.cloudflare.tokenHint')} />
          <ConnectionText
            name="tunnel.cloudflare.publicUrl"
            label={t('tunnel.cloudflare.publicUrl')}
            hint={t('tunnel.cloudflare.publicUrlHint', { port: String(cloudflare.port) })}
            placeholder="https://chat.example.com"
            inputMode="url"
            saved={cloudflare.publicUrl ?? ''}
            rule={typed.publicUrl}
            changeTo={(publicUrl) => ({ tunnel: { cloudflare: { publicUrl: publicUrl === '' ? null : publicUrl } } })}
          />
          <ConnectionText
            name="tunnel.cloudflare.port"
            label={t('tunnel.cloudflare.port')}
            hint={t('tunnel.cloudflare.portHint')}
            inputMode="numeric"
            saved={String(cloudflare.port)}
            rule={typed.cloudflarePort}
            changeTo={(port) => ({ tunnel: { cloudflare: { port: Number(port) } } })}
          />
        </>
      )}
    </>
  );
}

function Tool() {
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
