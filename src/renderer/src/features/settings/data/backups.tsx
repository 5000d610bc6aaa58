import { useTranslation } from 'react-i18next';
import { Archive, Download, FolderOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '#renderer/language/i18n.ts';
import { Button, buttonStyles, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatFull, formatDate } from '#renderer/components/dates.tsx';
import { FileButton } from '#renderer/components/files.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { EmptyState } from '#renderer/components/lists.tsx';
import { formatBytes } from '#renderer/components/amounts.ts';
import { notifyError } from '#renderer/components/toaster.tsx';
import { useRouteMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { uploadBackup } from '#renderer/rpc/media.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import type { BackupFile, BackupPreview } from '#shared/contract/archive.ts';
import type { DesktopApi } from '#shared/contract/desktop.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { ConfirmButton, DialogForm, Sentences, useAction } from '#renderer/components/actions.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Skeleton } from '#renderer/components/progress.tsx';
import { ContractError } from '#shared/contract/errors.ts';
import { Notice, Group } from '../parts/section.tsx';
import { Facts } from '../parts/snippet.tsx';
import { PassphraseField } from '#renderer/components/text-field.tsx';

interface BackupListProps extends RouteOutput<'backups.list'> {
  /** the address asks for a new backup */
  readonly asksForBackup: boolean;
  readonly onAnswered: () => void;
}

export function BackupList({ backups, folder, problem, restored, asksForBackup, onAnswered }: BackupListProps) {
  const { t } = useTranslation('settings');
  const [making, setMaking] = useState(false);
  const [restoring, setRestoring] = useState<BackupFile>();
  const closeDialog = (): void => {
    setMaking(false);
    if (asksForBackup) onAnswered();
  };
  return (
    <Group title={t('data.backups')} lead={<bdi className="break-all">{t('data.backupsLead', { folder })}</bdi>}>
      {restored !== undefined && (
        <Notice tone="neutral" title={t('data.restored', { date: formatFull(restored.at) })}>
          <p>{t('data.restoredMeans')}</p>
          {restored.distrusted.map((part) => (
            <p key={part}>{t(`data.distrusted.${part}`)}</p>
          ))}
        </Notice>
      )}
      {problem !== undefined && (
        <Notice tone="urgent" title={t('data.folderProblem')}>
          {formatPhrase(problem)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => setMaking(true)}>
          {t('data.make')}
        </Button>
        <AddBackup onAdded={setRestoring} />
      </div>
      {backups.length === 0 && problem === undefined && (
        <EmptyState icon={<Archive />} title={t('data.none')} className="my-4">
          {t('data.noneLead')}
        </EmptyState>
      )}
      {backups.length > 0 && (
        <Rows label={t('data.list')} rows={backups} keyOf={({ name }) => name}>
          {(backup) => <BackupRow backup={backup} onRestore={() => setRestoring(backup)} />}
        </Rows>
      )}
      <Dialog
        open={making || asksForBackup}
        onClose={closeDialog}
        title={t('data.make')}
        description={t('data.makeLead')}
      >
        <BackupForm onDone={closeDialog} />
      </Dialog>
      <RestoreDialog backup={restoring} onClose={() => setRestoring(undefined)} />
    </Group>
  );
}

function BackupRow({ backup, onRestore }: { readonly backup: BackupFile; readonly onRestore: () => void }) {
  const { t } = useTranslation('settings');
  const date = formatFull(backup.madeAt);
  const desktop = useDesktop();
  const { mutateAsync: remove } = useRouteMutation('backups.remove', 'backups.list');
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3.5 py-2.5">
      <div className="min-w-0 flex-1 basis-48 text-ui">
        <p className="font-medium">{date}</p>
        <p className="tabular text-ink-quiet">
          {t(`data.kinds.${backup.kind}`)} · {formatBytes(backup.size)}
        </p>
      </div>
      <Button aria-label={t('data.restoreOf', { date })} onClick={onRestore}>
        {t('data.restore')}
      </Button>
      {desktop !== undefined && (
        <IconButton
          label={t('data.show', { date })}
          icon={<FolderOpen />}
          onClick={() => void show(desktop, backup.name)}
        />
      )}
      <a
        href={`/media/backups/${backup.name}`}
        download={backup.name}
        aria-label={t('data.download', { date })}
        title={t('data.download', { date })}
        className={cn(buttonStyles({ variant: 'quiet' }), 'w-(--control) px-0 [&_svg]:size-4')}
      >
        <Download aria-hidden />
      </a>
      <ConfirmButton
        label={t('data.remove', { date })}
        icon={<Trash2 />}
        hideLabel
        confirmLabel={t('data.removeConfirm')}
        title={t('data.removeTitle', { date })}
        will={[t('data.removeWhat')]}
        failed={t('data.notRemoved')}
        act={() => remove({ name: backup.name })}
      />
    </div>
  );
}

async function show(desktop: DesktopApi, name: string): Promise<void> {
  const isShown = await desktop.call('showBackup', name).catch(() => false);
  if (!isShown) notifyError(i18n.t('settings:data.notShown'));
}

/** A backup from elsewhere, or made on another computer. */
function AddBackup({ onAdded }: { readonly onAdded: (backup: BackupFile) => void }) {
  const { t } = useTranslation('settings');
  const { queryClient } = useConsole();
  const { pending, run } = useAction(t('data.notAdded'));
  const upload = async (file: File): Promise<void> => {
    const name = await uploadBackup(file);
    await queryClient.invalidateQueries({ queryKey: ['backups.list'] });
    onAdded({ name, kind: 'added', madeAt: file.lastModified, size: file.size });
  };
  return (
    <FileButton
      accept=".zip,application/zip"
      label={t('data.add')}
      pending={pending}
      onFile={(file) => void run(() => upload(file))}
    >
      {t('data.add')}
    </FileButton>
  );
}

/** Size of each character class that a guesser has to try. */
const KINDS = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 20],
] as const;
const MIN_LENGTH = 12;

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
      act={() => make({ withMedia, ...(withSecrets && { passphrase }) }).then(onDone)}
      done={t('data.begun')}
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

function RestoreDialog({ backup, onClose }: { readonly backup: BackupFile | undefined; readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const preview = useRouteQueryFor('owner', 'backups.preview', backup && { name: backup.name }, { retry: false });
  return (
    <Dialog
      open={backup !== undefined}
      onClose={onClose}
      title={t('data.previewTitle', { date: backup === undefined ? '' : formatDate(backup.madeAt) })}
    >
      {preview.data !== undefined && <Question key={preview.data.name} preview={preview.data} onDone={onClose} />}
      {preview.isLoading && <Skeleton className="h-48" />}
      {preview.isError && (
        <Notice tone="urgent" title={t('data.previewFailed')}>
          {preview.error instanceof ContractError && preview.error.message}
        </Notice>
      )}
    </Dialog>
  );
}

function Question({ preview, onDone }: { readonly preview: BackupPreview; readonly onDone: () => void }) {
  const { t } = useTranslation('settings');
  const { counts } = preview;
  const [passphrase, setPassphrase] = useState('');
  const { mutateAsync: restore } = useRouteMutation('backups.restore', 'backups.list');
  return (
    <DialogForm
      confirmLabel={preview.isNewer ? undefined : t('data.restoreConfirm')}
      danger
      failed={t('data.notRestored')}
      act={() => restore({ name: preview.name, ...(passphrase !== '' && { passphrase }) }).then(onDone)}
      done={t('data.restoring')}
    >
      <Facts
        label={t('data.inside')}
        className="tabular gap-y-1 rounded-card border bg-raised px-3.5 py-2.5 [&_dd]:text-end"
        facts={[
          [t('data.made'), formatFull(preview.madeAt)],
          [t('data.version'), preview.version],
          [t('data.size'), formatBytes(preview.size)],
          [t('data.customers'), counts.customers],
          [t('data.chats'), counts.chats],
          [t('data.messages'), counts.messages],
          [
            t('data.media'),
            preview.withMedia ? `${counts.media} (${formatBytes(counts.mediaBytes)})` : t('data.noMedia'),
          ],
          [t('data.channels'), counts.channels],
          [t('data.bots'), counts.bots],
          [t('data.operators'), counts.operators],
          [t('data.secrets'), t(`data.secretsAre.${preview.secrets}`)],
        ]}
      />
      {preview.isNewer ? (
        <Notice tone="urgent" title={t('data.newer')} />
      ) : (
        <>
          {!preview.isOwnInstallation && <Notice tone="attention" title={t('data.foreign')} />}
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
