import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import { saveFile } from '#renderer/components/files.tsx';
import { usePublicAddress } from '#renderer/rpc/use-connection.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { ActionButton } from '../parts/act.tsx';
import { CopiedLine } from '../parts/snippet.tsx';
import { qrPng, qrSvg } from '../parts/qr-code.ts';
import { QrPicture } from '../parts/qr-picture.tsx';
import { chatPageAddress } from '#shared/domain/site-addresses.ts';

/** What the code can be downloaded as. */
const files = {
  SVG: async (address: string, name: string) => ({ name: `${name}.svg`, type: 'image/svg+xml', text: qrSvg(address) }),
  PNG: async (address: string, name: string) => ({
    name: `${name}.png`,
    type: 'image/png',
    text: await qrPng(address),
  }),
} as const;
const kinds = Object.keys(files) as readonly (keyof typeof files)[];

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
            {kinds.map((kind) => (
              <ActionButton
                key={kind}
                size="sm"
                aria-label={t('page.download', { kind })}
                failed={t('page.notDrawn')}
                act={async () => saveFile(document, await files[kind](address, name))}
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
