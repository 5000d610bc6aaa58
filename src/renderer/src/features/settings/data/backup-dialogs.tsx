import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/text-input.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useAct, useAsk } from '#renderer/rpc/ask.ts';
import { Sentences } from '../parts/act.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import { dateWords, fullWords } from '#renderer/components/dates.ts';
import { sizeWords } from '#renderer/components/amounts.ts';
import { Skeleton } from '#renderer/components/progress.tsx';
import type { BackupFile, BackupPreview } from '#shared/contract/archive.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { Notice } from '../parts/section.tsx';

/** Letters of each kind that a guesser has to try. */
const KINDS = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 20],
] as const;
const SHORTEST = 12;

/** Asks what is to be in a backup, and begins it. */
export function MakeBackupDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation('settings');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('data.make')} description={t('data.makeLead')}>
      <Wish onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Wish({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
  const [withMedia, setWithMedia] = useState(true);
  const [withSecrets, setWithSecrets] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const make = useAct('backups.make', 'backups.list');
  const isReady = !withSecrets || (passphrase.length >= SHORTEST && passphrase === again);
  const start = (): void =>
    make.mutate(
      { withMedia, ...(withSecrets && { passphrase }) },
      {
        onSuccess: () => {
          say(t('data.begun'));
          onDone();
        },
        onError: (error) => tellTrouble(t('data.notBegun'), error),
      },
    );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) start();
      }}
    >
      <Checkbox checked={withMedia} onCheckedChange={setWithMedia} hint={t('data.withMediaHint')}>
        {t('data.withMedia')}
      </Checkbox>
      <Checkbox checked={withSecrets} onCheckedChange={setWithSecrets} hint={t('data.withSecretsHint')}>
        {t('data.withSecrets')}
      </Checkbox>
      {withSecrets && (
        <>
          <Field
            label={t('data.passphrase')}
            hint={
              passphrase === ''
                ? t('data.passphraseHint')
                : passphrase.length < SHORTEST
                  ? t('data.passphraseShort')
                  : `${t(`data.strength.${passphraseStrength(passphrase)}`)} ${t('data.passphraseHint')}`
            }
          >
            <Input
              type="password"
              autoComplete="new-password"
              value={passphrase}
              onChange={(event) => setPassphrase(event.target.value)}
            />
          </Field>
          <Field
            label={t('data.passphraseAgain')}
            error={again !== '' && again !== passphrase ? t('data.passphraseDiffers') : undefined}
          >
            <Input
              type="password"
              autoComplete="new-password"
              value={again}
              onChange={(event) => setAgain(event.target.value)}
            />
          </Field>
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose render={<Button>{t('common:jobs.cancel')}</Button>} />
        <Button type="submit" variant="primary" disabled={!isReady} pending={make.isPending}>
          {t('data.start')}
        </Button>
      </div>
    </form>
  );
}

/** How hard it is to guess, roughly: from how long and how varied it is. */
export function passphraseStrength(passphrase: string): 'weak' | 'fair' | 'good' {
  const alphabet = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(passphrase) ? size : 0), 0);
  const different = new Set(passphrase.toLowerCase()).size;
  // What is said twice is hardly more to guess.
  const bits =
    Math.min(passphrase.length, different * 3) * Math.log2(Math.max(2, alphabet)) * (different < 6 ? 0.4 : 1);
  // Words have about half of what random letters have.
  if (bits / 2 < 37) return 'weak';
  return bits / 2 < 55 ? 'fair' : 'good';
}

/** What is inside a backup, what restoring it does, and the button that does it. */
export function RestoreDialog({
  backup,
  onClose,
}: {
  readonly backup: BackupFile | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('settings');
  const preview = useAsk('backups.preview', backup && { name: backup.name }, { retry: false });
  return (
    <Dialog
      open={backup !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('data.previewTitle', { date: backup === undefined ? '' : dateWords(backup.madeAt) })}
    >
      {preview.data !== undefined && <Question key={preview.data.name} preview={preview.data} onDone={onClose} />}
      {preview.isLoading && <Skeleton className="h-48" />}
      {preview.isError && (
        <Notice tone="urgent" title={t('data.previewFailed')}>
          {preview.error instanceof ContractError && <p>{preview.error.message}</p>}
        </Notice>
      )}
    </Dialog>
  );
}

function Question({ preview, onDone }: { readonly preview: BackupPreview; readonly onDone: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
  const [passphrase, setPassphrase] = useState('');
  const restore = useAct('backups.restore', 'backups.list');
  const confirm = (): void =>
    restore.mutate(
      { name: preview.name, ...(passphrase !== '' && { passphrase }) },
      {
        onSuccess: () => {
          say(t('data.restoring'));
          onDone();
        },
        onError: (error) => tellTrouble(t('data.notRestored'), error),
      },
    );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      <Inside preview={preview} />
      {preview.isNewer ? (
        <Notice tone="urgent" title={t('data.newer')} />
      ) : (
        <>
          {!preview.isOurs && <Notice tone="attention" title={t('data.foreign')} />}
          {preview.secrets === 'passphrase' && (
            <Field label={t('data.passphrase')} hint={t('data.withoutSecrets')}>
              <Input
                type="password"
                autoComplete="off"
                value={passphrase}
                onChange={(event) => setPassphrase(event.target.value)}
              />
            </Field>
          )}
          <div className="flex flex-col gap-2 text-ui text-ink-quiet">
            <Sentences sentences={[t('data.will.1'), t('data.will.2'), t('data.will.3')]} />
            {preview.secrets === 'none' && <p>{t('data.withoutSecrets')}</p>}
          </div>
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose render={<Button>{t('common:jobs.cancel')}</Button>} />
        {!preview.isNewer && (
          <Button type="submit" variant="danger" pending={restore.isPending}>
            {t('data.restoreConfirm')}
          </Button>
        )}
      </div>
    </form>
  );
}

function Inside({
  preview: { madeAt, version, size, counts, withMedia, secrets },
}: {
  readonly preview: BackupPreview;
}) {
  const { t } = useTranslation('settings');
  const facts: readonly (readonly [string, string])[] = [
    [t('data.made'), fullWords(madeAt)],
    [t('data.version'), version],
    [t('data.size'), sizeWords(size)],
    [t('data.customers'), String(counts.customers)],
    [t('data.chats'), String(counts.chats)],
    [t('data.messages'), String(counts.messages)],
    [t('data.media'), withMedia ? `${String(counts.media)} (${sizeWords(counts.mediaBytes)})` : t('data.noMedia')],
    [t('data.channels'), String(counts.channels)],
    [t('data.bots'), String(counts.bots)],
    [t('data.operators'), String(counts.operators)],
    [t('data.secrets'), t(`data.secretsAre.${secrets}`)],
  ];
  return (
    <dl
      aria-label={t('data.inside')}
      className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-card border bg-raised px-3.5 py-2.5 text-ui"
    >
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-quiet">{name}</dt>
          <dd className="tabular text-end">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
