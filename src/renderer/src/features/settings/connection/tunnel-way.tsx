import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight, CircleCheck, CircleX, RefreshCw } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  ConnectionChange,
  ConnectionView,
  TunnelKind,
  ConnectionSecret,
  ConnectionSettings,
} from '#shared/contract/connection.ts';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { ChoiceCards } from '../parts/choice-cards.tsx';
import { ConnectionSwitch, ConnectionText, listed, typed, useSaveConnection } from './connection-setting.tsx';
import { Facts, isWayInUse, UseWay } from './use-way.tsx';
import { SecretField } from './secret-field.tsx';
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import { Button } from '#renderer/components/button.tsx';
import { useTunnelTools, useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { Notice } from '../parts/section.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { Sentences, tellTrouble } from '../parts/act.tsx';

const kinds: readonly TunnelKind[] = ['cloudflare', 'ssh', 'ngrok'];

/** A tunnel: through what, what that costs and keeps, and what it needs. */
export function TunnelWay({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  const [looked, setLooked] = useState<TunnelKind>();
  const kind = looked ?? view.settings.tunnel.kind;
  const facts: TunnelField = { is: 'part', name: 'facts', part: <KindFacts view={view} kind={kind} /> };
  return (
    <>
      <p className="text-ui text-ink-quiet">{t('way.tunnel.means')}</p>
      <ChoiceCards<TunnelKind>
        label={t('tunnel.kinds')}
        value={kind}
        onChoose={setLooked}
        className="grid-cols-[repeat(auto-fit,minmax(150px,1fr))]"
        choices={kinds.map((each) => ({
          value: each,
          title: t(`tunnelKinds.kind.${each}.title`),
          mark: isWayInUse(view, 'tunnel', each) ? t('inUse') : undefined,
        }))}
      />
      <Fields key={`${kind} fields`} view={view} fields={tunnelFields[kind](view, facts, t)} />
      <UseWay key={kind} view={view} way="tunnel" kind={kind} name={t(`tunnelKinds.kind.${kind}.inSentence`)} />
    </>
  );
}

interface KindProps {
  readonly view: ConnectionView;
  readonly kind: TunnelKind;
}

/** What there is to know about a kind of tunnel, as it is set, before choosing it. As the providers said in 2026: prices and limits are theirs to change. */
function KindFacts({ view, kind }: KindProps) {
  const { t } = useTranslation('connection');
  const { mode } = view.settings.tunnel.cloudflare;
  const of = kind !== 'cloudflare' ? kind : mode === 'quick' ? 'cloudflareQuick' : 'cloudflareNamed';
  return (
    <Facts
      facts={[
        [t('means'), t(`tunnelFacts.${of}.about`)],
        [t('costs'), t(`tunnelFacts.${of}.cost`)],
        [t('address'), t(`tunnelFacts.${of}.address`)],
        [t('account'), t(`tunnelFacts.${of}.account`)],
        [t('limits'), t(`tunnelFacts.${of}.limits`)],
        [t('needs'), t(`tunnelFacts.${of}.needs`)],
        [t('privacy'), t(`tunnelFacts.${of}.privacy`)],
      ]}
    />
  );
}

/** The fields of a kind, whatever the kind, each saved as one leaves it. */
function Fields({ view, fields }: Pick<KindProps, 'view'> & { readonly fields: readonly TunnelField[] }) {
  return fields.map((field) => {
    switch (field.is) {
      case 'part':
        return <Fragment key={field.name}>{field.part}</Fragment>;
      case 'secret':
        return <SecretField key={field.name} view={view} secret={field.name} hint={field.hint} long={field.long} />;
      case 'more':
        return (
          <Collapsible.Root key="more">
            <Collapsible.Trigger className="group -ms-1.5 flex h-(--control) items-center gap-1 rounded-control pe-2 ps-1 text-ui font-medium text-ink-quiet transition-colors hover:bg-hover hover:text-ink">
              <ChevronRight aria-hidden className="size-4 transition-transform group-data-panel-open:unfolded" />
              {field.label}
            </Collapsible.Trigger>
            <Collapsible.Panel className="flex flex-col gap-5 pt-3">
              <Fields view={view} fields={field.fields} />
            </Collapsible.Panel>
          </Collapsible.Root>
        );
      default:
        return <Setting key={field.name} view={view} field={field} />;
    }
  });
}

interface SettingProps {
  readonly view: ConnectionView;
  readonly field: Extract<TunnelField, { readonly label: string; readonly name: string }>;
}

function Setting({ view, field }: SettingProps) {
  const save = useSaveConnection();
  const { label, hint } = field;
  const name = `tunnel.${field.name}`;
  const [kind = '', setting = ''] = field.name.split('.');
  const saved = valueAt(valueAt(view.settings.tunnel, kind), setting);
  const changeTo = (value: unknown): ConnectionChange => ({ tunnel: { [kind]: { [setting]: value } } });
  if (field.is === 'switch')
    return <ConnectionSwitch name={name} label={label} hint={hint} checked={saved === true} changeTo={changeTo} />;
  if (field.is === 'text') {
    const { as, placeholder, rule = as === 'list' ? typed.addresses : typed.publicUrl } = field;
    return (
      <ConnectionText
        name={name}
        label={label}
        hint={hint}
        placeholder={placeholder}
        inputMode={as === 'number' ? 'numeric' : as === 'address' ? 'url' : undefined}
        saved={textOf(saved)}
        rule={rule}
        changeTo={(text) => changeTo(typedAs[as](text))}
      />
    );
  }
  const { choices } = field;
  const choose = (value: string): void => save({ field: name, label, before: textOf(saved), value, changeTo });
  const value = (choices.find((each) => each.value === saved) ?? choices.at(-1))?.value ?? '';
  if (field.is === 'cards') return <ChoiceCards label={label} value={value} onChoose={choose} choices={choices} />;
  return (
    <Field label={label} hint={hint}>
      <Select
        value={value}
        className="self-start"
        choices={choices.map(({ value: each, title }) => ({ value: each, label: title }))}
        onValueChange={choose}
      />
    </Field>
  );
}

function valueAt(settings: unknown, name: string): unknown {
  return typeof settings === 'object' && settings !== null ? Reflect.get(settings, name) : undefined;
}

/** What is kept, as it is typed. */
function textOf(saved: unknown): string {
  if (Array.isArray(saved)) return saved.join(', ');
  return typeof saved === 'string' || typeof saved === 'number' ? String(saved) : '';
}

/** What is typed, as it is kept. */
const typedAs = {
  words: (text: string) => text,
  number: Number,
  address: (text: string) => (text === '' ? null : text),
  list: listed,
} as const;

interface Named {
  /** path of the setting among those of tunnels: `ssh.host` */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

/** One line on the page of a kind of tunnel. */
type TunnelField =
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
const tunnelFields: Readonly<
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

interface HostKeyProps {
  readonly ssh: ConnectionSettings['tunnel']['ssh'];
  /** the server shows this one now, which is not the pinned one */
  readonly changed: string | undefined;
}

/** The server's pinned key; where it changed, what that may mean and the decision. */
function HostKey({ ssh: { hostKey }, changed }: HostKeyProps) {
  const { t } = useTranslation('connection');
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-ui font-medium">{t('tunnel.ssh.hostKey')}</p>
      {changed !== undefined ? (
        <ChangedKey before={hostKey} now={changed} />
      ) : (
        <>
          {hostKey !== null && (
            <code className="rounded-control border bg-sunken px-2.5 py-[7px] font-mono text-meta break-all">
              {hostKey}
            </code>
          )}
          <p className="text-ui text-ink-quiet">
            {hostKey === null ? t('tunnel.ssh.hostKeyNone') : t('tunnel.ssh.hostKeyHint')}
          </p>
        </>
      )}
    </div>
  );
}

function ChangedKey({ before, now }: { readonly before: string | null; readonly now: string }) {
  const { t } = useTranslation('connection');
  const [asking, setAsking] = useState(false);
  const { forgetHostKey } = useWayInChanges();
  const trust = () =>
    forgetHostKey.mutate(undefined, {
      onError: (error) => tellTrouble(t('failed'), error),
      onSettled: () => setAsking(false),
    });
  return (
    <Notice tone="urgent" title={t('tunnel.ssh.changedTitle')}>
      <p>{t('tunnel.ssh.changedMeans')}</p>
      <dl className="my-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt>{t('tunnel.ssh.changedNow')}</dt>
        <dd className="font-mono text-meta leading-[18px] break-all">{now}</dd>
        {before !== null && (
          <>
            <dt>{t('tunnel.ssh.changedBefore')}</dt>
            <dd className="font-mono text-meta leading-[18px] break-all">{before}</dd>
          </>
        )}
      </dl>
      <Button className="self-start border-urgent text-urgent" onClick={() => setAsking(true)}>
        {t('tunnel.ssh.trustNew')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('tunnel.ssh.trustAsk')}
        whatWillHappen={<Sentences sentences={[t('tunnel.ssh.trustWill.1'), t('tunnel.ssh.trustWill.2')]} />}
        confirmLabel={t('tunnel.ssh.trustConfirm')}
        danger
        pending={forgetHostKey.isPending}
        onConfirm={trust}
      />
    </Notice>
  );
}
