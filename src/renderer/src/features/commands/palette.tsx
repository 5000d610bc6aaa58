import { useTranslation } from 'react-i18next';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { isPressed } from '#renderer/components/command-table.ts';
import { Kbd } from '#renderer/components/kbd.tsx';
import { type Command, groupCommands, type ShownGroup } from './find-commands.ts';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

const MAX_RECENT = 20;

/** Ids of recent commands, latest first; kept on this device. */
const useRecent = create(
  persist((): { readonly ids: readonly string[] } => ({ ids: [] }), { name: 'counterbell.commands', version: 1 }),
);

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** a `PaletteList`, created each time the palette opens */
  readonly children: (choose: (command: Command) => void) => ReactNode;
}

/** The command palette. The chosen command runs after the palette has closed and focus is restored, as by its key. */
export function Palette({ open, onOpenChange, children }: PaletteProps) {
  const { t } = useTranslation('app');
  const chosen = useRef<Command>(undefined);
  const choose = (command: Command): void => {
    chosen.current = command;
    useRecent.setState(({ ids }) => ({
      ids: [command.id, ...ids.filter((id) => id !== command.id)].slice(0, MAX_RECENT),
    }));
    onOpenChange(false);
  };
  const onOpenChangeComplete = (isOpen: boolean): void => {
    const command = chosen.current;
    chosen.current = undefined;
    if (!isOpen) command?.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isPressed(event, 'palette')) return;
    event.preventDefault();
    onOpenChange(false);
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)} onOpenChangeComplete={onOpenChangeComplete}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          onKeyDown={onKeyDown}
          className="fixed top-[min(96px,10dvh)] left-1/2 z-40 flex max-h-[min(520px,80dvh)] w-[min(560px,calc(100vw-32px))] -translate-x-1/2 flex-col overflow-hidden rounded-card border bg-raised shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">{t('commands.palette.title')}</Dialog.Title>
          {children(choose)}
          <Dialog.Close className="sr-only">{t('commands.palette.close')}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PaletteListProps {
  readonly commands: readonly Command[];
  readonly onChoose: (command: Command) => void;
}

/** The search field and the matches by group; arrow keys move, Enter runs. */
export function PaletteList({ commands, onChoose }: PaletteListProps) {
  const { t } = useTranslation('app');
  const [typed, setTyped] = useState('');
  // Fixed when the palette opens: nothing moves while it closes.
  const [recent] = useState(() => useRecent.getState().ids);
  const groups = useMemo(() => groupCommands(typed, commands, recent), [typed, commands, recent]);
  // A choice runs; it is not written into the field.
  const change = (value: string, { reason }: { readonly reason: string }): void => {
    if (reason !== 'item-press') setTyped(value);
  };
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      mode="none"
      itemToStringValue={({ label }: Command) => label}
      value={typed}
      onValueChange={change}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-ink-quiet" />
        <Autocomplete.Input
          aria-label={t('commands.palette.search')}
          placeholder={t('commands.palette.placeholder')}
          className="h-12 min-w-0 flex-1 bg-transparent text-message outline-none"
        />
      </div>
      <Autocomplete.Status className="sr-only">
        {typed !== '' && count > 0 && t('commands.palette.found', { count })}
      </Autocomplete.Status>
      <Autocomplete.Empty className="empty:hidden px-4 py-6 text-center text-ui text-ink-quiet">
        {t('commands.palette.none')}
      </Autocomplete.Empty>
      <Autocomplete.List
        aria-label={t('commands.palette.list')}
        className="min-h-0 flex-1 scroll-py-1.5 overflow-y-auto overscroll-contain p-1.5 empty:hidden"
      >
        {(group: ShownGroup) => (
          <Autocomplete.Group key={group.name} items={group.items} className="pb-1.5 last:pb-0">
            <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-1 text-meta font-medium text-ink-quiet select-none">
              {t(`commands.palette.groups.${group.name}`)}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => <PaletteItem key={command.id} command={command} onChoose={onChoose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function PaletteItem({
  command,
  onChoose,
}: {
  readonly command: Command;
  readonly onChoose: (command: Command) => void;
}) {
  const { label, hint, shortcut, icon: Icon } = command;
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => onChoose(command)}
      className="flex min-h-(--control) items-center gap-2.5 rounded-sm px-2.5 text-ui outline-hidden select-none data-highlighted:bg-selected"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-quiet" />
      <bdi className="max-w-full shrink-0 truncate">{label}</bdi>
      {hint !== undefined && <bdi className="min-w-0 flex-1 truncate text-ink-quiet">{hint}</bdi>}
      {shortcut !== undefined && <Kbd keys={shortcut} className="ms-auto" />}
    </Autocomplete.Item>
  );
}
