import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { toCsv } from '#shared/domain/csv.ts';
import { isoDay } from '#shared/locales/dates.ts';

interface FileButtonProps extends ButtonProps {
  /** accepted files, as the `accept` attribute; left out: all */
  readonly accept?: string;
  /** accessible name of the file input */
  readonly label: string;
  readonly onFile: (file: File) => void;
}

/** A button that opens a file chooser. The same file can be chosen twice in a row. */
export function FileButton({ accept, label, onFile, ...button }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}

interface FileToSave {
  readonly name: string;
  readonly type: string;
  readonly text: string | Blob;
}

/** Downloads a text, or what was drawn, as a file. */
export function saveFile(document: Document, { name, type, text }: FileToSave): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Downloads a table. */
export function saveTable(document: Document, name: string, rows: Parameters<typeof toCsv>[0]): void {
  saveFile(document, { name: `${name}.csv`, type: 'text/csv;charset=utf-8', text: toCsv(rows) });
}

/** What a file holds, and the day: "Changes and sign-ins 2026-11-27". */
export function dated(title: string): string {
  return `${title} ${isoDay(Date.now())}`;
}
