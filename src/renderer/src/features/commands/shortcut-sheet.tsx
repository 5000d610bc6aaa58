import type { Opened } from '#renderer/components/actions.tsx';
import { useTranslation } from 'react-i18next';
import { type CommandScope, keysOf, formatKey, type CommandName } from '#renderer/state/commands.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Kbd } from '#renderer/components/keys.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';

/** Rows of the sheet by place, each named by its first command; related commands share one. */
export const sheetRows = {
  everywhere: [['palette'], ['shortcuts'], ['search'], ['presence']],
  list: [['nextRow', 'previousRow'], ['openRow'], ['selectRows'], ['nextChat', 'previousChat']],
  chat: [['reply'], ['note'], ['quote'], ['take'], ['assign'], ['returnToBot'], ['snooze'], ['sendLater'], ['close']],
  writing: [['send'], ['newLine'], ['sendAndClose'], ['savedReplies']],
  replyWindow: [['nextWaiting', 'previousWaiting'], ['openInWindow'], ['closeReplyWindow']],
} as const satisfies Record<CommandScope, readonly (readonly CommandName[])[]>;
const scopes = Object.keys(sheetRows) as CommandScope[];

/** All shortcuts from the command table; those of the reply window only in the desktop app. */
export function ShortcutSheet({ open, onClose }: Opened) {
  const { t } = useTranslation('app');
  const hasReplyWindow = useDesktop() !== undefined;
  const shown = scopes.filter((scope) => scope !== 'replyWindow' || hasReplyWindow);
  return (
    <Dialog open={open} onClose={onClose} title={t('commands.sheet.title')} className="w-[min(760px,calc(100vw-32px))]">
      <div className="columns-2 gap-8 max-panes:columns-1">
        {shown.map((scope) => (
          <ScopeKeys key={scope} scope={scope} />
        ))}
      </div>
    </Dialog>
  );
}

function ScopeKeys({ scope }: { readonly scope: CommandScope }) {
  const { t } = useTranslation('app');
  const rows = sheetRows[scope].map((commands) => ({
    does: t(`commands.does.${commands[0]}`),
    keys: commands.flatMap((name) => keysOf(name)),
  }));
  return (
    <section className="flex break-inside-avoid flex-col gap-2.5 pb-5">
      <h3 className="text-ui font-semibold">{t(`commands.sheet.scopes.${scope}`)}</h3>
      <dl className="grid grid-cols-[112px_1fr] items-baseline gap-x-4 gap-y-2.5 text-ui">
        {rows.map(({ does, keys }) => (
          <div key={does} className="contents">
            <dt className="flex flex-wrap justify-end gap-1.5">
              {keys.map((key) => (
                <Kbd key={key} keys={formatKey(key)} />
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
