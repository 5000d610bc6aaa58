import { Dialog } from '#renderer/components/dialog.tsx';
import { Kbd } from '#renderer/components/kbd.tsx';
import { shortcutLines, words } from './words.ts';

/** The keys that do something, in one small list. */
export function ShortcutSheet({ open, onOpenChange }: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.keyboardShortcuts}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5 text-ui">
        {shortcutLines.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex justify-end gap-1.5">
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
