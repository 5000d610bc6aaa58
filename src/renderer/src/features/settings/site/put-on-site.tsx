import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonStyles } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Tabs } from '#renderer/components/tabs.tsx';
import { usePublicAddress } from '#renderer/rpc/use-connection.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { CopiedLine } from '../parts/snippet.tsx';
import { ChatPage } from './chat-page.tsx';
import { pluginAddress, scriptLine } from '#shared/domain/site-addresses.ts';

const makes = ['any', 'wordpress', 'builders', 'none'] as const;
type Make = (typeof makes)[number];

/** How the window gets on a page, by how the website is made; also without a website. */
export function PutOnSite({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const [make, setMake] = useState<Make>('any');
  return (
    <Tabs<Make>
      label={t('put.ways')}
      value={make}
      onValueChange={setMake}
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
            className={cn(buttonStyles({ variant: 'primary' }), 'self-start no-underline')}
          >
            <Download aria-hidden className="size-4" />
            {t('put.wordpress.download')}
          </a>
          <Steps steps={(['1', '2', '3'] as const).map((step) => t(`put.wordpress.steps.${step}`))} />
          <p className="text-ink-quiet">{t('put.wordpress.more')}</p>
        </>
      );
    case 'builders':
      return <Builders channel={channel} />;
    case 'none':
      return (
        <>
          <p>{t('put.none.lead')}</p>
          <ChatPage channel={channel} />
        </>
      );
  }
}

/** The line to paste. */
export function ScriptLine({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const line = scriptLine(usePublicAddress(), channel);
  return <CopiedLine text={line} copyLabel={t('put.copyLine')} />;
}

const builders = ['wix', 'shopify', 'squarespace', 'tilda'] as const;

/** Website builders, with where each of them takes the line. */
function Builders({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
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
}

function Steps({ steps }: { readonly steps: readonly string[] }) {
  return (
    <ol className="flex list-decimal flex-col gap-1.5 ps-5">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
