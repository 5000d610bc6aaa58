import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { BrandMark } from '#renderer/components/brand-mark.tsx';
import { Link } from 'wouter';
import { Button, buttonStyles } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { useAction } from '#renderer/components/actions.tsx';
import { FIRST_KIND } from '#renderer/rpc/channel-kinds.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { useChannels, useMe, useSetPresence } from '#renderer/rpc/use-directory.ts';
import { ComputerStep, NameStep, TestStep, Step, useNameField } from './steps.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { channelFields } from '#shared/contract/channels.ts';
import type { Channel } from '#shared/domain/entities.ts';

type Step = 'name' | 'channel' | 'computer' | 'test';

interface FirstRunScreenProps {
  /** opens the page of a channel's window; called directly in a click, so that browsers allow it */
  readonly onOpenChatPage: (channel: Channel) => void;
}

/** The first run: name, first channel, in the app this computer, chat page. It can be skipped at any step. */
export function FirstRunScreen({ onOpenChatPage }: FirstRunScreenProps) {
  const { t } = useTranslation('firstRun');
  const [step, setStep] = useState<Step>('name');
  const me = useMe();
  const channels = useChannels();
  const { call, queryClient } = useConsole();
  const setPresence = useSetPresence();
  const { pending: finishing, run } = useAction(t('failed'));
  const desktop = useDesktop();
  const channel = channels.data?.find(({ kind }) => kind === FIRST_KIND);
  if (me.data === undefined || channels.data === undefined) return <main className="h-full bg-sunken" />;

  const finish = (): void =>
    void run(async () => {
      await setPresence.mutateAsync({ presence: 'online' });
      await call('setup.finish', {});
      await queryClient.invalidateQueries({ queryKey: ['setup.get'] });
    });
  const steps: readonly Step[] = ['name', 'channel', ...(desktop === undefined ? [] : ['computer' as const]), 'test'];
  const move = (by: number) => (): void => setStep((now) => steps[steps.indexOf(now) + by] ?? now);
  const [back, next] = [move(-1), move(1)];

  return (
    <main className="flex h-full flex-col items-center overflow-y-auto bg-sunken p-6">
      <div className="my-auto flex w-full max-w-[460px] flex-col items-center gap-4 py-4">
        <div className="flex items-center gap-3">
          <BrandMark className="size-9" />
          <h1 className="text-title font-semibold">{t('title')}</h1>
        </div>
        <div className="flex min-h-[408px] w-full flex-col rounded-card border bg-raised p-7">
          <Progress at={steps.indexOf(step)} of={steps.length} />
          {step === 'name' && <NameStep me={me.data} onDone={next} />}
          {step === 'channel' && channel === undefined && <NewChannel onBack={back} onDone={next} />}
          {step === 'channel' && channel !== undefined && (
            <Step title={t('channel.title')} lead={t('channel.lead')} onSubmit={next} onBack={back}>
              <p className="rounded-control bg-good-tint px-3 py-2.5 text-ui text-good">
                {t('channel.existing', { name: channel.name })}
              </p>
            </Step>
          )}
          {step === 'computer' && <ComputerStep onBack={back} onDone={next} />}
          {step === 'test' && channel !== undefined && (
            <TestStep
              finishing={finishing}
              onBack={back}
              onOpen={() => {
                onOpenChatPage(channel);
                finish();
              }}
            />
          )}
        </div>
        {step === 'name' && desktop !== undefined && (
          <Link href="/join/" className={buttonStyles({ variant: 'outline' })}>
            {t('joinColleague')}
          </Link>
        )}
        <Button variant="quiet" pending={finishing} className="text-ink-quiet" onClick={finish}>
          {t('skipAll')}
        </Button>
      </div>
    </main>
  );
}

function Progress({ at, of }: { readonly at: number; readonly of: number }) {
  const { t } = useTranslation('firstRun');
  return (
    <div className="mb-5 flex items-center gap-3">
      <div aria-hidden className="flex gap-1.5">
        {Array.from({ length: of }, (_step, index) => (
          <span
            key={index}
            className={cn(
              'h-1.5 w-7 rounded-full transition-colors duration-enter',
              index <= at ? 'bg-accent' : 'bg-hairline',
            )}
          />
        ))}
      </div>
      <p className="tabular text-meta text-ink-quiet">{t('progress', { step: at + 1, of })}</p>
    </div>
  );
}

/** Step 2: the first channel, a window with a page of its own. */
function NewChannel({ onBack, onDone }: { readonly onBack: () => void; readonly onDone: () => void }) {
  const { t } = useTranslation('firstRun');
  const { mutateAsync } = useRouteMutation('channels.create', 'channels.list');
  const { input, problem, pending, submit } = useNameField({
    label: t('channel.label'),
    start: '',
    rule: channelFields.name,
    send: (name) => mutateAsync({ name, kind: FIRST_KIND }),
    onDone,
  });
  return (
    <Step title={t('channel.title')} lead={t('channel.lead')} pending={pending} onSubmit={submit} onBack={onBack}>
      <Field label={t('channel.label')} hint={t('channel.later')} error={problem}>
        <Input {...input} placeholder={t('channel.placeholder')} />
      </Field>
    </Step>
  );
}
