import type { Opened } from './actions.tsx';
import { useTranslation } from 'react-i18next';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { localization } from '#renderer/language/i18n.ts';
import { Button, buttonStyles } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Dialog, DialogClose } from './dialog.tsx';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { viewerTimeZone } from './dates.tsx';

const formats = ['html', 'text', 'json'] as const;

interface TranscriptDialogProps extends Opened {
  readonly title: string;
  readonly lead: string;
  /** selection of chats: the input of `/media/transcripts` except format, notes, time zone and language */
  readonly chats: Readonly<Record<string, string>>;
}

/** Saves a transcript as a file. Notes are left out unless asked for each time. */
export function TranscriptDialog({ open, onClose, title, lead, chats }: TranscriptDialogProps) {
  const { t } = useTranslation();
  const [format, setFormat] = useState<(typeof formats)[number]>('html');
  const [notes, setNotes] = useState(false);
  const query = new URLSearchParams({
    ...chats,
    format,
    notes: notes ? '1' : '0',
    timeZone: viewerTimeZone(),
    language: localization.language().code,
  });
  const close = (): void => {
    setNotes(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={lead}
      footer={
        <>
          <DialogClose render={<Button>{t('transcripts.cancel')}</Button>} />
          <a
            href={`/media/transcripts?${query.toString()}`}
            download=""
            onClick={close}
            className={buttonStyles({ variant: 'primary' })}
          >
            <Download aria-hidden className="size-4" />
            {t('transcripts.save')}
          </a>
        </>
      }
    >
      <Field label={t('transcripts.format.title')}>
        <Select
          value={format}
          choices={formats.map((value) => ({ value, label: t(`transcripts.format.${value}`) }))}
          onValueChange={setFormat}
          className="w-full"
        />
      </Field>
      <Checkbox checked={notes} onCheckedChange={setNotes} hint={t('transcripts.notesHint')}>
        {t('transcripts.notes')}
      </Checkbox>
    </Dialog>
  );
}
