import { useTranslation } from 'react-i18next';
import { CircleCheck, CircleX, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { optionalText, SavedNumber, SavedText } from '#renderer/components/saved-fields.tsx';
import type { ConnectionView } from '#shared/contract/connection.ts';
import { TUNNEL_KINDS, type TunnelKind } from '#shared/contract/tunnels.ts';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { Notice } from '../parts/section.tsx';
import { Facts, Snippet } from '../parts/snippet.tsx';
import { useConnectionFields } from './connection-fields.ts';
import { SecretField } from './secret-field.tsx';
import { CHOICE_FACTS, isMethodInUse, UseWay } from './reach-panel.tsx';

const cloudflareModes = ['quick', 'named'] as const;
type CloudflareMode = (typeof cloudflareModes)[number];

interface TunnelWayProps {
  readonly view: ConnectionView;
  /** form shown at first: a kind, or how Cloudflare is used; left out or unknown: the one in use */
  readonly form: string | undefined;
}

/** A tunnel: its kind, costs, privacy, and requirements. Nothing changes until the button at the end is pressed. */
export function TunnelWay({ view, form }: TunnelWayProps) {
  const { t } = useTranslation('connection');
  const { tunnel } = view.settings;
  const modeAsked = cloudflareModes.find((candidate) => candidate === form);
  const [kind, setLooked] = useState<TunnelKind>(
    modeAsked === undefined ? (TUNNEL_KINDS.find((tunnelKind) => tunnelKind === form) ?? tunnel.kind) : 'cloudflare',
  );
  const [mode, setMode] = useState<CloudflareMode>(modeAsked ?? tunnel.cloudflare.mode);
  const Fields = screens[kind];
  return (
    <>
      <p className="text-ui text-ink-quiet">{t('way.tunnel.means')}</p>
      <ChoiceCards<TunnelKind>
        label={t('tunnel.kinds')}
        value={kind}
        onChoose={setLooked}
        className="grid-cols-[repeat(auto-fit,minmax(150px,1fr))]"
        choices={TUNNEL_KINDS.map((tunnelKind) => ({
          value: tunnelKind,
          title: t(`tunnelKinds.kind.${tunnelKind}.title`),
          mark: isMethodInUse(view, 'tunnel', tunnelKind) ? t('inUse') : undefined,
        }))}
      />
      <Fields view={view} mode={mode} onMode={setMode} />
      <UseWay
        key={kind}
        view={view}
        way="tunnel"
        tunnel={kind === 'cloudflare' ? { kind, cloudflare: { mode } } : { kind }}
        name={t(`tunnelKinds.kind.${kind}.inSentence`)}
      />
    </>
  );
}

/** Facts about a kind of tunnel with its current settings. As of 2026: prices and limits are up to the providers. */
function KindFacts({ of }: { readonly of: 'cloudflareQuick' | 'cloudflareNamed' | 'ngrok' }) {
  const { t } = useTranslation('connection');
  return (
    <Facts
      className={CHOICE_FACTS}
      facts={(['means', 'costs', 'address', 'account', 'limits', 'needs', 'privacy'] as const).map((fact) => [
        t(`facts.${fact}`),
        t(`tunnelFacts.${of}.${fact}`),
      ])}
    />
  );
}

const EXAMPLE = 'https://chat.example.com';

interface CloudflareProps {
  readonly view: ConnectionView;
  readonly mode: CloudflareMode;
  readonly onMode: (mode: CloudflareMode) => void;
}

/** Quick or named, which differ considerably; whether cloudflared is installed, and what a named tunnel needs. */
function Cloudflare({ view, mode, onMode }: CloudflareProps) {
  const { t } = useTranslation('connection');
  const { port } = view.settings.tunnel.cloudflare;
  const of = useConnectionFields(view).cloudflare;
  const publicUrl = of('publicUrl');
  return (
    <>
      <ChoiceCards<CloudflareMode>
        label={t('tunnel.cloudflare.mode')}
        value={mode}
        onChoose={onMode}
        choices={cloudflareModes.map((value) => ({
          value,
          title: t(`tunnel.cloudflare.modes.${value}`),
          means: t(`tunnel.cloudflare.modeMeans.${value}`),
        }))}
      />
      <KindFacts of={mode === 'quick' ? 'cloudflareQuick' : 'cloudflareNamed'} />
      <CloudflareTool />
      {mode === 'named' && (
        <>
          <SecretField view={view} secret="cloudflareToken" hint={t('tunnel.cloudflare.tokenHint')} />
          <SavedText
            {...publicUrl}
            rule={optionalText(publicUrl.rule)}
            hint={t('tunnel.cloudflare.publicUrlHint', { port: String(port) })}
            placeholder={EXAMPLE}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
          />
          <SavedNumber {...of('port')} />
        </>
      )}
    </>
  );
}

const installs = [
  ['Windows', 'winget install --id Cloudflare.cloudflared'],
  ['macOS', 'brew install cloudflared'],
] as const;

function CloudflareTool() {
  const { t } = useTranslation('connection');
  const tools = useRouteQueryFor('owner', 'connection.tools', {}, { staleTime: 0 });
  const found = tools.data?.cloudflare;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-1 text-ui">
        <p className="font-medium">{t('tunnel.cloudflare.tool')}</p>
        <div role="status">
          {found != null && (
            <p className="flex gap-2">
              <CircleCheck aria-hidden className="mt-px size-4 shrink-0 text-good" />
              <span className="min-w-0">
                {t('tunnel.cloudflare.found', { version: found.version ?? '' })}{' '}
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
          {installs.map(([system, command]) => (
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

function Ngrok({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  return (
    <>
      <KindFacts of="ngrok" />
      {useRouteQueryFor('owner', 'connection.tools', {}, { staleTime: 0 }).data?.ngrok === null && (
        <Notice tone="attention" title={t('tunnel.ngrok.missing')}>
          {t('tunnel.ngrok.missingMore')}
        </Notice>
      )}
      <SecretField view={view} secret="ngrokToken" hint={t('tunnel.ngrok.tokenHint')} />
      <SavedText
        {...useConnectionFields(view).ngrok('domain')}
        placeholder="shop.ngrok.app"
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}

const screens = { cloudflare: Cloudflare, ngrok: Ngrok } satisfies Record<TunnelKind, unknown>;
