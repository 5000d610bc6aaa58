import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { ConnectionSwitch } from '../connection/connection-switch.tsx';
import { ConnectionText } from '../connection/connection-text.tsx';
import { typed } from '../connection/typed-rules.ts';
import { keptWords as words } from './activity-words.ts';

/** How much of requests is kept, and for how long; saved as one leaves each. */
export function KeptDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const kept = useWayIn().data?.settings.journal;
  if (kept === undefined) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      description={words.hint}
      footer={<DialogClose render={<Button variant="primary">{words.done}</Button>} />}
    >
      <ConnectionSwitch
        name="journal.enabled"
        label={words.enabled}
        hint={words.enabledHint}
        checked={kept.enabled}
        changeTo={(enabled) => ({ journal: { enabled } })}
      />
      <ConnectionSwitch
        name="journal.bodies"
        label={words.bodies}
        hint={words.bodiesHint}
        checked={kept.bodies}
        changeTo={(bodies) => ({ journal: { bodies } })}
      />
      <ConnectionText
        name="journal.days"
        label={words.days}
        hint={words.daysHint}
        inputMode="numeric"
        saved={String(kept.days)}
        rule={typed.journalDays}
        changeTo={(days) => ({ journal: { days: Number(days) } })}
      />
      <ConnectionText
        name="journal.megabytes"
        label={words.megabytes}
        hint={words.megabytesHint}
        inputMode="numeric"
        saved={String(kept.megabytes)}
        rule={typed.journalMegabytes}
        changeTo={(megabytes) => ({ journal: { megabytes: Number(megabytes) } })}
      />
    </Dialog>
  );
}
