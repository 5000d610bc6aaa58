import { Download } from 'lucide-react';
import { useState } from 'react';
import { speech } from '#renderer/language/speech.ts';
import { Button, buttonLook } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { cn } from './class-names.ts';
import { Dialog, DialogClose } from './dialog.tsx';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { viewerTimeZone } from './time-zone.ts';
import { transcriptWords as words } from './transcript-words.ts';

const formats = ['html', 'text', 'json'] as const;
type Format = (typeof formats)[number];

interface TranscriptDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly lead: string;
  /** which chats: what `/media/transcripts` is asked for, but format, notes, time zone and language */
  readonly chats: Readonly<Record<string, string>>;
}

/** Saves what was said as a file. Notes stay out of it until somebody asks for them, each time anew. */
export function TranscriptDialog({ open, onOpenChange, title, lead, chats }: TranscriptDialogProps) {
  const [format, setFormat] = useState<Format>('html');
  const [notes, setNotes] = useState(false);
  const query = new URLSearchParams({
    ...chats,
    format,
    notes: notes ? '1' : '0',
    timeZone: viewerTimeZone(),
    language: speech.language().code,
  });
  const close = (): void => {
    setNotes(false);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(next) : close())}
      title={title}
      description={lead}
      footer={
        <>
          <DialogClose render={<Button>{words.cancel}</Button>} />
          <a
            href={`/media/transcripts?${query.toString()}`}
            download=""
            onClick={close}
            className={cn(buttonLook({ variant: 'primary' }), 'no-underline')}
          >
            <Download aria-hidden className="size-4" />
            {words.save}
          </a>
        </>
      }
    >
      <Field label={words.format}>
        <Select
          value={format}
          choices={formats.map((value) => ({ value, label: words.formats[value] }))}
          onValueChange={setFormat}
          className="w-full"
        />
      </Field>
      <Checkbox checked={notes} onCheckedChange={setNotes} hint={words.notesHint}>
        {words.notes}
      </Checkbox>
    </Dialog>
  );
}
