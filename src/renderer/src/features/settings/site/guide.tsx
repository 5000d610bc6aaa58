import { useTranslation } from 'react-i18next';
import { Check, Cloud, CloudCog, Globe, Timer } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useLocation, Link } from 'wouter';
import { Button } from '#renderer/components/button.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { useConnectionView, useLetterbox, useOffers } from '#renderer/rpc/use-directory.ts';
import { channelPath } from '#shared/domain/settings-sections.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { Section, LinkRow, Notice } from '../parts/section.tsx';
import { type GuideStep, guideSteps, type StepState } from './site-settings.ts';
import { LetterboxState } from '../letterbox/letterbox-state.tsx';
import { ThroughWebsite } from '../letterbox/through-website.tsx';
import { More } from '#renderer/components/folding.tsx';
import { LookEditor } from './look-editor.tsx';
import { Proof, PutOnSite } from './put-on-site.tsx';
import { useKeptDefaultLook, useProgress } from './guide-progress.tsx';
import { changesAtEachStart } from '../connection/reach.ts';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { AddressReach, MovedPort } from '../connection/reach-notices.tsx';

/** Four steps that bring the window onto a website. Each checks itself; the guide opens where it was left. */
export function Guide({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const [, navigate] = useLocation();
  const progress = useProgress(channel);
  const letterbox = useLetterbox(channel.id);
  const [chosen, setChosen] = useState<GuideStep>();
  const heads = useRef(new Map<GuideStep, HTMLButtonElement>());
  // A step that becomes done stays open: what it found is there to be read.
  if (progress !== undefined && chosen === undefined)
    setChosen(guideSteps.find((step) => progress[step] !== 'done') ?? 'proof');
  if (progress === undefined || chosen === undefined) return null;
  const open = chosen;
  const goTo = (step: GuideStep): void => {
    setChosen(step);
    const head = heads.current.get(step);
    head?.focus({ preventScroll: true });
    // Once the other step has folded.
    requestAnimationFrame(() => head?.scrollIntoView({ block: 'nearest' }));
  };
  const continueFrom = (step: GuideStep): void => {
    if (step === 'look')
      useKeptDefaultLook.setState(({ channels }) => ({ channels: [...new Set([...channels, channel.id])] }));
    const next = guideSteps[guideSteps.indexOf(step) + 1];
    if (next === undefined) return navigate(channelPath(channel.id));
    goTo(next);
  };
  const toAddress = (
    <button type="button" className="cursor-pointer underline" onClick={() => goTo('address')}>
      {t('steps.address.title')}
    </button>
  );
  const content: Record<GuideStep, ReactNode> = {
    address: <AddressStep channel={channel} />,
    look: <LookEditor channel={channel} />,
    site: (
      <>
        <AddressReach mend={toAddress} channel={channel} />
        <PutOnSite channel={channel} />
      </>
    ),
    proof: (
      <>
        {channel.box === undefined ? (
          <AddressReach mend={toAddress} />
        ) : (
          letterbox && <LetterboxState letterbox={letterbox} more={<Proof channel={channel} />} />
        )}
        {channel.box === undefined && <Proof channel={channel} isAsking />}
      </>
    ),
  };
  return (
    <Section title={t('guide.title', { name: channel.name })} lead={t('guide.lead')} wide>
      <ol className="flex flex-col divide-y divide-hairline overflow-clip rounded-card border bg-raised">
        {guideSteps.map((step, index) => {
          const isSkipped = progress[step] === 'toDo' && step !== 'look';
          return (
            <Step
              key={step}
              number={index + 1}
              name={step}
              state={progress[step]}
              isOpen={step === open}
              onOpen={() => setChosen(step)}
              onHead={(head) => {
                if (head === null) heads.current.delete(step);
                else heads.current.set(step, head);
              }}
            >
              {content[step]}
              <div className="flex flex-wrap gap-2">
                <Button variant={isSkipped ? 'outline' : 'primary'} onClick={() => continueFrom(step)}>
                  {step === 'proof' ? t('guide.finish') : isSkipped ? t('guide.later') : t('guide.next')}
                </Button>
              </div>
            </Step>
          );
        })}
      </ol>
    </Section>
  );
}

interface StepProps {
  readonly number: number;
  readonly name: GuideStep;
  readonly state: StepState;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onHead: (head: HTMLButtonElement | null) => void;
  readonly children: ReactNode;
}

function Step({ number, name, state, isOpen, onOpen, onHead, children }: StepProps) {
  const { t } = useTranslation('website');
  const id = useId();
  return (
    <li>
      <h3>
        <button
          ref={onHead}
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onOpen}
          className="flex w-full items-center gap-3 px-5 py-4 text-start transition-colors hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span
            aria-hidden
            className={cn(
              'tabular grid size-7 shrink-0 place-items-center rounded-full text-ui font-semibold',
              isOpen ? 'bg-accent text-accent-ink' : 'bg-sunken text-ink-quiet',
              state === 'done' && 'bg-good-tint text-good',
            )}
          >
            {state === 'done' ? <Check className="size-4" /> : number}
          </span>
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="min-w-0 flex-1 basis-56">
              <span className="block text-message font-semibold">{t(`steps.${name}.title`)}</span>
              <span className="block text-ui text-ink-quiet">{t(`steps.${name}.lead`)}</span>
            </span>
            <Chip tone={chipTones[state]}>{t(`guide.states.${state}`)}</Chip>
          </span>
        </button>
      </h3>
      {isOpen && (
        <div id={id} className="flex flex-col gap-5 px-5 pt-1 pb-5 panes:ps-15">
          {children}
        </div>
      )}
    </li>
  );
}

