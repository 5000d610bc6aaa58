import { useTranslation } from 'react-i18next';
import { Download, CircleCheck } from 'lucide-react';
import { buttonStyles } from '#renderer/components/button.tsx';
import { lazy } from '#renderer/components/lazy.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { usePublicAddress } from '#renderer/rpc/use-directory.ts';
import type { Channel, Chat } from '#shared/domain/entities.ts';
import { CopiedLine } from '../parts/snippet.tsx';
import { pluginAddress, scriptLine, chatPageAddress } from '#shared/domain/site-addresses.ts';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import { saveFile } from '#renderer/components/files.tsx';
import { ActionButton } from '#renderer/components/actions.tsx';
import { qrPng, qrSvg, QrPicture } from '../parts/qr-code.tsx';
import { Link } from 'wouter';
import { i18n } from '#renderer/language/i18n.ts';
import { formatAge, useNow } from '#renderer/components/dates.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import { askedWebsites } from '#shared/domain/websites.ts';
import { useSeen, useWebsiteChat } from './guide-progress.tsx';
import { siteOf } from './site-settings.ts';

/** Loaded only while there is something to ask. */
export const WebsiteQuestions = lazy(async () => (await import('./website-question.tsx')).WebsiteQuestions);

const makes = ['any', 'wordpress', 'builders', 'none'] as const;
type Make = (typeof makes)[number];

