import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { X } from 'lucide-react';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { Menu, MenuItem, Popover } from '#renderer/components/popups.tsx';
import { TagField } from '#renderer/components/tags.tsx';
import { Choice, TimePanel } from '#renderer/components/time-panel.tsx';
import { notify, notifyError, errorNotifier, undoAction } from '#renderer/components/toaster.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { useRouteMutation, useRouteQueryFor, useMay } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useHours, useMe, useOperators, useTags } from '#renderer/rpc/use-directory.ts';
import type { Chat, Operator } from '#shared/domain/entities.ts';
import { tagKey } from '#shared/domain/tags.ts';
import { MAX_SELECTED_CHATS } from '#shared/domain/chat-list.ts';
import { worksOn } from '#shared/domain/operator-channels.ts';

interface SelectionBarProps {
  readonly chosen: readonly Chat[];
  /** selected, but no longer in this list */
  readonly missing: number;
  readonly onClear: () => void;
}

/** Actions on the selected chats. */
export function SelectionBar({ chosen, missing, onClear }: SelectionBarProps) {
  const { t } = useTranslation('inbox');
  const acts = useSelectionActions(chosen, onClear);
  const isOwner = useMay('owner') === true;
  const hasOpen = chosen.some(({ state }) => state !== 'closed');
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // Presses in its menus bubble here too.
    if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    onClear();
  };
  return (
    <div
      role="toolbar"
      data-foot-bar
      aria-label={t('chosen.label')}
      onKeyDown={onKeyDown}
      className="flex shrink-0 flex-col gap-1.5 border-t bg-raised px-4 pt-2 pb-3"
    >
      <div className="flex min-h-7 items-center gap-2">
        <p role="status" className="tabular min-w-0 flex-1 text-ui font-medium">
          {chosen.length === 0 ? t('chosen.none') : t('chosen.count', { count: chosen.length })}
          {chosen.length === MAX_SELECTED_CHATS && <span className="block text-meta">{t('chosen.most')}</span>}
          {missing > 0 && (
            <span className="block text-meta text-attention">{t('chosen.gone', { count: missing })}</span>
          )}
        </p>
        <IconButton size="sm" label={t('chosen.clear')} icon={<X />} onClick={onClear} className="-me-2" />
      </div>
      <div className="flex flex-wrap gap-1">
        <Button size="sm" disabled={!hasOpen} pending={acts.isBusy} onClick={acts.close}>
          {t('chosen.close')}
        </Button>
        <AssignMenu disabled={!hasOpen} chosen={chosen} onAssign={acts.assign} />
        <SnoozeButton disabled={!hasOpen} onSnooze={acts.snooze} />
        <TagsOfAll chosen={chosen} onChange={acts.tag} />
        {isOwner && <EraseButton chosen={chosen} onErased={onClear} />}
      </div>
    </div>
  );
}

interface AssignMenuProps extends Pick<SelectionBarProps, 'chosen'> {
  readonly disabled: boolean;
  readonly onAssign: (to: Operator) => void;
}

