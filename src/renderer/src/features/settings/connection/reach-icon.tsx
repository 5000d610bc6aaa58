import { CircleCheck, CircleX, House } from 'lucide-react';
import type { Reach } from '#shared/contract/connection.ts';
import { Spinner } from '#renderer/components/spinner.tsx';

export const reachTones: Record<Reach['state'], string> = {
  local: 'text-ink',
  checking: 'text-ink',
  reachable: 'text-good',
  unreachable: 'text-urgent',
};

/** The state as a picture; words stand beside it. */
export function ReachIcon({ state }: Pick<Reach, 'state'>) {
  switch (state) {
    case 'local':
      return <House aria-hidden />;
    case 'checking':
      return <Spinner />;
    case 'reachable':
      return <CircleCheck aria-hidden />;
    case 'unreachable':
      return <CircleX aria-hidden />;
  }
}