/** Explains how to put the window on a page, by how the website is made; also without a website. */
export function PutOnSite({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  return (
    <Tabs
      label={t('put.ways')}
      listClassName="flex-wrap"
      tabs={makes.map((value) => ({
        value,
        label: t(`put.${value}.title`),
        panel: (
          <div className="flex flex-col gap-3 pt-1 text-ui">
            <MakeDetails make={value} channel={channel} />
          </div>
        ),
      }))}
    />
  );
}

function MakeDetails({ make, channel }: { readonly make: Make; readonly channel: Channel }) {
  const { t } = useTranslation('website');
  switch (make) {
    case 'any':
      return (
        <>
          <p>{t('put.any.lead')}</p>
          <ScriptLine channel={channel} />
          <p className="text-ink-quiet">{t('put.any.more')}</p>
        </>
      );
    case 'wordpress':
      return (
        <>
          <p>{t('put.wordpress.lead')}</p>
          <a
            href={pluginAddress(channel)}
            download
            className={buttonStyles({ variant: 'primary', className: 'self-start' })}
          >
            <Download aria-hidden className="size-4" />
            {t('put.wordpress.download')}
          </a>
          <Steps steps={(['1', '2', '3'] as const).map((step) => t(`put.wordpress.steps.${step}`))} />
          <p className="text-ink-quiet">{t('put.wordpress.more')}</p>
        </>
      );
    case 'builders':
      return (
        <>
          <p>{t('put.builders.lead')}</p>
          <ScriptLine channel={channel} />
          <Tabs
            label={t('put.builders.which')}
            listClassName="flex-wrap"
            tabs={builders.map((value) => ({
              value,
              label: t(`put.builders.${value}.name`),
              panel: <Steps steps={t(`put.builders.${value}.steps`).split('\n')} />,
            }))}
          />
        </>
      );
    case 'none':
      return (
        <>
          <p>{t('put.none.lead')}</p>
          <ChatPage channel={channel} />
        </>
      );
  }
}

export function ScriptLine({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const line = scriptLine(usePublicAddress(), channel);
  return <CopiedLine text={line} copyLabel={t('put.copyLine')} />;
}

const builders = ['wix', 'shopify', 'squarespace', 'tilda'] as const;

function Steps({ steps }: { readonly steps: readonly string[] }) {
  return (
    <ol className="flex list-decimal flex-col gap-1.5 ps-5">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

const files = [
  { kind: 'SVG', type: 'image/svg+xml', draw: qrSvg },
  { kind: 'PNG', type: 'image/png', draw: qrPng },
] as const;

/** The page that is only the chat: its link, and the same as a QR code to print. */
export function ChatPage({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const address = chatPageAddress(usePublicAddress(), channel);
  const name = `counterbell-${channel.publicId}`;
  return (
    <div className="flex flex-col gap-3">
      <CopiedLine text={address} copyLabel={t('page.copy')} />
      <div className="flex flex-wrap items-center gap-4">
        <QrPicture text={address} label={t('page.code', { address })} />
        <div className="flex min-w-48 flex-1 flex-col items-start gap-2.5 text-ui">
          <p className="text-ink-quiet">{t('page.codeHint')}</p>
          <div className="flex flex-wrap gap-2">
            {files.map(({ kind, type, draw }) => (
              <ActionButton
                key={kind}
                size="sm"
                aria-label={t('page.download', { kind })}
                failed={t('page.notDrawn')}
                act={async () =>
                  saveFile(document, { name: `${name}.${kind.toLowerCase()}`, type, text: await draw(address) })
                }
              >
                <Download aria-hidden className="size-4" />
                {kind}
              </ActionButton>
            ))}
            <ExternalLink href={address} look="button" what={t('page.open')}>
              {t('page.open')}
            </ExternalLink>
          </div>
        </div>
      </div>
    </div>
  );
}

/** Shows where the window was seen last, as it happens; `isAsking`: with the websites still to be confirmed. */
export function Proof({ channel, isAsking = false }: { readonly channel: Channel; readonly isAsking?: boolean }) {
  const { t } = useTranslation('website');
  const [latest] = useSeen(channel) ?? [];
  const hosts = channel.box === undefined ? [] : [new URL(channel.box.url).host];
  const chat = useWebsiteChat(channel, latest === undefined ? hosts : [latest.host, ...hosts]);
  const age = useNow((now) => (latest === undefined ? '' : formatSeen(latest.at, now)));
  if (isAsking && askedWebsites(siteOf(channel)).length > 0)
    return (
      <div role="status" tabIndex={-1} className="outline-none">
        <WebsiteQuestions channels={[channel]} isLinked />
      </div>
    );
  // A website with a letterbox shows the window by itself: what is seen of it here is what is written there.
  if (channel.box !== undefined) return <Written channel={channel} chat={chat} />;
  return (
    <div
      role="status"
      tabIndex={-1}
      className="flex items-start gap-2.5 rounded-card bg-sunken px-4 py-3.5 text-message outline-none"
    >
      {latest === undefined ? (
        <>
          <span className="mt-0.5">
            <Spinner />
          </span>
          <p className="min-w-0">{t('proof.waiting')}</p>
        </>
      ) : (
        <>
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{t('proof.seen', { host: latest.host, age })}</p>
            <Written channel={channel} chat={chat} />
          </div>
        </>
      )}
    </div>
  );
}

/** What to do to see that it works, and then that somebody has. */
function Written({ channel, chat }: { readonly channel: Channel; readonly chat: Chat | undefined }) {
  const { t } = useTranslation('website');
  const page = chatPageAddress(usePublicAddress(), channel);
  return (
    <p className="text-ink-quiet">
      {t(chat === undefined ? 'proof.write' : 'proof.written')}{' '}
      {chat !== undefined && (
        <Link href={`/chat/${encodeURIComponent(chat.id)}`} className="underline">
          {t('proof.toChat')}
        </Link>
      )}
      {chat === undefined && channel.box !== undefined && (
        <ExternalLink href={page} what={t('page.open')} className="underline">
          {t('page.open')}
        </ExternalLink>
      )}
    </p>
  );
}

/** "12 seconds ago", "3 minutes ago", then like everywhere else. */
function formatSeen(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  if (seconds < 2) return i18n.t('website:proof.now');
  if (seconds < 60) return i18n.t('website:proof.seconds', { count: seconds });
  if (seconds < 3600) return i18n.t('website:proof.minutes', { count: Math.floor(seconds / 60) });
  return formatAge(at, now);
}
