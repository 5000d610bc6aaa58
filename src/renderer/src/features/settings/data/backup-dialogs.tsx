import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { DialogForm, type Opened, Sentences } from '#renderer/components/actions.tsx';
import { Facts } from '../parts/snippet.tsx';
import { PassphraseField } from '../parts/saved-field.tsx';
import { formatDate, formatFull } from '#renderer/components/dates.ts';
import { formatBytes } from '#renderer/components/amounts.ts';
import { Skeleton } from '#renderer/components/progress.tsx';
import type { BackupFile, BackupPreview } from '#shared/contract/archive.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { Notice } from '../parts/section.tsx';

/** Size of each character class that a guesser has to try. */
const KINDS = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 20],
] as const;
const MIN_LENGTH = 12;

/** Asks what a backup should contain, and starts it. */
export function MakeBackupDialog({ open, onClose }: Opened) {
  const { t } = useTranslation('settings');
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('data.make')}
      description={t('data.makeLead')}
    >
      <BackupForm onDone={onClose} />
    </Dialog>
  );
}

function BackupForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('settings');
  const [withMedia, setWithMedia] = useState(true);
  const [withSecrets, setWithSecrets] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const { mutateAsync: make } = useRouteMutation('backups.make', 'backups.list');
  const isLong = passphrase.length >= MIN_LENGTH;
  return (
    <DialogForm
      confirmLabel={t('data.start')}
      isReady={!withSecrets || (isLong && passphrase === again)}
      failed={t('data.notBegun')}
      act={async () => {
        await make({ withMedia, ...(withSecrets && { passphrase }) });
        notify(t('data.begun'));
        onDone();
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
          <PassphraseField
            label={t('data.passphrase')}
            hint={
              passphrase === ''
                ? t('data.passphraseHint')
                : isLong
                  ? `${t(`data.strength.${passphraseStrength(passphrase)}`)} ${t('data.passphraseHint')}`
                  : t('data.passphraseShort')
            }
            isNew
            value={passphrase}
            onChange={setPassphrase}
          />
          <PassphraseField
            label={t('data.passphraseAgain')}
            error={again !== '' && again !== passphrase ? t('data.passphraseDiffers') : undefined}
            isNew
            value={again}
            onChange={setAgain}
          />
        </>
      )}
    </DialogForm>
  );
}

/** A rough strength by length and variety. */
export function passphraseStrength(passphrase: string): 'weak' | 'fair' | 'good' {
  const alphabet = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(passphrase) ? size : 0), 0);
  const different = new Set(passphrase.toLowerCase()).size;
  // Repetition adds hardly any strength.
  const bits =
    Math.min(passphrase.length, different * 3) * Math.log2(Math.max(2, alphabet)) * (different < 6 ? 0.4 : 1);
  // Words have about half the entropy of random letters.
  if (bits / 2 < 37) return 'weak';
  return bits / 2 < 55 ? 'fair' : 'good';
}

/** A backup's contents, the effects of restoring it, and the button that does so. */
export function RestoreDialog({
  backup,
  onClose,
}: {
  readonly backup: BackupFile | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('settings');
  const preview = useRouteQueryFor('owner', 'backups.preview', backup && { name: backup.name }, { retry: false });
  return (
    <Dialog
      open={backup !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('data.previewTitle', { date: backup === undefined ? '' : formatDate(backup.madeAt) })}
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
  const { t } = useTranslation('settings');
  const [passphrase, setPassphrase] = useState('');
  const { mutateAsync: restore } = useRouteMutation('backups.restore', 'backups.list');
  return (
    <DialogForm
      confirmLabel={preview.isNewer ? undefined : t('data.restoreConfirm')}
      danger
      failed={t('data.notRestored')}
      act={async () => {
        await restore({ name: preview.name, ...(passphrase !== '' && { passphrase }) });
        notify(t('data.restoring'));
        onDone();
      }}
    >
      <BackupContents preview={preview} />
      {preview.isNewer ? (
        <Notice tone="urgent" title={t('data.newer')} />
      ) : (
        <>
          {!preview.isOurs && <Notice tone="attention" title={t('data.foreign')} />}
          {preview.secrets === 'passphrase' && (
            <PassphraseField
              label={t('data.passphrase')}
              hint={t('data.withoutSecrets')}
              value={passphrase}
              onChange={setPassphrase}
            />
          )}
          <div className="flex flex-col gap-2 text-ui text-ink-quiet">
            <Sentences sentences={[t('data.will.1'), t('data.will.2'), t('data.will.3')]} />
            {preview.secrets === 'none' && <p>{t('data.withoutSecrets')}</p>}
          </div>
        </>
      )}
    </DialogForm>
  );
}

function BackupContents({
  preview: { madeAt, version, size, counts, withMedia, secrets },
}: {
  readonly preview: BackupPreview;
}) {
  const { t } = useTranslation('settings');
  return (
    <Facts
      label={t('data.inside')}
      className="tabular gap-y-1 rounded-card border bg-raised px-3.5 py-2.5 [&_dd]:text-end"
      facts={[
        [t('data.made'), formatFull(madeAt)],
        [t('data.version'), version],
        [t('data.size'), formatBytes(size)],
        [t('data.customers'), counts.customers],
        [t('data.chats'), counts.chats],
        [t('data.messages'), counts.messages],
        [t('data.media'), withMedia ? `${counts.media} (${formatBytes(counts.mediaBytes)})` : t('data.noMedia')],
        [t('data.channels'), counts.channels],
        [t('data.bots'), counts.bots],
        [t('data.operators'), counts.operators],
        [t('data.secrets'), t(`data.secretsAre.${secrets}`)],
      ]}
    />
  );
}
