import { useTranslation } from 'react-i18next';
import { Skeleton } from '#renderer/components/skeleton.tsx';
import { RowField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { useSetTestBotSwitches, useTestBot } from '#renderer/rpc/use-bots.ts';
import { NotLoaded } from '../parts/query-states.tsx';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';

const shown = ['beSlow', 'failTwice', 'beSilent', 'repeatEvents'] as const;

/** Lets the test bot misbehave as providers do. */
export function TestBotSwitches() {
  const { t } = useTranslation('channels');
  const switches = useTestBot();
  const change = useSetTestBotSwitches();
  const trouble = (error: unknown) => tellTrouble(t('bots.failed'), error);
  return (
    <Group title={t('bots.testBot.switches')} lead={t('bots.testBot.switchesLead')}>
      {switches.isError ? (
        <NotLoaded onRetry={() => void switches.refetch()} />
      ) : switches.data === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        shown.map((name) => (
          <RowField key={name} label={t(`bots.testBot.${name}`)} hint={t(`bots.testBot.${name}Hint`)}>
            <Switch
              checked={switches.data[name]}
              onCheckedChange={(on) => change.mutate({ [name]: on }, { onError: trouble })}
            />
          </RowField>
        ))
      )}
    </Group>
  );
}
