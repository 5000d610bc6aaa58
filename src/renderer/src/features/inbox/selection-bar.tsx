import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { X } from 'lucide-react';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { Menu, MenuItem, Popover } from '#renderer/components/popups.tsx';
import { TagField } from '#renderer/components/tags.tsx';
import { notify, notifyError, errorNotifier, undoAction } from '#renderer/components/toaster.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { useRouteMutation, useRouteQueryFor, useMay } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useMe, useOperators, useTags } from '#renderer/rpc/use-directory.ts';
import type { Chat, Operator } from '#shared/domain/entities.ts';
import { tagKey } from '#shared/domain/tags.ts';
import { MAX_SELECTED_CHATS } from '#shared/domain/chat-list.ts';

interface SelectionBarProps {
  readonly chosen: readonly Chat[];
  /** selected, but no longer in this list */
  readonly gone: number;
  readonly onClear: () => void;
}

/** Actions on the selected chats. */
export function SelectionBar({ chosen, gone, onClear }: SelectionBarProps) {
  const { t } = useTranslation('inbox');
  const acts = useSelectionActions(onClear);
  const isOwner = useMay('owner') === true;
  const isNone = chosen.length === 0;
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
          {isNone ? t('chosen.none') : t('chosen.count', { count: chosen.length })}
          {chosen.length === MAX_SELECTED_CHATS && <span className="block text-meta">{t('chosen.most')}</span>}
          {gone > 0 && <span className="block text-meta text-attention">{t('chosen.gone', { count: gone })}</span>}
        </p>
        <IconButton size="sm" label={t('chosen.clear')} icon={<X />} onClick={onClear} className="-me-2" />
      </div>
      <div className="flex flex-wrap gap-1">
        <Button size="sm" disabled={!hasOpen} pending={acts.isBusy} onClick={() => acts.close(chosen)}>
          {t('chosen.close')}
        </Button>
        <AssignMenu disabled={!hasOpen} onAssign={(to) => acts.assign(chosen, to)} />
        <TagsOfAll chosen={chosen} onChange={(change) => acts.tag(chosen, change)} />
        {isOwner && <EraseButton chosen={chosen} onErased={onClear} />}
      </div>
    </div>
  );
}

function AssignMenu({ disabled, onAssign }: { readonly disabled: boolean; readonly onAssign: (to: Operator) => void }) {
  const { t } = useTranslation('inbox');
  const meId = useMe().data?.id;
  const operators = (useOperators().data ?? []).toSorted(
    (one, other) =>
      Number(other.id === meId) - Number(one.id === meId) ||
      Number(other.available) - Number(one.available) ||
      one.name.localeCompare(other.name),
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

/** Adds tags to all selected chats, or removes them. */
interface TagChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The tags shared by all selected chats; changes apply to each of them. */
function TagsOfAll({
  chosen,
  onChange,
}: {
  readonly chosen: readonly Chat[];
  readonly onChange: (change: TagChange) => void;
}) {
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
  const preview = useRouteQueryFor('owner', 'bulk.preview', isAsking && count > 0 ? selection : undefined, {
    staleTime: 0,
  }).data;
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
        open={isAsking && count > 0}
        onOpenChange={setAsking}
        title={t('chosen.eraseTitle', { count })}
        consequences={
          <>
            <p>{t('chosen.eraseWill')}</p>
            {preview !== undefined && preview.customers > 0 && (
              <p>{t('chosen.eraseCustomers', { count: preview.customers })}</p>
            )}
            {preview !== undefined && preview.backups > 0 && (
              <p>{t('chosen.eraseBackups', { count: preview.backups })}</p>
            )}
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

/** What a bulk action does to each chat, and how many it says it was done to. */
interface BulkAction {
  readonly act: (chat: Chat) => Promise<unknown>;
  readonly words: (count: number) => string;
}

/** Runs an action on each chat. */
async function onEach(chats: readonly Chat[], act: BulkAction['act']) {
  const ends = await Promise.allSettled(chats.map(act));
  return {
    done: chats.filter((_chat, index) => ends[index]?.status === 'fulfilled'),
    /** why each of the others was skipped */
    refused: ends.flatMap((end) =>
      end.status === 'rejected' ? [end.reason instanceof Error ? end.reason.message : String(end.reason)] : [],
    ),
  };
}

/** Reports what was done, with an undo, and how many were skipped and why. */
function reportOutcome(
  { done, refused }: Awaited<ReturnType<typeof onEach>>,
  words: BulkAction['words'],
  undo?: () => void,
): void {
  const text = done.length === 0 ? i18n.t('inbox:chosen.nothingDone') : words(done.length);
  const canUndo = undo !== undefined && done.length > 0;
  if (refused.length === 0) {
    if (canUndo) notify(text, { seconds: 10, action: undoAction(undo) });
    else notify(text);
    return;
  }
  const left = [...new Set(refused)].map((why) =>
    i18n.t('inbox:chosen.left', { count: refused.filter((each) => each === why).length, why }),
  );
  notifyError(text, left.join(' '), canUndo ? undoAction(undo) : undefined);
}

/** Bulk actions, run one chat at a time so that each can be refused separately. */
function useSelectionActions(onDone: () => void) {
  const { t } = useTranslation('inbox');
  const { call } = useConsole();
  const meId = useMe().data?.id;
  const [isBusy, setBusy] = useState(false);
  const run = async (chats: readonly Chat[], { act, words }: BulkAction, back?: BulkAction): Promise<void> => {
    setBusy(true);
    const outcome = await onEach(chats, act);
    setBusy(false);
    const undo =
      back && (() => void onEach(outcome.done, back.act).then((undone) => reportOutcome(undone, back.words)));
    reportOutcome(outcome, words, undo);
  };
  return {
    isBusy,
    close: (chats: readonly Chat[]): void => {
      void run(
        chats,
        {
          act: ({ id, state }) =>
            state === 'closed'
              ? Promise.reject(new Error(t('chosen.alreadyClosed')))
              : call('chats.close', { chatId: id }),
          words: (count) => t('chosen.closed', { count }),
        },
        { act: ({ id }) => call('chats.reopen', { chatId: id }), words: (count) => t('chosen.reopened', { count }) },
      );
      onDone();
    },
    assign: (chats: readonly Chat[], to: Operator): void => {
      const isMe = to.id === meId;
      void run(
        chats,
        {
          act: ({ id, state, operatorId }) =>
            call('chats.assign', {
              chatId: id,
              operatorId: to.id,
              // Taken over from a colleague only if the row showed that they have it.
              ...(state === 'active' && operatorId !== meId && { over: true }),
            }),
          words: (count) =>
            isMe ? t('chosen.taken', { count }) : t('chosen.assigned', { count, operatorName: to.name }),
        },
        isMe
          ? undefined
          : {
              act: ({ id }) => call('chats.unassign', { chatId: id }),
              words: (count) => t('chosen.unassigned', { count }),
            },
      );
      onDone();
    },
    tag: (chats: readonly Chat[], { added, removed }: TagChange): void => {
      const changed = (tags: readonly string[]): string[] => [
        ...tags.filter((name) => !hasTag(removed, name)),
        ...added.filter((name) => !hasTag(tags, name)),
      ];
      void run(
        chats,
        {
          act: ({ id, tags = [] }) => call('chats.setTags', { chatId: id, tags: changed(tags) }),
          words: (count) => t('chosen.tagged', { count }),
        },
        {
          act: ({ id, tags = [] }) => call('chats.setTags', { chatId: id, tags: [...tags] }),
          words: (count) => t('chosen.untagged', { count }),
        },
      );
    },
  };
}
