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
  const { t } = useTranslation('firstRun');
  if (existing === undefined) return <NewChannel onBack={onBack} onDone={onDone} />;
  return (
    <Step title={t('channel.title')} lead={t('channel.lead')} onSubmit={onDone} onBack={onBack}>
      <p className="rounded-control bg-good-tint px-3 py-2.5 text-ui text-good">
        {t('channel.existing', { name: existing.name })}
      </p>
    </Step>
  );
}

const kinds = ['site', 'custom'] as const satisfies readonly ChannelKind[];

function NewChannel({ onBack, onDone }: Omit<ChannelStepProps, 'existing'>) {
  const { t } = useTranslation('firstRun');
  const [kind, setKind] = useState<ChannelKind>('site');
  const { mutateAsync } = useRouteMutation('channels.create', 'channels.list');
  const { text, type, problem, pending, submit } = useStepField({
    start: '',
    rule: channelFields.name,
    empty: t('channel.empty'),
    send: (name) => mutateAsync({ name, kind }),
    onDone,
  });
  const later: Record<ChannelKind, string> = {
    site: t('siteLater'),
    custom: t('channel.later'),
  };
  return (
    <Step
      title={t('channel.title')}
      lead={t('channel.lead')}
      pending={pending}
      onSubmit={submit}
      onBack={onBack}
      onSkip={onDone}
    >
      <ChoiceCards<ChannelKind>
        label={t('where')}
        hideLabel
        className="grid-cols-1"
        value={kind}
        onChoose={setKind}
        choices={kinds.map((value) => ({
          value,
          title: t(`kinds.${value}`),
          means: t(`kinds.${value}Means`),
        }))}
      />
      <Field label={t('channel.label')} hint={later[kind]} error={problem}>
        <Input
          value={text}
          autoFocus
          placeholder={t('channel.placeholder')}
          className="h-10 text-message"
          onChange={(event) => type(event.target.value)}
        />
      </Field>
    </Step>
  );
}
