import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Bot } from '#shared/domain/bots.ts';
import { limitsForm, typedLimits, type LimitsForm } from './bot-fields.ts';
import { saveOnLeave } from '../parts/save-on-leave.ts';
import { Group } from '../parts/section.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useBotChanges } from './use-bot-changes.ts';

/** How much a bot may say in an hour, and how long it may say nothing; saved as one leaves them. */
export function BotLimits({ bot }: { readonly bot: Bot }) {
  const { t } = useTranslation('channels');
  const { update } = useBotChanges();
  const saved = typedLimits(bot);
  const form = useForm<LimitsForm>({
    resolver: zodResolver(limitsForm),
    mode: 'onChange',
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });

  const leave = async (field: keyof LimitsForm, label: string) => {
    if (!(await form.trigger(field))) return;
    const typed = String(Number(form.getValues(field)));
    form.setValue(field, typed);
    await saveOnLeave({
      field,
      label,
      before: saved[field],
      value: typed,
      save: (value) =>
        update
          .mutateAsync({ botId: bot.id, [field]: Number(value) })
          .then(() => form.resetField(field, { defaultValue: value })),
      onProblem: (message) => form.setError(field, { message }),
    });
  };

  return (
    <Group title={t('bots.botLimit.title')}>
      <TextField
        control={form.control}
        name="hourlyLimit"
        label={t('bots.botLimit.hourlyLimit')}
        hint={t('bots.botLimit.hourlyLimitHint')}
        inputMode="numeric"
        short
        aside={t('bots.botLimit.now', { accepted: bot.acceptedThisHour, limit: bot.hourlyLimit })}
        onLeave={() => void leave('hourlyLimit', t('bots.botLimit.hourlyLimit'))}
      />
      <TextField
        control={form.control}
        name="silenceSeconds"
        label={t('bots.botLimit.silence')}
        hint={t('bots.botLimit.silenceHint')}
        inputMode="numeric"
        short
        onLeave={() => void leave('silenceSeconds', t('bots.botLimit.silence'))}
      />
    </Group>
  );
}
