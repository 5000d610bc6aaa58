import { useQuery } from '@tanstack/react-query';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

/** Milliseconds between two questions while a restore is on its way to a new start. */
const WHILE_RESTORING = 2000;

/** Long work, the newest first: what runs, and what ended a while ago. */
export function useJobs() {
  const { call } = useConsole();
  return useQuery({
    queryKey: keys.jobs,
    queryFn: async () => (await call('jobs.list', {})).jobs,
    // After it, this operator may be a stranger; no event would say so, but the answer to a question does.
    refetchInterval: ({ state }) =>
      state.data?.some((job) => job.kind === 'restore' && (job.state === 'running' || job.state === 'done')) === true
        ? WHILE_RESTORING
        : false,
    refetchIntervalInBackground: true,
  });
}
