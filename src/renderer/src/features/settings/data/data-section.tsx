import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useBackups } from '#renderer/rpc/use-backups.ts';
import { Loaded } from '../parts/query-states.tsx';
import { Group, Section } from '../parts/section.tsx';
import { BackupList } from './backup-list.tsx';
import { BulkGroup } from './bulk-group.tsx';
import { JobList } from './job-list.tsx';
import { ScheduleGroup } from './schedule-group.tsx';

interface DataSectionProps {
  /** the address asks for a new backup: `/settings/data/make` */
  readonly asksForBackup: boolean;
}

/** Backups and the way back, long work, and where a customer's own data is dealt with. */
export function DataSection({ asksForBackup }: DataSectionProps) {
  const { t } = useTranslation('settings');
  const [, navigate] = useLocation();
  return (
    <Loaded of={useBackups()}>
      {(data) => (
        <Section title={t('sections.data')} lead={t('data.lead')}>
          <JobList />
          <BackupList
            {...data}
            asksForBackup={asksForBackup}
            onAnswered={() => navigate('/settings/data', { replace: true })}
          />
          <ScheduleGroup {...data} />
          <BulkGroup />
          <Group title={t('data.privacy')} lead={t('data.privacyLead')}>
            {null}
          </Group>
        </Section>
      )}
    </Loaded>
  );
}
