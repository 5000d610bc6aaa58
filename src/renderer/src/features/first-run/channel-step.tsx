import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ContractError } from '#shared/contract/errors.ts';
import { channelFields } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { Button } from '#renderer/components/button.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { ruleWords } from '#renderer/language/rule-words.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { keys } from '#renderer/rpc/query-keys.ts';
import { Step } from './step.tsx';
import { fieldRule } from '#shared/domain/phrase.ts';

interface ChannelStepProps {
  /** a channel that is there already */
  readonly existing: Channel | undefined;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Step 2: the first channel; its reply address comes later, in the settings. */
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

function NewChannel({ onBack, onDone }: Omit<ChannelStepProps, 'existing'>) {
  const { t } = useTranslation('app');
  const { call, queryClient } = useConsole();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const create = useMutation({
    mutationFn: (given: string) => call('channels.create', { name: given }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.channels });
      onDone();
    },
    onError: (error) => setProblem(error instanceof ContractError ? error.message : t('firstRun.notAnswering')),
  });

  const type = (text: string) => {
    setName(text);
    setProblem(undefined);
  };
  const submit = () => {
    const typed = channelFields.name.safeParse(name, { error: fieldRule });
    if (typed.success) create.mutate(typed.data);
    else setProblem(name.trim() === '' ? t('firstRun.channel.empty') : ruleWords(typed.error.issues[0]));
  };

  return (
    <Step
      title={t('firstRun.channel.title')}
      lead={t('firstRun.channel.lead')}
      pending={create.isPending}
      onSubmit={submit}
      onBack={onBack}
      onSkip={onDone}
    >
      <Field label={t('firstRun.channel.label')} hint={t('firstRun.channel.later')} error={problem}>
        <Input
          value={name}
          autoFocus
          placeholder={t('firstRun.channel.placeholder')}
          className="h-10 text-message"
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      <div className="-mt-1 flex flex-wrap gap-1.5">
        {[
          t('firstRun.channel.suggestions.1'),
          t('firstRun.channel.suggestions.2'),
          t('firstRun.channel.suggestions.3'),
        ].map((suggestion) => (
          <Button
            key={suggestion}
            size="sm"
            className="rounded-full border-hairline font-normal"
            onClick={() => type(suggestion)}
          >
            {suggestion}
          </Button>
        ))}
      </div>
    </Step>
  );
}
