import type { ElectronApplication } from '@playwright/test';

/** Presses these buttons in system boxes, one after the other, then the last one always; returns what was asked. */
export async function answerBoxes(
  app: ElectronApplication,
  ...buttons: readonly string[]
): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, presses) => {
    const boxes: string[] = [];
    Object.assign(globalThis, { boxes });
    dialog.showMessageBox = async (...args: unknown[]) => {
      const box = args.at(-1) as Electron.MessageBoxOptions;
      const press = presses[Math.min(boxes.length, presses.length - 1)] ?? '';
      boxes.push(box.message);
      return { response: Math.max(0, box.buttons?.indexOf(press) ?? 0), checkboxChecked: false };
    };
  }, buttons);
  return () => app.evaluate(() => (globalThis as unknown as { boxes: string[] }).boxes);
}