const chipTones = { done: 'good', trial: 'attention', toDo: 'neutral' } as const;

/** Connection methods for a website, those whose address lasts first. */
const ways = [
  { id: 'own', path: 'own', icon: <Globe /> },
  { id: 'named', path: 'tunnel/named', icon: <Cloud /> },
  { id: 'ngrok', path: 'tunnel/ngrok', icon: <CloudCog /> },
  { id: 'quick', path: 'tunnel/quick', icon: <Timer /> },
] as const;

/** Through the website itself first; and whether visitors' browsers reach this computer, for those who cannot. */
function AddressStep({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('website');
  const view = useConnectionView().data;
  if (view === undefined) return null;
  const { reach, settings } = view;
  const isReached = reach.state === 'reachable';
  const isTrial = isReached && changesAtEachStart(settings);
  if (channel.box !== undefined)
    return (
      <>
        <ThroughWebsite channel={channel} withLine />
        {!isReached && (
          <More label={t('through.others')}>
            <OtherWays />
          </More>
        )}
      </>
    );
  return (
    <>
      {isReached && !isTrial && settings.way !== 'lan' ? (
        <>
          <MovedPort />
          <p className="text-ui">
            {t('address.reached')} <code className="font-mono text-meta break-all">{reach.url}</code>
          </p>
          <AddressReach />
          <More label={t('through.instead')}>
            <ThroughWebsite channel={channel} withLine />
          </More>
        </>
      ) : (
        <>
          <div className="flex flex-col gap-3">
            <h4 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-message font-semibold">
              {t('through.title')}
              <Chip tone="good">{t('through.easiest')}</Chip>
            </h4>
            <ThroughWebsite channel={channel} withLine />
          </div>
          <div className="flex flex-col gap-3 border-t pt-5">
            <h4 className="text-message font-semibold">{t('through.noPhp')}</h4>
            <MovedPort />
            {isReached && settings.way !== 'lan' && (
              <p className="text-ui">
                {t('address.reached')} <code className="font-mono text-meta break-all">{reach.url}</code>
              </p>
            )}
            {isTrial ? (
              <Notice tone="attention" title={t('address.changes')}>
                <p>{t('address.changesMore')}</p>
              </Notice>
            ) : (
              reach.state !== 'local' && <AddressReach />
            )}
            <OtherWays />
          </div>
        </>
      )}
    </>
  );
}

/** Where the addresses for a website are set up. */
function OtherWays() {
  const { t } = useTranslation('website');
  const offersNetwork = useOffers('network');
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ui font-medium">{t('address.choose')}</p>
      <Rows
        label={t('address.choose')}
        rows={ways.filter(({ id }) => offersNetwork || id === 'own')}
        keyOf={({ id }) => id}
      >
        {({ id, path, icon }) => (
          <LinkRow
            href={`/settings/connection/${path}`}
            icon={
              <span aria-hidden className="text-ink-quiet [&_svg]:size-5">
                {icon}
              </span>
            }
            title={<span className="text-wrap">{t(`address.ways.${id}.title`)}</span>}
            more={<span className="text-wrap">{t(`address.ways.${id}.means`)}</span>}
          >
            <Chip tone={id === 'quick' ? 'attention' : 'good'}>
              {id === 'quick' ? t('address.forTrying') : t('address.lasts')}
            </Chip>
          </LinkRow>
        )}
      </Rows>
      <p className="text-ui text-ink-quiet">
        {t('address.back')}{' '}
        <Link href="/settings/connection" className="underline">
          {t('address.all')}
        </Link>
      </p>
    </div>
  );
}
