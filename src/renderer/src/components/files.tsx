import { useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';

interface FileButtonProps {
  /** which files fit, as `accept` of an input has it; left out: all */
  readonly accept?: string;
  /** what the chooser is called */
  readonly label: string;
  readonly pending?: boolean;
  readonly onFile: (file: File) => void;
  /** what the button shows */
  readonly children: ReactNode;
}

/** A button that asks for a file. The same file can be chosen again. */
export function FileButton({ accept, label, pending = false, onFile, children }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button pending={pending} onClick={() => chooser.current?.click()}>
        {children}
      </Button>
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
  readonly text: string;
}

/** Gives a text to the browser as a file to keep. */
export function saveFile(document: Document, { name, type, text }: FileToSave): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