function AssignMenu({ disabled, chosen, onAssign }: AssignMenuProps) {
  const { t } = useTranslation('inbox');
  const meId = useMe().data?.id;
  const operators = (useOperators().data ?? [])
    .filter((operator) => chosen.every(({ channelId }) => worksOn(operator, channelId)))
    .toSorted(
      (a, b) =>
        Number(b.id === meId) - Number(a.id === meId) ||
        Number(b.available) - Number(a.available) ||
        a.name.localeCompare(b.name),
    );
  return (
    <Menu
      side="top"
      trigger={
        <Button size="sm" disabled={disabled}>
          {t('chosen.assign')}
        </Button>
      }
    >
      {operators.map((operator) => (
        <MenuItem key={operator.id} onSelect={() => onAssign(operator)}>
          {operator.id === meId ? t('chosen.toMe') : operator.name}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface SnoozeButtonProps {
  readonly disabled: boolean;
  /** until then, or until the customers write */
  readonly onSnooze: (until?: number) => void;
}

function SnoozeButton({ disabled, onSnooze }: SnoozeButtonProps) {
  const { t } = useTranslation('conversation');
  const hours = useHours().data?.settings.hours;
  return (
    <Popover
      side="top"
      align="start"
      label={t('later.snoozeTitle')}
      trigger={
        <Button size="sm" disabled={disabled}>
          {t('later.snooze')}
        </Button>
      }
      className="max-h-none"
    >
      {(close) => {
        const snooze = (until?: number): void => {
          close();
          onSnooze(until);
        };
        return (
          <TimePanel
            verb={t('later.snooze')}
            hours={hours}
            onPick={snooze}
            further={<Choice onPick={() => snooze()}>{t('later.untilWritten')}</Choice>}
          />
        );
      }}
    </Popover>
  );
}

/** Adds tags to all selected chats, or removes them. */
interface TagChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The tags shared by all selected chats; changes apply to each of them. */
function TagsOfAll({
  chosen,
  onChange,
}: Pick<SelectionBarProps, 'chosen'> & { onChange: (change: TagChange) => void }) {
  const { t } = useTranslation('inbox');
  const known = useTags().data ?? [];
  const [first, ...others] = chosen;
  const common = (first?.tags ?? []).filter((name) => others.every(({ tags = [] }) => hasTag(tags, name)));
  return (
    <Popover
      side="top"
      align="start"
      label={t('chosen.tagsOfAll')}
      trigger={
        <Button size="sm" disabled={first === undefined}>
          {t('chosen.tag')}
        </Button>
      }
      className="max-h-none w-72 gap-2 p-2"
    >
      {() => (
        <TagField
          tags={common}
          known={known.map(({ name }) => name)}
          onChange={(next) =>
            onChange({
              added: next.filter((name) => !hasTag(common, name)),
              removed: common.filter((name) => !hasTag(next, name)),
            })
          }
          label={t('chosen.tagsOfAll')}
        />
      )}
    </Popover>
  );
}

function hasTag(tags: readonly string[], wanted: string): boolean {
  return tags.some((name) => tagKey(name) === tagKey(wanted));
}

function EraseButton({ chosen, onErased }: { readonly chosen: readonly Chat[]; readonly onErased: () => void }) {
  const { t } = useTranslation('inbox');
  const [isAsking, setAsking] = useState(false);
  const count = chosen.length;
  const selection = { chatIds: chosen.map(({ id }) => id) };
  const isOpen = isAsking && count > 0;
  const preview = useRouteQueryFor('owner', 'bulk.preview', isOpen ? selection : undefined, { staleTime: 0 }).data;
  const { customers = 0, backups = 0 } = preview ?? {};
  const erasing = useRouteMutation('bulk.erase');
  const erase = (): void =>
    erasing.mutate(selection, {
      onSuccess: () => {
        setAsking(false);
        notify(t('chosen.erasing', { count }));
        onErased();
      },
      onError: errorNotifier(t('chosen.notErased')),
    });
  return (
    <>
      <Button size="sm" disabled={count === 0} onClick={() => setAsking(true)}>
        <span className="text-urgent">{t('chosen.erase')}</span>
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setAsking}
        title={t('chosen.eraseTitle', { count })}
        consequences={
          <>
            <p>{t('chosen.eraseWill')}</p>
            {customers > 0 && <p>{t('chosen.eraseCustomers', { count: customers })}</p>}
            {backups > 0 && <p>{t('chosen.eraseBackups', { count: backups })}</p>}
            <p>{t('chosen.eraseForGood')}</p>
          </>
        }
        confirmLabel={t('chosen.erase')}
        danger
        pending={erasing.isPending}
        onConfirm={erase}
      />
    </>
  );
}

/** Bulk action on each chat, and the text that says how many it was done to. */
interface BulkAction {
  readonly act: (chat: Chat) => Promise<unknown>;
  readonly words: (count: number) => string;
}

/** Acts on each chat, and reports on how many, with an undo, and how many were skipped and why. */
async function onEach(chats: readonly Chat[], { act, words }: BulkAction, back?: BulkAction): Promise<void> {
  const ends = await Promise.allSettled(chats.map(act));
  const done = chats.filter((_chat, index) => ends[index]?.status === 'fulfilled');
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Error).message] : []));
  const text = done.length === 0 ? i18n.t('inbox:chosen.nothingDone') : words(done.length);
  const action = back && done.length > 0 ? undoAction(() => void onEach(done, back)) : undefined;
  const left = [...Map.groupBy(refused, (why) => why)].map(([why, all]) =>
    i18n.t('inbox:chosen.left', { count: all.length, why }),
  );
  if (left.length > 0) notifyError(text, left.join(' '), action);
  else notify(text, action && { seconds: 10, action });
}

