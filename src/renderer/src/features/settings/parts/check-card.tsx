import { useRef } from 'react';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { cn } from '#renderer/components/class-names.ts';

interface CheckCardProps<Value extends string> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: string | undefined;
  /** in columns, if there is room */
  readonly isWide?: boolean;
  readonly choices: readonly { readonly value: Value; readonly title: string; readonly hint?: string | undefined }[];
  readonly chosen: readonly Value[];
  /** `before`: the value that Undo restores; when saving, resolves once saved */
  readonly onChange: (chosen: Value[], before: readonly Value[]) => unknown;
}

/** Any of several. Chosen values that are not offered are kept. */
export function CheckCard<Value extends string>({
  label,
  hideLabel = false,
  hint,
  isWide = false,
  choices,
  chosen,
  onChange,
}: CheckCardProps<Value>) {
  // A box clicked while another is being saved builds on that change.
  const saving = useRef<Value[]>(undefined);
  const change = async (value: Value, isChosen: boolean): Promise<void> => {
    const before = saving.current ?? chosen;
    const others = before.filter((other) => other !== value);
    const next = isChosen ? [...others, value] : others;
    saving.current = next;
    await onChange(next, before);
    if (saving.current === next) saving.current = undefined;
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-ui font-medium'}>{label}</legend>
      <div
        className={cn(
          'rounded-card border bg-raised',
          isWide
            ? 'grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-x-4 px-3.5 py-1.5'
            : 'flex flex-col divide-y divide-hairline',
        )}
      >
        {choices.map(({ value, title, hint: more }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onCheckedChange={(isChosen) => void change(value, isChosen)}
            hint={more}
            className={isWide ? 'py-1.5' : 'px-3.5 py-2.5'}
          >
            {title}
          </Checkbox>
        ))}
      </div>
      {hint !== undefined && <p className="text-ui text-ink-quiet">{hint}</p>}
    </fieldset>
  );
}
