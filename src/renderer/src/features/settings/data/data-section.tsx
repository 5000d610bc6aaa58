import { useBackups } from '#renderer/rpc/use-backups.ts';
import { FieldsSkeleton, NotLoaded } from '../query-states.tsx';
import { Group, Section } from '../section.tsx';
import { words as settingsWords } from '../words.ts';
import { BackupList } from './backup-list.tsx';
import { dataWords as words } from './data-words.ts';
import { JobList } from './job-list.tsx';
import { ScheduleGroup } from './schedule-group.tsx';

/** Backups and the way back, long work, and where a customer's own data is dealt with. */
export function DataSection() {
  const { data, isError, refetch } = useBackups();
  if (data === undefined) return isError ? <NotLoaded onRetry={() => void refetch()} /> : <FieldsSkeleton />;
  return (
    <Section title={settingsWords.sections.data} lead={words.lead}>
      <JobList />
      <BackupList {...data} />
      <ScheduleGroup {...data} />
      <Group title={words.privacy} lead={words.privacyLead}>
        {null}
      </Group>
    </Section>
  );
}
