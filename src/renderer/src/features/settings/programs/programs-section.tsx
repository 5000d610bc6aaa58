import { useTranslation } from 'react-i18next';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { ConfirmButton } from '#renderer/components/actions.tsx';
import { Button } from '#renderer/components/button.tsx';
import { formatDate } from '#renderer/components/dates.tsx';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { named } from '#renderer/components/field.tsx';
import { FormDialog } from '#renderer/components/forms.tsx';
import { TextField } from '#renderer/components/text-field.tsx';
import { useRouteMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { nameField } from '#shared/contract/fields.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { Group, Loaded, Section } from '../parts/section.tsx';
import { CopiedField } from '../parts/snippet.tsx';

type Program = RouteOutput<'programs.list'>['programs'][number];
type NewProgram = RouteOutput<'programs.add'>;

const programForm = z.object({ name: nameField });

/** Keys of programs, and the webhooks that tell them what happens. */
export function ProgramsSection() {
  const { t } = useTranslation(['programs', 'settings']);
  return (
    <Section title={t('settings:sections.programs')} lead={t('lead')}>
      <KeysGroup />
    </Section>
  );
}

function KeysGroup() {
  const { t } = useTranslation('programs');
  const programs = useRouteQueryFor('owner', 'programs.list', {});
  const { mutateAsync: add } = useRouteMutation('programs.add', 'programs.list');
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<NewProgram>();
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <Group
      title={t('title')}
      lead={t('keysLead')}
      action={
        <Button ref={addButton} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      }
    >
      <Loaded of={programs}>
        {({ programs: list }) =>
          list.length === 0 ? (
            <p className="text-ui text-ink-quiet">{t('none')}</p>
          ) : (
            <Rows label={t('list')} rows={list} keyOf={({ id }) => id}>
              {(program) => <ProgramRow program={program} onRemoved={() => addButton.current?.focus()} />}
            </Rows>
          )
        }
      </Loaded>
      <FormDialog
        open={isAdding}
        onClose={() => setAdding(false)}
        rule={programForm}
        start={{ name: '' }}
        title={t('addTitle')}
        confirmLabel={t('addConfirm')}
        failed={t('failed')}
        send={async (typed) => {
          const program = await add(typed);
          return () => setAdded(program);
        }}
      >
        {({ text }) => <TextField {...named('programs:name')} autoComplete="off" typed={text('name')} />}
      </FormDialog>
      <ProgramKeyDialog program={added} onClose={() => setAdded(undefined)} />
    </Group>
  );
}

interface ProgramRowProps {
  readonly program: Program;
  /** the row goes, with its focus */
  readonly onRemoved: () => void;
}

function ProgramRow({ program: { id, name, usedAt }, onRemoved }: ProgramRowProps) {
  const { t } = useTranslation('programs');
  const { mutateAsync: remove } = useRouteMutation('programs.remove', 'programs.list');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5 text-ui">
        <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
        <p className="text-ink-quiet">{usedAt === undefined ? t('unused') : t('used', { day: formatDate(usedAt) })}</p>
      </div>
      <ConfirmButton
        label={t('remove')}
        urgent
        title={t('removeAsk', { name })}
        will={[t('removeWill.1'), t('removeWill.2')]}
        failed={t('failed')}
        act={() => remove({ programId: id }).then(onRemoved)}
        done={t('removed', { name })}
      />
    </div>
  );
}

/** Shows a new key, and where the program sends its requests, only once. */
function ProgramKeyDialog({
  program,
  onClose,
}: {
  readonly program: NewProgram | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('programs');
  const isDesktop = useDesktop() !== undefined;
  const remoteAccess = useRouteQueryFor('owner', 'remoteAccess.get', {}).data;
  const origin = remoteAccess?.urls[0]?.url ?? (isDesktop ? undefined : window.location.origin);
  return (
    <Dialog
      open={program !== undefined}
      onClose={onClose}
      title={t('keyTitle', { name: program?.name ?? '' })}
      description={t('keyLead')}
      footer={<DialogClose render={<Button variant="primary">{t('done')}</Button>} />}
    >
      {program !== undefined && (
        <div className="flex flex-col gap-4">
          <CopiedField {...named('programs:key')} copyLabel={t('copyKey')} text={program.key} />
          {origin === undefined ? (
            <p className="rounded-control bg-sunken px-3 py-2 text-ui">{t('noAddress')}</p>
          ) : (
            <CopiedField {...named('programs:address')} copyLabel={t('copyAddress')} text={`${origin}/rpc/`} />
          )}
        </div>
      )}
    </Dialog>
  );
}
