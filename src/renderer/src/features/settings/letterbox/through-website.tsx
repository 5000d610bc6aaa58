import { useTranslation } from 'react-i18next';
import { Download, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { z } from 'zod';
import { ActionButton, useAction } from '#renderer/components/actions.tsx';
import { Button, buttonStyles } from '#renderer/components/button.tsx';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import { Field, Input, named } from '#renderer/components/field.tsx';
import { Tabs } from '#renderer/components/tabs.tsx';
import { More } from '#renderer/components/folding.tsx';
import { ruleText } from '#renderer/language/rules.ts';
import { useRouteMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useLetterbox, usePublicAddress } from '#renderer/rpc/use-directory.ts';
import { type LetterboxView, websiteField } from '#shared/contract/letterboxes.ts';
import { channelKindRules } from '#shared/domain/channel-kinds.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { websiteOf } from '#shared/domain/letterbox-address.ts';
import { fieldRule } from '#shared/domain/phrase.ts';
import { chatPageAddress, letterboxZipAddress, pluginAddress, scriptLine } from '#shared/domain/site-addresses.ts';
import { CopiedLine } from '../parts/snippet.tsx';
import { LetterboxState } from './letterbox-state.tsx';
import { type WebsiteTrouble, websiteTrouble } from './trouble.ts';

/** Milliseconds between looks while the owner is about to upload the folder. */
const LOOKS = 5000;

/** What the folder of today mends. */
const UPLOADED_AGAIN: ReadonlySet<WebsiteTrouble> = new Set(['notRun', 'otherKey', 'otherVersion']);

interface ThroughWebsiteProps {
  readonly channel: Channel;
  /** with the line to paste, if that isn't shown elsewhere on the page */
  readonly withLine?: boolean;
  /** shown under the good news: what to do next, or what has been written */
  readonly proof?: ReactNode;
}

/** A website as the way to its owner: its address, the folder to upload, and whether that was found. */
export function ThroughWebsite({ channel, withLine = false, proof }: ThroughWebsiteProps) {
  const { t } = useTranslation('website');
  const letterbox = useLetterbox(channel.id);
  const [isMoving, setMoving] = useState(false);
  useLooking(letterbox);
  if (channel.box === undefined)
    return (
      <div className="flex flex-col gap-4">
        <p className="text-ui">{t('through.who')}</p>
        <WebsiteForm channel={channel} />
      </div>
    );
  if (letterbox === undefined) return null;
  const trouble = websiteTrouble(letterbox);
  const isWaited = letterbox.state === 'starting' || trouble === 'missing';
  const isToUpload = trouble !== undefined && UPLOADED_AGAIN.has(trouble);
  const isOpen = letterbox.state === 'open';
  const steps = <UploadSteps channel={channel} withLine={withLine && !isOpen} />;
  return (
    <div className="flex flex-col gap-4">
      {isWaited && steps}
      <LetterboxState
        letterbox={letterbox}
        more={
          proof ?? (
            <p className="text-ui text-ink-quiet">
              {t('proof.write')} <ChatPageLink channel={channel} />
            </p>
          )
        }
      />
      {isOpen && withLine && <LineToPaste channel={channel} />}
      {isToUpload && steps}
      {isMoving ? (
        <WebsiteForm channel={channel} onClose={() => setMoving(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {letterbox.state === 'broken' && <LookButton letterbox={letterbox} />}
          <Button onClick={() => setMoving(true)}>{t('through.change')}</Button>
          <Link href="/settings/connection/website" className="text-ui underline">
            {t('through.manage')}
          </Link>
        </div>
      )}
      {!isWaited && !isToUpload && <More label={t('through.again')}>{steps}</More>}
    </div>
  );
}

/** Looks again and again while something is missing: what was uploaded is noticed within seconds. */
function useLooking(letterbox: LetterboxView | undefined): void {
  const isMissing = letterbox !== undefined && letterbox.state !== 'open';
  useRouteQueryFor('owner', 'letterboxes.check', isMissing ? { channelId: letterbox.channelId } : undefined, {
    refetchInterval: LOOKS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

function LookButton({ letterbox: { channelId } }: { readonly letterbox: LetterboxView }) {
  const { t } = useTranslation('website');
  const { mutateAsync: look } = useRouteMutation('letterboxes.check', 'letterboxes.list');
  return (
    <ActionButton failed={t('through.notLooked')} act={() => look({ channelId })}>
      <RefreshCw aria-hidden className="size-4" />
      {t('through.look')}
    </ActionButton>
  );
}

function ChatPageLink({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  return (
    <ExternalLink href={chatPageAddress(usePublicAddress(), channel)} what={t('page.open')} className="underline">
      {t('page.open')}
    </ExternalLink>
  );
}

/** What is done once, by how the website is made. The plugin brings the window, which other channels don't have. */
function UploadSteps({ channel, withLine }: { readonly channel: Channel; readonly withLine: boolean }) {
  const { t } = useTranslation('website');
  if (channelKindRules[channel.kind].hasAddress) return <FolderSteps channel={channel} withLine={false} />;
  return (
    <Tabs
      label={t('put.ways')}
      listClassName="flex-wrap"
      tabs={[
        { value: 'wordpress', label: t('put.wordpress.title'), panel: <PluginSteps channel={channel} /> },
        { value: 'other', label: t('through.other'), panel: <FolderSteps channel={channel} withLine={withLine} /> },
      ]}
    />
  );
}

function PluginSteps({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  return (
    <div className="flex flex-col items-start gap-3 pt-1 text-ui">
      <p>{t('put.wordpress.lead')}</p>
      <a href={pluginAddress(channel)} download className={buttonStyles({ variant: 'primary' })}>
        <Download aria-hidden className="size-4" />
        {t('put.wordpress.download')}
      </a>
      <ol className="flex list-decimal flex-col gap-1.5 ps-5 marker:text-ink-quiet">
        {(['1', '2', '3'] as const).map((step) => (
          <li key={step} className="ps-1">
            {t(`put.wordpress.steps.${step}`)}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Download, upload, and the line. */
function FolderSteps({ channel, withLine }: { readonly channel: Channel; readonly withLine: boolean }) {
  const { t } = useTranslation('website');
  const [, ...path] = websiteOf(channel.box?.url ?? '').split('/');
  return (
    <ol className="flex list-decimal flex-col gap-3 ps-5 pt-1 text-ui marker:text-ink-quiet">
      <li className="ps-1">
        <div className="flex flex-col items-start gap-2">
          <p>{t('through.steps.download')}</p>
          <a href={letterboxZipAddress(channel)} download className={buttonStyles({ variant: 'primary' })}>
            <Download aria-hidden className="size-4" />
            {t('through.download')}
          </a>
        </div>
      </li>
      <li className="ps-1">
        {path.length === 0 ? t('through.steps.upload') : t('through.steps.uploadInto', { folder: path.join('/') })}
      </li>
      {withLine && (
        <li className="ps-1">
          <LineToPaste channel={channel} />
        </li>
      )}
    </ol>
  );
}

function LineToPaste({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const line = scriptLine(usePublicAddress(), channel);
  return (
    <div className="flex flex-col gap-2 text-ui">
      <p>{t('through.steps.line')}</p>
      <CopiedLine text={line} copyLabel={t('put.copyLine')} />
    </div>
  );
}

const rule = z.object({ url: websiteField });

/** The website's address; `onClose`: it has one, and may keep it. */
function WebsiteForm({ channel, onClose }: { readonly channel: Channel; readonly onClose?: () => void }) {
  const { t } = useTranslation(['website', 'common']);
  const { mutateAsync: set } = useRouteMutation('letterboxes.set', 'letterboxes.list');
  const [typed, setTyped] = useState(channel.box === undefined ? '' : websiteOf(channel.box.url));
  const [problem, setProblem] = useState<string>();
  const { pending, run } = useAction(t('through.notSet'));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const read = rule.safeParse({ url: typed }, { error: fieldRule });
        if (!read.success) setProblem(ruleText(read.error.issues[0]));
        else void run(() => set({ channelId: channel.id, url: read.data.url }).then(() => onClose?.()));
      }}
    >
      <Field {...named('website:through.address')} error={problem}>
        <div className="flex flex-wrap gap-2">
          <Input
            value={typed}
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t('through.placeholder')}
            className="min-w-0 flex-1 basis-48"
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(undefined);
            }}
          />
          <Button type="submit" variant="primary" pending={pending}>
            {t('through.confirm')}
          </Button>
          {onClose !== undefined && <Button onClick={onClose}>{t('common:cancel')}</Button>}
        </div>
      </Field>
    </form>
  );
}
