import { useTranslation } from 'react-i18next';
import { named } from '#renderer/components/field.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { usePublicAddress } from '#renderer/rpc/use-directory.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { boxAddress } from '#shared/domain/addresses.ts';
import { appendSegment } from '#shared/domain/endpoint.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { AddressReach, MovedPort } from '../connection/reach-notices.tsx';
import { MASK, SecretLine, ShowButton, useOnDemand } from '../parts/secret.tsx';
import { Group } from '../parts/section.tsx';
import { SigningKey } from '../parts/signing-key.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { CodeBlock } from '../parts/snippet.tsx';

type Addresses = Pick<RouteOutput<'channels.addresses'>, 'message' | 'status'>;

/** A channel's addresses; those shown are masked until requested. */
export function useChannelAddresses(channel: Pick<Channel, 'id' | 'publicId' | 'box'>) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const addresses = useOnDemand(() => call('channels.addresses', { channelId: channel.id }), t('notShown'));
  const publicAddress = usePublicAddress();
  const base = channel.box === undefined ? publicAddress : boxAddress(channel.box.url);
  const masked = `${base}/${MASK}/${encodeURIComponent(channel.publicId)}`;
  // What was shown before the way to the channel changed no longer leads there.
  const full = addresses.full?.message.startsWith(`${base}/`) === true ? addresses.full : undefined;
  return { ...addresses, full, shown: full ?? { message: masked, status: `${masked}/status`, signingKey: MASK } };
}

type ChannelAddressesState = ReturnType<typeof useChannelAddresses>;

interface ChannelAddressesProps {
  readonly channel: Channel;
  readonly addresses: ChannelAddressesState;
}

/** Addresses for customers' messages and status requests; masked until "Show". */
export function ChannelAddresses({ channel, addresses }: ChannelAddressesProps) {
  const { t } = useTranslation('channels');
  const { mutateAsync: renewKey } = useRouteMutation('channels.renewSigningKey', 'channels.list');
  return (
    <Group
      title={t('addresses')}
      lead={t('addressesLead')}
      action={<ShowButton secret={addresses} labels={[t('showAddresses'), t('hideAddresses')]} />}
    >
      {channel.box === undefined && <MovedPort />}
      <AddressReach channel={channel} />
      <SecretLine
        label={t('statusAddress')}
        hint={channel.countBot ? t('statusAddressBotHint') : t('statusAddressHint')}
        text={addresses.shown.status}
        copyLabel={t('copyStatus')}
        onCopy={async () => (await addresses.fetch()).status}
      />
      <SecretLine
        {...named('channels:messageAddress')}
        text={addresses.shown.message}
        copyLabel={t('copyMessage')}
        onCopy={async () => (await addresses.fetch()).message}
      />
      <SigningKey
        of="channel"
        name={channel.name}
        text={addresses.shown.signingKey}
        onCopy={async () => (await addresses.fetch()).signingKey}
        renew={() => renewKey({ channelId: channel.id }).then(addresses.hide)}
      />
    </Group>
  );
}

const steps = ['status', 'send', 'replies'] as const;

/** Address where replies go until one is entered. */
const SAMPLE_ENDPOINT = 'http://localhost:3000';

interface IntegratorSnippetsProps {
  readonly channel: Pick<Channel, 'publicId' | 'endpoint'>;
  readonly addresses: ChannelAddressesState;
}

