import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sentences, useAction } from '#renderer/components/actions.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { formatFull } from '#renderer/components/dates.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { locale } from '#renderer/language/i18n.ts';
import { useCachedMutation, useRouteMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { Group, Loaded } from '../parts/section.tsx';

/** Months that are offered; 0: for ever. */
const MONTHS = [0, 3, 6, 12, 24, 36, 60, 120];

/** How long closed chats are kept. A shorter time says first how many would be erased. */
export function RetentionGroup() {
  return <Loaded of={useRouteQueryFor('owner', 'retention.get', {})}>{(data) => <Retention {...data} />}</Loaded>;
}

function Retention({ months, nextAt }: RouteOutput<'retention.get'>) {
  const { t } = useTranslation('settings');
  const [asking, setAsking] = useState<{ readonly months: number } & RouteOutput<'retention.preview'>>();
  const { mutateAsync: change } = useCachedMutation('retention.change', 'retention.get', { after: (view) => view });
  const { mutateAsync: preview } = useRouteMutation('retention.preview');
  const { pending, run } = useAction(
    t('notSaved', { field: t('data.keep.months') }),
    t('saved', { field: t('data.keep.months') }),
  );
  const looking = useAction(t('notSaved', { field: t('data.keep.months') }));
  const isShorter = (wanted: number): boolean => wanted > 0 && (months === 0 || wanted < months);
  const choose = (wanted: number): void => {
    if (wanted === months) return;
    void (isShorter(wanted)
      ? looking.run(async () => setAsking({ months: wanted, ...(await preview({ months: wanted })) }))
      : run(() => change({ months: wanted })));
  };
  const known = [...new Set([...MONTHS, months])].sort((a, b) => a - b);
  return (
    <Group title={t('data.keep.title')} lead={t('data.keep.lead')}>
      <Field
        label={t('data.keep.months')}
        hint={nextAt === undefined ? undefined : t('data.keep.next', { date: formatFull(nextAt) })}
      >
        <Select
          value={String(months)}
          choices={known.map((value) => ({ value: String(value), label: timeText(value, t('data.keep.forever')) }))}
          onValueChange={(value) => choose(Number(value))}
          className="w-56"
        />
      </Field>
      <ConfirmDialog
        open={asking !== undefined}
        onOpenChange={() => setAsking(undefined)}
        title={t('data.keep.askTitle')}
        consequences={
          asking && (
            <Sentences
              sentences={[
                asking.chats === 0
                  ? t('data.keep.willNone')
                  : t('data.keep.will', { count: asking.chats, date: formatFull(asking.nextAt) }),
                t('data.keep.willLater'),
                t('data.keep.willBackups'),
              ]}
            />
          )
        }
        confirmLabel={t('data.keep.confirm')}
        danger
        pending={pending}
        onConfirm={() => asking && void run(() => change({ months: asking.months })).then(() => setAsking(undefined))}
      />
    </Group>
  );
}

function timeText(months: number, forever: string): string {
  if (months === 0) return forever;
  const [value, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month'];
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
