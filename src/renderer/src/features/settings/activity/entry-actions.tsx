import { useTranslation } from 'react-i18next';
import { Pencil, RotateCcw, Terminal } from 'lucide-react';
import { useState } from 'react';
import type { Exchange, JournalEntry } from '#shared/contract/journal.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { formattedJson } from '#renderer/components/formatted-json.ts';
import { notify, notifyError } from '#renderer/components/toaster.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { ConfirmButton, DialogForm } from '#renderer/components/actions.tsx';
import { Field, Textarea } from '#renderer/components/field.tsx';

export function EntryActions({ entry, exchange }: { readonly entry: JournalEntry; readonly exchange: Exchange }) {
  const { t } = useTranslation('settings');
  const [editing, setEditing] = useState(false);
  const replay = useRouteMutation('journal.replay');
  const send = (body?: string): void => {
    setEditing(false);
    replay.mutate(
      { entryId: entry.id, ...(body !== undefined && { body }) },
      { onError: (error) => notifyError(t('activity.entry.notSent'), error.message) },
    );
  };
  const isRepeatable = entry.channelId !== undefined || entry.botId !== undefined;
  return (
    <footer className="flex max-h-[50%] flex-col gap-3 overflow-y-auto border-t p-4">
      {replay.data !== undefined && <Answer answer={replay.data} />}
      {isRepeatable && (
        <p className="text-meta text-ink-quiet">{t(`activity.entry.sendAgainHint.${entry.direction}`)}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {isRepeatable && (
          <>
            <Button pending={replay.isPending} disabled={!exchange.whole} onClick={() => send()}>
              <RotateCcw aria-hidden className="size-4" />
              {t('activity.entry.sendAgain')}
            </Button>
            {exchange.method !== 'GET' && (
              <Button disabled={replay.isPending} onClick={() => setEditing(true)}>
                <Pencil aria-hidden className="size-4" />
                {t('activity.entry.editAndSend')}
              </Button>
            )}
          </>
        )}
        <Curl entryId={entry.id} hasSecrets={isRepeatable} />
      </div>
      {editing && (
        <EditDialog body={formattedJson(exchange.requestBody ?? '')} onSend={send} onClose={() => setEditing(false)} />
      )}
    </footer>
  );
}

function Curl({ entryId, hasSecrets }: { readonly entryId: string; readonly hasSecrets: boolean }) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const curl = async (whole: boolean): Promise<string> => (await call('journal.curl', { entryId, whole })).command;
  return (
    <>
      <CopyButton
        label={t('activity.entry.copyCurl')}
        caption={t('activity.entry.copyCurl')}
        text={() => curl(false)}
        className="ms-auto"
      />
      {hasSecrets && (
        <ConfirmButton
          label={t('activity.entry.copyWhole')}
          icon={<Terminal aria-hidden className="size-4" />}
          title={t('activity.entry.wholeTitle')}
          will={[t('activity.entry.wholeWarning')]}
          confirmLabel={t('activity.entry.wholeConfirm')}
          danger={false}
          failed={t('activity.entry.copyFailed')}
          act={async () => {
            const whole = await curl(true);
            await navigator.clipboard.writeText(whole).then(
              () => notify(t('activity.entry.copied')),
              (error: unknown) => notifyError(t('activity.entry.copyFailed'), String(error)),
            );
          }}
        />
      )}
    </>
  );
}

function Answer({ answer: { status, answer, problem } }: { readonly answer: RouteOutput<'journal.replay'> }) {
  const { t } = useTranslation('settings');
  return (
    <div
      role="status"
      className={cn(
        'flex flex-col gap-1.5 rounded-control px-3 py-2 text-ui',
        problem === undefined ? 'bg-good-tint' : 'bg-attention-tint',
      )}
    >
      <p className={problem === undefined ? 'text-good' : 'text-attention'}>
        <span className="font-medium">{t('activity.entry.sent')}</span>{' '}
        {status !== undefined && t('activity.entry.sentAnswer', { status: String(status) })}{' '}
        {problem !== undefined && t('activity.entry.sendProblem', { problem: formatPhrase(problem) })}
      </p>
      {answer !== '' && (
        <pre
          tabIndex={0}
          role="group"
          aria-label={t('activity.entry.answerAgain')}
          dir="ltr"
          className="max-h-40 overflow-auto font-mono text-meta whitespace-pre-wrap wrap-anywhere select-text"
        >
          {formattedJson(answer)}
        </pre>
      )}
    </div>
  );
}

interface EditDialogProps {
  readonly body: string;
  readonly onSend: (body: string) => void;
  readonly onClose: () => void;
}

function EditDialog({ body, onSend, onClose }: EditDialogProps) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState(body);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('activity.entry.editTitle')}
      description={t('activity.entry.editHint')}
      className="w-[min(640px,calc(100vw-32px))]"
    >
      <DialogForm
        confirmLabel={t('activity.entry.send')}
        failed={t('activity.entry.notSent')}
        act={async () => onSend(typed)}
      >
        <Field label={t('activity.entry.body')}>
          <Textarea value={typed} onValueChange={setTyped} rows={14} className="font-mono text-meta" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
