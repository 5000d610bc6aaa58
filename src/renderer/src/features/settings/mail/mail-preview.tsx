import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tabs } from '#renderer/components/tabs.tsx';
import { useMe } from '#renderer/rpc/use-directory.ts';
import { mailSettings } from '#shared/domain/mail.ts';
import { dateText } from '#shared/locales/dates.ts';
import { ENGLISH } from '#shared/locales/languages.ts';
import { mailWords } from '#shared/locales/mail.ts';
import type { ListedChannel } from '../channels/channel-kind.ts';

/** What a mail is made of: as `main/mail/compose` has it. */
interface Preview {
  readonly paragraphs: readonly string[];
  readonly quoteHeading: string;
  readonly quote: string;
}

/** An answer as the customer's mail program shows it. */
export function MailPreview({ channel }: { readonly channel: ListedChannel }) {
  const { t } = useTranslation('mailbox');
  const writer = useMe().data?.name ?? '';
  const [at] = useState(Date.now);
  const { address, language, senderName, signature } = channel.email ?? mailSettings.parse({});
  const code = language ?? ENGLISH.code;
  const words = useQuery({ queryKey: ['mail words', code], queryFn: () => mailWords(code), staleTime: Infinity }).data;
  if (words === undefined) return null;
  const preview: Preview = {
    paragraphs: [t('preview.answer'), [writer, signature].filter(Boolean).join('\n'), words.answer],
    quoteHeading: words.wrote.replace('{{date}}', () => dateText('longDayOfYear', at, code)),
    quote: t('preview.question'),
  };
  const head = [
    [t('preview.from'), `${senderName || channel.name} <${address}>`],
    [t('preview.subject'), words.subject.replace('{{shop}}', () => channel.name)],
  ] as const;
  return (
    <section aria-label={t('preview.title')} className="flex flex-col gap-2">
      <h4 className="text-ui font-medium">{t('preview.title')}</h4>
      <div className="flex flex-col rounded-card border bg-raised shadow-float">
        <dl className="flex flex-col gap-0.5 border-b px-4 py-3 text-ui">
          {head.map(([name, value]) => (
            <div key={name} className="flex gap-2">
              <dt className="shrink-0 text-ink-quiet">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <div className="p-3">
          <Tabs
            label={t('preview.form')}
            tabs={[
              { value: 'html', label: t('preview.html'), panel: <Formatted {...preview} /> },
              { value: 'plain', label: t('preview.plain'), panel: <Plain {...preview} /> },
            ]}
          />
        </div>
      </div>
    </section>
  );
}

function Formatted({ paragraphs, quoteHeading, quote }: Preview) {
  return (
    <div dir="auto" className="flex flex-col gap-4 px-1 pt-3 text-message wrap-anywhere whitespace-pre-wrap">
      {paragraphs.map((text, at) => (
        <p key={at} className={at === paragraphs.length - 1 ? 'text-ink-quiet' : undefined}>
          {text}
        </p>
      ))}
      <div className="text-ink-quiet">
        <p className="mb-1">{quoteHeading}</p>
        <blockquote className="border-s-2 ps-3">{quote}</blockquote>
      </div>
    </div>
  );
}

function Plain({ paragraphs, quoteHeading, quote }: Preview) {
  return (
    <pre className="px-1 pt-3 font-mono text-meta wrap-anywhere whitespace-pre-wrap">
      {paragraphs.map((text) => (
        <Fragment key={text}>
          {text}
          {'\n\n'}
        </Fragment>
      ))}
      {`\n${quoteHeading}\n> ${quote}`}
    </pre>
  );
}
