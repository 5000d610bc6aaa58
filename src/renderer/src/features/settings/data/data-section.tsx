import { useLocation } from 'wouter';
import { useBackups } from '#renderer/rpc/use-backups.ts';
import { FieldsSkeleton, NotLoaded } from '../query-states.tsx';
import { Group, Section } from '../section.tsx';
import { words as settingsWords } from '../words.ts';
import { BackupList } from './backup-list.tsx';
import { BulkGroup } from './bulk-group.tsx';
import { dataWords as words } from './data-words.ts';
import { JobList } from './job-list.tsx';
import { ScheduleGroup } from './schedule-group.tsx';

interface DataSectionProps {
  /** the address asks for a new backup: `/settings/data/make` */
  readonly asksForBackup: boolean;
}

/** Backups and the way back, long work, and where a customer's own data is dealt with. */
export function DataSection({ asksForBackup }: DataSectionProps) {
  const [, navigate] = useLocation();
  const { data, isError, refetch } = useBackups();
  if (data === undefined) return isError ? <NotLoaded onRetry={() => void refetch()} /> : <FieldsSkeleton />;
  return (
    <Section title={settingsWords.sections.data} lead={words.lead}>
      <JobList />
      <BackupList
        {...data}
        asksForBackup={asksForBackup}
        onAnswered={() => navigate('/settings/data', { replace: true })}
      />
      <ScheduleGroup {...data} />
      <BulkGroup />
      <Group title={words.privacy} lead={words.privacyLead}>
        {null}
      </Group>
    </Section>
  );
}
