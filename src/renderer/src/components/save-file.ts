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
