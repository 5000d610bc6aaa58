import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { ContractError } from '#shared/contract/errors.ts';
import { routes } from '#shared/contract/routes.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { ruleWords } from '#renderer/language/rule-words.ts';
import { useUpdateMe } from '#renderer/rpc/use-operators.ts';
import { Step } from './step.tsx';
import { fieldRule } from '#shared/domain/phrase.ts';

const nameSchema = routes['operators.update'].input.shape.name.unwrap();

interface NameStepProps {
  readonly me: Operator;
  readonly onDone: () => void;
}

/** Step 1: the operator's name. */
export function NameStep({ me, onDone }: NameStepProps) {
  const { t } = useTranslation('app');
  const [name, setName] = useState(me.name);
  const [problem, setProblem] = useState<string>();
  const update = useUpdateMe();

  const submit = () => {
    const typed = nameSchema.safeParse(name, { error: fieldRule });
    if (!typed.success)
      return setProblem(name.trim() === '' ? t('firstRun.name.empty') : ruleWords(typed.error.issues[0]));
    if (typed.data === me.name) return onDone();
    update.mutate(
      { name: typed.data },
      {
        onSuccess: onDone,
        onError: (error) => setProblem(error instanceof ContractError ? error.message : t('firstRun.notAnswering')),
      },
    );
  };

  return (
    <Step
      title={t('firstRun.name.title')}
      lead={t('firstRun.name.lead')}
      pending={update.isPending}
      onSubmit={submit}
      onSkip={onDone}
    >
      <div className="flex items-start gap-3">
        <Avatar name={name} seed={me.id} size={40} className="mt-6" />
        <Field label={t('firstRun.name.label')} error={problem} className="flex-1">
          <Input
            value={name}
            autoFocus
            autoComplete="name"
            className="h-10 text-message"
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
      </div>
    </Step>
  );
}
