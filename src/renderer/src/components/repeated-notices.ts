import { notify, undoAction } from './toaster.tsx';

/** An action on one thing, of a kind that people do to several in a row. */
interface RepeatedAct {
  /** id of the thing, such as a chat's */
  readonly to: string;
  readonly one: string;
  /** takes the number of things, which is above one */
  readonly several: (count: number) => string;
  readonly undo?: () => void;
  /** the kind of act that this one takes back */
  readonly opposite?: string;
}

interface Notice {
  readonly acts: ReadonlyMap<string, RepeatedAct>;
  readonly close: () => void;
}

/**
 * Confirms acts of one kind in one toast: while it is shown, what is done next joins it, and its undo takes back all that
 * it names. `show`: as `notify`.
 */
export function createRepeatedNotices(show: typeof notify): (kind: string, act: RepeatedAct) => void {
  const notices = new Map<string, Notice>();

  function showAll(kind: string, acts: ReadonlyMap<string, RepeatedAct>): void {
    const [first, ...more] = acts.values();
    if (first === undefined) return notices.get(kind)?.close();
    const text = more.length === 0 ? first.one : first.several(acts.size);
    const undos = [first, ...more].flatMap(({ undo }) => undo ?? []);
    const close = show(text, {
      id: kind,
      onClose: () => notices.delete(kind),
      ...(undos.length > 0 && { action: undoAction(() => undos.forEach((undo) => undo())) }),
    });
    notices.set(kind, { acts, close });
  }

  return (kind, act) => {
    const opposite = act.opposite === undefined ? undefined : notices.get(act.opposite);
    if (act.opposite !== undefined && opposite?.acts.has(act.to) === true)
      showAll(act.opposite, new Map([...opposite.acts].filter(([to]) => to !== act.to)));
    showAll(kind, new Map([...(notices.get(kind)?.acts ?? []), [act.to, act]]));
  };
}

/** One per window, like the toaster. */
export const notifyRepeated = createRepeatedNotices(notify);
