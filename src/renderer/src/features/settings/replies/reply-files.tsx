import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Paperclip, X } from 'lucide-react';
import { formatBytes } from '#renderer/components/amounts.ts';
import { IconButton } from '#renderer/components/button.tsx';
import { FileButton } from '#renderer/components/files.tsx';
import { notifyFailure } from '#renderer/components/toaster.tsx';
import { uploadFile } from '#renderer/rpc/media.ts';
import { MOST_REPLY_FILES, type ReplyFile } from '#shared/contract/replies.ts';
import type { Uploaded } from '#shared/contract/media.ts';

/** A file that the reply has, or one that was uploaded for it. */
export type ChosenFile = ReplyFile | Pick<Uploaded, 'uploadId' | 'fileName' | 'size' | 'url'>;

interface ReplyFilesProps {
  readonly files: readonly ChosenFile[];
  readonly onChange: (files: readonly ChosenFile[]) => Promise<unknown> | void;
}

/** The files of a saved reply: each is a link, and can be removed. */
export function ReplyFiles({ files, onChange }: ReplyFilesProps) {
  const { t } = useTranslation('settings');
  const [pending, setPending] = useState(false);
  const run = (act: () => Promise<unknown> | void): void => {
    setPending(true);
    void Promise.resolve()
      .then(act)
      .catch((error: unknown) => notifyFailure(t('replies.filesNotChanged'), error))
      .finally(() => setPending(false));
  };
  const add = async (file: File): Promise<void> => {
    const uploaded = await uploadFile(file, { name: file.name, signal: new AbortController().signal });
    await onChange([...files, uploaded]);
  };
  return (
    <div role="group" aria-label={t('replies.files')} className="flex flex-col gap-2">
      <p className="text-ui font-medium">{t('replies.files')}</p>
      {files.length > 0 && (
        <ul className="flex flex-col rounded-card border">
          {files.map((file) => (
            <li
              key={'fileId' in file ? file.fileId : file.uploadId}
              className="flex items-center gap-2 py-1 ps-3 pe-1 text-ui not-first:border-t"
            >
              <a href={file.url} target="_blank" rel="noreferrer" className="min-w-0 flex-1 truncate">
                <bdi>{file.fileName}</bdi>
              </a>
              <span className="tabular shrink-0 text-ink-quiet">{formatBytes(file.size)}</span>
              <IconButton
                label={t('replies.removeFile', { name: file.fileName })}
                icon={<X />}
                onClick={() => run(() => onChange(files.filter((other) => other !== file)))}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="text-ui text-ink-quiet">{t('replies.filesHint', { most: MOST_REPLY_FILES })}</p>
      {files.length < MOST_REPLY_FILES && (
        <FileButton
          label={t('replies.addFile')}
          className="self-start"
          pending={pending}
          onFile={(file) => run(() => add(file))}
        >
          <Paperclip aria-hidden className="size-4" />
          {t('replies.addFile')}
        </FileButton>
      )}
    </div>
  );
}
