import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { ConnectionSwitch } from '../connection/connection-switch.tsx';
import { ConnectionText } from '../connection/connection-text.tsx';
import { typed } from '../connection/typed-rules.ts';

/** How much of requests is kept, and for how long; saved as one leaves each. */
export function KeptDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation('settings');
  const kept = useWayIn().data?.settings.journal;
  if (kept === undefined) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('activity.kept.title')}
      description={t('activity.kept.hint')}
      footer={<DialogClose render={<Button variant="primary">{t('activity.kept.done')}</Button>} />}
    >
      <ConnectionSwitch
        name="journal.enabled"
        label={t('activity.kept.enabled')}
        hint={t('activity.kept.enabledHint')}
        checked={kept.enabled}
        changeTo={(enabled) => ({ journal: { enabled } })}
      />
      <ConnectionSwitch
        name="journal.bodies"
        label={t('activity.kept.bodies')}
        hint={t('activity.kept.bodiesHint')}
        checked={kept.bodies}
        changeTo={(bodies) => ({ journal: { bodies } })}
      />
      <ConnectionText
        name="journal.days"
        label={t('activity.kept.days')}
        hint={t('activity.kept.daysHint')}
        inputMode="numeric"
        saved={String(kept.days)}
        rule={typed.journalDays}
        changeTo={(days) => ({ journal: { days: Number(days) } })}
      />
      <ConnectionText
        name="journal.megabytes"
        label={t('activity.kept.megabytes')}
        hint={t('activity.kept.megabytesHint')}
        inputMode="numeric"
        saved={String(kept.megabytes)}
        rule={typed.journalMegabytes}
        changeTo={(megabytes) => ({ journal: { megabytes: Number(megabytes) } })}
      />
    </Dialog>
  );
}
