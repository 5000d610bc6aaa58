import { TriangleAlert } from 'lucide-react';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { words } from './words.ts';

type Notice = RouteOutput<'setup.get'>['notices'][number];

/** What went wrong when the engine started; stands above everything until a start without it. */
export function StartNotices({ notices }: { readonly notices: readonly Notice[] }) {
  return notices.map((notice) => {
    const [title, more] = inWords(notice);
    return (
      <div key={notice.kind} role="alert" className="flex min-h-10 shrink-0 items-center justify-center gap-2 bg-attention-tint px-4 py-2 text-ui text-attention">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 break-words">
          <strong className="font-semibold">{title}</strong> {more}
        </span>
      </div>
    );
  });
}

function inWords({ kind, detail }: Notice): readonly [title: string, more: string] {
  switch (kind) {
    case 'settings_set_aside':
      return [words.settingsSetAside, words.settingsSetAsideMore(detail)];
    case 'database_newer':
      return [words.databaseNewer, words.databaseNewerMore];
  }
}