/** Code for developers who connect this channel. On screen the secret is masked as above; copies contain it. */
export function IntegratorSnippets({ channel, addresses }: IntegratorSnippetsProps) {
  const { t } = useTranslation('channels');
  const endpoint = channel.endpoint ?? SAMPLE_ENDPOINT;
  const languages = [
    {
      value: 'curl',
      label: 'curl',
      of: (given: Addresses) => curlSnippets(given, appendSegment(endpoint, channel.publicId)),
      repliesHint: t('snippetRepliesCurlHint'),
    },
    {
      value: 'javascript',
      label: 'JavaScript',
      of: (given: Addresses) => javascriptSnippets(given, endpoint),
      repliesHint: t('snippetRepliesHint'),
    },
  ] as const;
  return (
    <Group title={t('integrator')} lead={t('integratorLead')}>
      <Tabs
        label={t('snippetTabs')}
        tabs={languages.map(({ value, label, of, repliesHint }) => ({
          value,
          label,
          panel: (
            <ol className="flex flex-col gap-4 pt-1">
              {steps.map((step) => (
                <li key={step} className="flex flex-col gap-1.5">
                  <div className="flex items-end justify-between gap-4">
                    <p className="text-ui font-medium">{t(`snippetSteps.${step}`)}</p>
                    <CopyButton
                      size="sm"
                      text={async () => of(await addresses.fetch())[step]}
                      label={t('copySnippet', { step: t(`snippetSteps.${step}`) })}
                    />
                  </div>
                  {step === 'replies' && <p className="text-ui text-ink-quiet">{repliesHint}</p>}
                  <CodeBlock
                    label={t(`snippetSteps.${step}`)}
                    text={of(addresses.shown)[step]}
                    className="px-3 py-2.5"
                  />
                </li>
              ))}
            </ol>
          ),
        }))}
      />
    </Group>
  );
}

const sample = {
  sender: { id: '42', name: 'Anna', email: 'anna@example.com' },
  message: { type: 'text', id: '1', text: 'Is the blue one in stock?' },
};

/** Shell commands ready to paste; the last one plays Counterbell towards a reply address. */
export function curlSnippets(addresses: Addresses, replyAddress: string) {
  const reply = {
    sender: { name: 'Olga' },
    recipient: { id: '42' },
    message: { type: 'text', id: '7', text: 'Yes, three of them.' },
  };
  return {
    /** asks whether somebody is online */
    status: `curl ${quoted(addresses.status)}`,
    /** sends a customer's text message */
    send: curlPost(addresses.message, sample),
    /** plays a reply */
    replies: curlPost(replyAddress, reply),
  };
}

function curlPost(address: string, body: Readonly<Record<string, unknown>>): string {
  return [
    `curl ${quoted(address)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(bodyLines(body))}`,
  ].join('\n');
}

/** The same in JavaScript; the last one is a complete Node program, on the port that the reply address names. */
export function javascriptSnippets(addresses: Addresses, endpoint: string): ReturnType<typeof curlSnippets> {
  const port = new URL(endpoint).port || new URL(SAMPLE_ENDPOINT).port;
  return {
    status: [
      `const response = await fetch(${JSON.stringify(addresses.status)});`,
      `const online = (await response.json()) === 1;`,
    ].join('\n'),
    send: [
      `await fetch(${JSON.stringify(addresses.message)}, {`,
      `  method: 'POST',`,
      `  headers: { 'Content-Type': 'application/json' },`,
      `  body: JSON.stringify({`,
      `    sender: { id: '42', name: 'Anna', email: 'anna@example.com' },`,
      `    message: { type: 'text', id: '1', text: 'Is the blue one in stock?' },`,
      `  }),`,
      `});`,
    ].join('\n'),
    replies: [
      `import { createServer } from 'node:http';`,
      ``,
      `createServer(async (request, response) => {`,
      `  let body = '';`,
      `  for await (const part of request.setEncoding('utf8')) body += part;`,
      `  const { sender, recipient, message } = JSON.parse(body);`,
      `  if (message.type === 'text') {`,
      `    // Show it in the chat window of the customer recipient.id.`,
      `    console.log(\`\${sender.name} to \${recipient.id}: \${message.text}\`);`,
      `  }`,
      `  response.setHeader('Content-Type', 'application/json');`,
      `  response.end(JSON.stringify({ result: 'ok' }));`,
      `}).listen(${port});`,
    ].join('\n'),
  };
}

/** JSON with one field per line, for readability. */
function bodyLines(body: Readonly<Record<string, unknown>>): string {
  return `{${Object.entries(body)
    .map(([part, value]) => `"${part}":${JSON.stringify(value)}`)
    .join(',\n       ')}}`;
}

/** Puts a text in single quotes, which a shell takes literally. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
