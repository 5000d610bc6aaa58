import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { Archive, Download, FolderOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonStyles, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatFull } from '#renderer/components/dates.ts';
import { FileButton } from '#renderer/components/files.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { formatBytes } from '#renderer/components/amounts.ts';
import { notifyError, notifyFailure } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { uploadBackup } from '#renderer/rpc/upload.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import type { BackupFile } from '#shared/contract/archive.ts';
import type { DesktopApi } from '#shared/contract/desktop.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { ConfirmButton } from '#renderer/components/actions.tsx';
import { Notice, Group } from '../parts/section.tsx';
import { MakeBackupDialog, RestoreDialog } from './backup-dialogs.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';

interface BackupListProps extends RouteOutput<'backups.list'> {
  /** the address asks for a new backup */
  readonly asksForBackup: boolean;
  readonly onAnswered: () => void;
}

/** All backups, with their actions. */
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
          {restored.distrusted.map((each) => (
            <p key={each}>{t(`data.distrusted.${each}`)}</p>
          ))}
        </Notice>
      )}
      {problem !== undefined && (
        <Notice tone="urgent" title={t('data.folderProblem')}>
          <p>{formatPhrase(problem)}</p>
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
        <ul
          aria-label={t('data.list')}
          className="flex flex-col divide-y divide-hairline rounded-card border bg-raised"
        >
          {backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} onRestore={() => setRestoring(backup)} />
          ))}
        </ul>
      )}
      <MakeBackupDialog open={making || asksForBackup} onClose={closeDialog} />
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
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3.5 py-2.5">
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
    </li>
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
  const add = useMutation({
    mutationFn: uploadBackup,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['backups.list'] }),
  });
  const upload = (file: File): void =>
    add.mutate(file, {
      onSuccess: (name) => onAdded({ name, kind: 'added', madeAt: file.lastModified, size: file.size }),
      onError: (error) => notifyFailure(t('data.notAdded'), error),
    });
  return (
    <FileButton accept=".zip,application/zip" label={t('data.add')} pending={add.isPending} onFile={upload}>
      {t('data.add')}
    </FileButton>
  );
}
