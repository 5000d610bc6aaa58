import { Dialog } from '#renderer/components/dialog.tsx';
import { Kbd } from '#renderer/components/kbd.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { replyShortcutLines, type ShortcutLine, shortcutLines, words } from './words.ts';

/** The keys that do something, in one small list; those of the reply window where the app opens one. */
export function ShortcutSheet({ open, onOpenChange }: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  const hasReplyWindow = useDesktop() !== undefined;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.keyboardShortcuts}>
      <Lines lines={shortcutLines} />
      {hasReplyWindow && (
        <section className="flex flex-col gap-3 border-t pt-4">
          <h3 className="text-ui font-semibold">{words.inReplyWindow}</h3>
          <Lines lines={replyShortcutLines} />
        </section>
      )}
    </Dialog>
  );
}

function Lines({ lines }: { readonly lines: readonly ShortcutLine[] }) {
  return (
    <dl className="grid grid-cols-[98px_1fr] items-baseline gap-x-4 gap-y-2.5 text-ui">
      {lines.map(({ keys, does }) => (
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
  );
}
