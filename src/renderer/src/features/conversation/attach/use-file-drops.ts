import { useEffect, useRef, useState } from 'react';
import { isTextField } from '#renderer/components/keys.ts';
import { filesOf } from './use-attaching.ts';
import type { NewFile } from './attachments.ts';

/** Takes files that are dropped on the window or pasted. Returns whether some are held over it now. */
export function useFileDrops(attach: (files: readonly NewFile[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(attach);
  useEffect(() => {
    latest.current = attach;
  });
  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer) || isAsked()) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const over = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer) || event.dataTransfer === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isAsked() ? 'none' : 'copy';
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event.dataTransfer) || event.dataTransfer === null || isAsked()) return;
      event.preventDefault();
      latest.current(filesOf(event.dataTransfer));
    };
    const paste = (event: ClipboardEvent): void => {
      if (event.clipboardData === null || !isMeantAsFile(event.clipboardData) || isAsked()) return;
      const isElsewhere =
        isTextField(event.target) &&
        !(event.target instanceof Element && event.target.closest('[data-takes-files]') !== null);
      if (isElsewhere) return;
      const files = filesOf(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => stop.abort();
  }, []);
  return isOver;
}

function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true;
}

/** Office programs put a picture beside the words that were copied: then the words are meant. */
function isMeantAsFile({ types }: DataTransfer): boolean {
  return types.includes('Files') && !(types.includes('text/html') && types.includes('text/plain'));
}

/** A dialog is open, which is about something else. */
function isAsked(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}
