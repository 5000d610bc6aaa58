import { format } from 'date-fns/format';
import { useState } from 'react';
import { textsIn } from '#renderer/language/i18n.ts';
import type { ChatsInRange } from '#shared/contract/archive.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { Button } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { useRouteMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useChannels } from '#renderer/rpc/use-directory.ts';
import { Group } from '../parts/section.tsx';
import { DialogForm } from '#renderer/components/actions.tsx';

const t = textsIn('settings');
const HOUR = 60 * 60 * 1000;
const EVERY = 'all-channels';

type Which = ChatsInRange['which'];
type Preview = RouteOutput<'bulk.preview'>;

/** The value format of a datetime-local input, in the viewer's time zone. */
const typedTime = (at: number): string => format(at, "yyyy-MM-dd'T'HH:mm");

export function BulkGroup() {
  const channels = useChannels().data ?? [];
  const [channelId, setChannelId] = useState(EVERY);
  const [which, setWhich] = useState<Which>('waiting');
  const [from, setFrom] = useState(() => typedTime(Date.now() - HOUR));
  const [to, setTo] = useState(() => typedTime(Date.now() + HOUR));
  const [asking, setAsking] = useState<'close' | 'erase'>();
  const span = { from: new Date(from).getTime(), to: new Date(to).getTime() };
  const isSpan = span.from < span.to;
  const selection = isSpan ? { ...span, which, ...(channelId !== EVERY && { channelId }) } : undefined;
  // Refetched when chats change.
  const { data } = useRouteQueryFor('owner', 'bulk.preview', selection, { staleTime: 0, gcTime: 0 });
  const isEmpty = data === undefined || data.chats === 0;
  return (
    <Group title={t('data.bulk')} lead={t('data.bulkLead')}>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 max-[480px]:grid-cols-1">
        <Field label={t('data.bulkChannel')}>
          <Select
            value={channelId}
            choices={[
              { value: EVERY, label: t('data.bulkAllChannels') },
              ...channels.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValueChange={setChannelId}
            className="w-full"
          />
        </Field>
        <Field label={t('data.bulkWhich')}>
          <Select<Which>
            value={which}
            choices={[
              { value: 'waiting', label: t('data.bulkWaiting') },
              { value: 'open', label: t('data.bulkOpen') },
              { value: 'all', label: t('data.bulkAll') },
            ]}
            onValueChange={setWhich}
            className="w-full"
          />
        </Field>
        <Field label={t('data.bulkFrom')}>
          <Input type="datetime-local" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
        </Field>
        <Field label={t('data.bulkTo')} error={isSpan ? undefined : t('data.bulkWrongSpan')}>
          <Input type="datetime-local" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
        </Field>
      </div>
      <p role="status" className="tabular min-h-5 text-ui text-ink-quiet">
        {isSpan &&
          data !== undefined &&
          (data.chats === 0
            ? t('data.bulkNone')
            : t('data.bulkCount', { chats: data.chats, open: data.open, messages: data.messages }))}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isEmpty || data.open === 0} onClick={() => setAsking('close')}>
          {t('data.bulkClose')}
        </Button>
        <Button disabled={isEmpty} onClick={() => setAsking('erase')}>
          <span className="text-urgent">{t('data.bulkErase')}</span>
        </Button>
      </div>
      {selection !== undefined && data !== undefined && asking !== undefined && (
        <BulkDialog act={asking} selection={selection} preview={data} onClose={() => setAsking(undefined)} />
      )}
    </Group>
  );
}

interface BulkDialogProps {
  readonly act: 'close' | 'erase';
  readonly selection: ChatsInRange;
  readonly preview: Preview;
  readonly onClose: () => void;
}

/** Says what will happen, and begins; to erase, the number of chats is typed first. */
function BulkDialog({ act, selection, preview: { open, chats, customers, backups }, onClose }: BulkDialogProps) {
  const [typed, setTyped] = useState('');
  const { mutateAsync } = useRouteMutation(`bulk.${act}`);
  const isErase = act === 'erase';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isErase ? 'data.bulkEraseTitle' : 'data.bulkCloseTitle')}
      description={isErase ? t('data.bulkEraseWill', { chats, customers }) : t('data.bulkCloseWill', { open })}
    >
      <DialogForm
        confirmLabel={t(isErase ? 'data.bulkErase' : 'data.bulkClose')}
        danger={isErase}
        isReady={!isErase || typed.trim() === String(chats)}
        failed={t('data.bulkNotBegun')}
        act={() => mutateAsync(selection).then(onClose)}
        done={t('data.bulkBegun')}
      >
        {isErase && backups > 0 && <p className="text-ui">{t('data.bulkBackups', { backups })}</p>}
        {isErase && (
          <Field label={t('data.bulkConfirm', { chats })}>
            <Input
              value={typed}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
      </DialogForm>
    </Dialog>
  );
}
