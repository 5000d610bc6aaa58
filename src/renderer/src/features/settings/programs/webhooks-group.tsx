import { useTranslation } from 'react-i18next';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { ConfirmButton } from '#renderer/components/actions.tsx';
import { Button } from '#renderer/components/button.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { formatFull, formatSince, useNow } from '#renderer/components/dates.tsx';
import { named } from '#renderer/components/field.tsx';
import { FoldingList } from '#renderer/components/folding.tsx';
import { FormDialog } from '#renderer/components/forms.tsx';
import { fieldsOf, saveField, SavedSwitch, SavedText } from '#renderer/components/saved-fields.tsx';
import { TextField } from '#renderer/components/text-field.tsx';
import { useRouteMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { type Webhook, type WebhookEvent, WEBHOOK_EVENTS, webhookUrl } from '#shared/contract/webhooks.ts';
import { CheckCard } from '../parts/check-card.tsx';
import { Group, Loaded, Notice } from '../parts/section.tsx';
import { SigningKey } from '../parts/signing-key.tsx';

const webhookForm = z.object({ url: webhookUrl });

const NAMES = {
  'chat.opened': 'opened',
  'message.added': 'message',
  'chat.closed': 'closed',
  'chat.rated': 'rated',
} as const satisfies Record<WebhookEvent, string>;

/** Milliseconds for which something may wait without being late. */
const LATE = 60_000;

/** Addresses that are told what happens in chats. */
export function WebhooksGroup() {
  const { t } = useTranslation('programs');
  const webhooks = useRouteQueryFor('owner', 'webhooks.list', {});
  const { mutateAsync: add } = useRouteMutation('webhooks.add', 'webhooks.list');
  const [isAdding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <Group
      title={t('webhooks.title')}
      lead={t('webhooks.lead')}
      action={
        <Button ref={addButton} onClick={() => setAdding(true)}>
          {t('webhooks.add')}
        </Button>
      }
    >
      <Loaded of={webhooks}>
        {({ webhooks: list }) =>
          list.length === 0 ? (
            <p className="text-ui text-ink-quiet">{t('webhooks.none')}</p>
          ) : (
            <FoldingList
              label={t('webhooks.title')}
              items={list}
              renderLine={(webhook) => <WebhookLine webhook={webhook} />}
            >
              {(webhook) => <WebhookFields webhook={webhook} onRemoved={() => addButton.current?.focus()} />}
            </FoldingList>
          )
        }
      </Loaded>
      <FormDialog
        open={isAdding}
        onClose={() => setAdding(false)}
        rule={webhookForm}
        start={{ url: '' }}
        title={t('webhooks.addTitle')}
        confirmLabel={t('webhooks.addConfirm')}
        failed={t('webhooks.failed')}
        send={(typed) => add(typed).then(() => () => undefined)}
      >
        {({ text }) => (
          <TextField {...named('programs:webhooks.url')} type="url" autoComplete="off" typed={text('url')} />
        )}
      </FormDialog>
    </Group>
  );
}

function WebhookLine({ webhook: { url, isOn, stoppedAt, waiting, waitingSince = 0 } }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('programs');
  const isLate = useNow((now) => waiting > 0 && now - waitingSince > LATE);
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
      <bdi className="min-w-0 flex-1 basis-44 text-ui font-medium wrap-anywhere">{url}</bdi>
      {isOn && isLate && <Chip tone="urgent">{t('webhooks.late')}</Chip>}
      {!isOn && <Chip tone={stoppedAt === undefined ? 'neutral' : 'urgent'}>{t('webhooks.off')}</Chip>}
    </span>
  );
}

interface WebhookFieldsProps {
  readonly webhook: Webhook;
  /** the row goes, with its focus */
  readonly onRemoved: () => void;
}

function WebhookFields({ webhook, onRemoved }: WebhookFieldsProps) {
  const { t } = useTranslation(['programs', 'channels']);
  const { call } = useConsole();
  const change = useRouteMutation('webhooks.change', 'webhooks.list');
  const renewKey = useRouteMutation('webhooks.renewKey');
  const { mutateAsync: remove } = useRouteMutation('webhooks.remove', 'webhooks.list');
  const { id: webhookId, url, stoppedAt } = webhook;
  const of = fieldsOf(webhook, (fields) => change.mutateAsync({ webhookId, ...fields }), {
    texts: 'programs:webhooks.',
  });
  return (
    <>
      {stoppedAt !== undefined && (
        <Notice tone="urgent" title={t('webhooks.stopped', { day: formatFull(stoppedAt) })}>
          {t('webhooks.stoppedMore')}
        </Notice>
      )}
      {stoppedAt === undefined && <Waiting webhook={webhook} />}
      <SavedSwitch {...of('isOn')} />
      <SavedText {...of('url')} rule={webhookUrl} type="url" autoComplete="off" spellCheck={false} />
      <SavedSwitch
        {...of('allowPlainHttp')}
        label={t('channels:allowPlainHttp')}
        hint={t('channels:allowPlainHttpHint')}
        warning={webhook.allowPlainHttp ? t('channels:bots.allowPlainHttpWarning') : undefined}
      />
      <CheckCard
        label={t('webhooks.events')}
        choices={WEBHOOK_EVENTS.map((event) => ({ value: event, title: t(`webhooks.event.${NAMES[event]}`) }))}
        chosen={webhook.events}
        onChange={(value, saved) =>
          saveField({ ...of('events'), label: t('webhooks.events'), saved: [...saved], value })
        }
      />
      <SigningKey
        of="webhook"
        name={url}
        text="••••••••"
        onCopy={async () => (await call('webhooks.key', { webhookId })).key}
        renew={() => renewKey.mutateAsync({ webhookId })}
      />
      <ConfirmButton
        label={t('remove')}
        className="self-start"
        urgent
        title={t('webhooks.removeAsk')}
        will={[t('webhooks.removeWill', { url })]}
        failed={t('webhooks.failed')}
        act={() => remove({ webhookId }).then(onRemoved)}
        done={t('webhooks.removed')}
      />
    </>
  );
}

/** What it has still to be told, once that is late. */
function Waiting({ webhook: { waiting, waitingSince = 0 } }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('programs');
  const since = useNow((now) => (waiting > 0 && now - waitingSince > LATE ? formatSince(waitingSince, now) : ''));
  if (since === '') return null;
  return (
    <Notice tone="attention" title={t('webhooks.waiting', { count: waiting, since })}>
      {t('webhooks.waitingMore')}
    </Notice>
  );
}