/** Bulk actions on the selected chats, one chat at a time so that each can be refused separately. */
function useSelectionActions(chosen: readonly Chat[], onDone: () => void) {
  const { t } = useTranslation('inbox');
  const { call } = useConsole();
  const meId = useMe().data?.id;
  const [isBusy, setBusy] = useState(false);
  const run = async (action: BulkAction, back?: BulkAction): Promise<void> => {
    setBusy(true);
    await onEach(chosen, action, back);
    setBusy(false);
  };
  return {
    isBusy,
    close: (): void => {
      const close = async ({ id, state }: Chat) => {
        if (state === 'closed') throw new Error(t('chosen.alreadyClosed'));
        await call('chats.close', { chatId: id });
      };
      void run(
        { act: close, words: (count) => t('chosen.closed', { count }) },
        { act: ({ id }) => call('chats.reopen', { chatId: id }), words: (count) => t('chosen.reopened', { count }) },
      );
      onDone();
    },
    assign: (to: Operator): void => {
      // Taken over from a colleague only if the row showed that they have it.
      const assign = ({ id, state, operatorId }: Chat) => {
        const over = state === 'active' && operatorId !== meId;
        return call('chats.assign', { chatId: id, operatorId: to.id, ...(over && { over }) });
      };
      const unassign = ({ id }: Chat) => call('chats.unassign', { chatId: id });
      if (to.id === meId) void run({ act: assign, words: (count) => t('chosen.taken', { count }) });
      else
        void run(
          { act: assign, words: (count) => t('chosen.assigned', { count, operatorName: to.name }) },
          { act: unassign, words: (count) => t('chosen.unassigned', { count }) },
        );
      onDone();
    },
    snooze: (until?: number): void => {
      const restore = ({ id, snoozed }: Chat) =>
        snoozed === undefined
          ? call('chats.unsnooze', { chatId: id })
          : call('chats.snooze', { chatId: id, until: snoozed.until });
      void run(
        {
          act: ({ id }) => call('chats.snooze', { chatId: id, until }),
          words: (count) => i18n.t('conversation:later.snoozedSeveral', { count }),
        },
        { act: restore, words: (count) => t('chosen.unassigned', { count }) },
      );
      onDone();
    },
    tag: ({ added, removed }: TagChange): void => {
      const setTags = (changed: (tags: readonly string[]) => string[]): BulkAction['act'] => {
        return ({ id, tags = [] }) => call('chats.setTags', { chatId: id, tags: changed(tags) });
      };
      const change = setTags((tags) => [
        ...tags.filter((name) => !hasTag(removed, name)),
        ...added.filter((name) => !hasTag(tags, name)),
      ]);
      void run(
        { act: change, words: (count) => t('chosen.tagged', { count }) },
        { act: setTags((tags) => [...tags]), words: (count) => t('chosen.untagged', { count }) },
      );
    },
  };
}
