import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceCards } from '#renderer/components/choice-cards.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/text-input.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { channelFields } from '#shared/contract/routes.ts';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { Step, useStepField } from './steps.tsx';

interface ChannelStepProps {
  /** an existing channel */
  readonly existing: Channel | undefined;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Step 2: the first channel; its reply address is set later in the settings. */
export function ChannelStep({ existing, onBack, onDone }: ChannelStepProps) {
  const { t } = useTranslation('app');
  if (existing === undefined) return <NewChannel onBack={onBack} onDone={onDone} />;
  return (
    <Step title={t('firstRun.channel.title')} lead={t('firstRun.channel.lead')} onSubmit={onDone} onBack={onBack}>
      <p className="rounded-control bg-good-tint px-3 py-2.5 text-ui text-good">
        {t('firstRun.channel.existing', { name: existing.name })}
      </p>
    </Step>
  );
}

const kinds = ['site', 'custom'] as const satisfies readonly ChannelKind[];

function NewChannel({ onBack, onDone }: Omit<ChannelStepProps, 'existing'>) {
  const { t } = useTranslation(['app', 'website']);
  const [kind, setKind] = useState<ChannelKind>('site');
  const { mutateAsync } = useRouteMutation('channels.create', 'channels.list');
  const { text, type, problem, pending, submit } = useStepField({
    start: '',
    rule: channelFields.name,
    empty: t('app:firstRun.channel.empty'),
    send: (name) => mutateAsync({ name, kind }),
    onDone,
  });
  const later: Record<ChannelKind, string> = {
    site: t('website:firstRun.siteLater'),
    custom: t('app:firstRun.channel.later'),
  };
  return (
    <Step
      title={t('app:firstRun.channel.title')}
      lead={t('app:firstRun.channel.lead')}
      pending={pending}
      onSubmit={submit}
      onBack={onBack}
      onSkip={onDone}
    >
      <ChoiceCards<ChannelKind>
        label={t('website:firstRun.where')}
        hideLabel
        className="grid-cols-1"
        value={kind}
        onChoose={setKind}
        choices={kinds.map((value) => ({
          value,
          title: t(`website:firstRun.${value}`),
          means: t(`website:firstRun.${value}Means`),
        }))}
      />
      <Field label={t('app:firstRun.channel.label')} hint={later[kind]} error={problem}>
        <Input
          value={text}
          autoFocus
          placeholder={t('app:firstRun.channel.placeholder')}
          className="h-10 text-message"
          onChange={(event) => type(event.target.value)}
        />
      </Field>
    </Step>
  );
}
