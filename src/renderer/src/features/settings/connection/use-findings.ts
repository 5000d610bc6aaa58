import { useTranslation } from 'react-i18next';
import type { Finding } from '#shared/contract/doctor.ts';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useTicking } from '#renderer/components/time.tsx';
import { phraseWords } from '#renderer/language/phrases.ts';
import { useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import { useCheck, useRunCheck } from '#renderer/rpc/use-doctor.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { desktopFindings, type WordedFinding } from './desktop-findings.ts';

function inWindowsLanguage({ title, detail, todo, ...finding }: Finding): WordedFinding {
  return {
    ...finding,
    title: phraseWords(title),
    detail: phraseWords(detail),
    ...(todo !== undefined && { todo: phraseWords(todo) }),
  };
}

export interface Findings {
  readonly isLoaded: boolean;
  readonly isLost: boolean;
  readonly running: boolean;
  /** when the latest whole check ended */
  readonly at: number | undefined;
  readonly findings: readonly WordedFinding[];
  readonly run: () => void;
  readonly reload: () => void;
}

/** The engine's findings, and in the desktop app those about its computer. */
export function useFindings(): Findings {
  const { t } = useTranslation(['connection', 'settings']);
  const check = useCheck();
  const run = useRunCheck();
  const desktop = useDesktopStatus().data;
  const isPaused = useTicking((now) => (desktop?.preferences.pausedUntil ?? 0) > now);
  const running = run.isPending || check.data?.running === true;
  const found = (check.data?.findings ?? []).map(inWindowsLanguage);
  // What the desktop knows is there at once; it stands at the end, where the lines of the engine are all there.
  const more = desktop === undefined || running || found.length === 0 ? [] : desktopFindings(desktop, { isPaused });
  return {
    isLoaded: check.data !== undefined,
    isLost: check.isError,
    running,
    at: check.data?.at,
    findings: [...found, ...more],
    run: () =>
      run.mutate(undefined, {
        onError: (error) =>
          sayTrouble(t('check.runFailed'), error instanceof ContractError ? error.message : t('settings:notAnswering')),
      }),
    reload: () => void check.refetch(),
  };
}
