import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type ReactNode, useId } from 'react';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { cn } from '#renderer/components/class-names.ts';

interface ChoiceCardsProps<Value extends string> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: string;
  readonly value: Value;
  readonly choices: readonly {
    readonly value: Value;
    readonly title: string;
    readonly means?: string;
    readonly icon?: ReactNode;
    /** a word beside the title */
    readonly mark?: string | undefined;
    /** how it looks, below */
    readonly sample?: ReactNode;
  }[];
  readonly onChoose: (value: Value) => void;
  readonly className?: string;
}

/** One of a few, each with a sentence. */
export function ChoiceCards<Value extends string>({
  label,
  hideLabel = false,
  hint,
  value,
  choices,
  onChoose,
  className,
}: ChoiceCardsProps<Value>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <p id={id} className={cn('text-ui font-medium', hideLabel && 'sr-only')}>
        {label}
      </p>
      <RadioGroup<Value>
        value={value}
        onValueChange={onChoose}
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={cn('grid grid-cols-[repeat(auto-fit,minmax(230px,1fr))] gap-2', className)}
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-w-0 flex-wrap gap-2.5 rounded-control border border-edge bg-raised p-3 transition-colors hover:bg-hover has-data-checked:border-accent has-data-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <Radio.Root
              value={choice.value}
              aria-labelledby={`${id}-${choice.value}`}
              {...(choice.means !== undefined && { 'aria-describedby': `${id}-${choice.value}-means` })}
              className="mt-px grid size-4 shrink-0 place-items-center rounded-full border border-edge bg-raised outline-hidden data-checked:border-accent"
            >
              <Radio.Indicator className="size-2 rounded-full bg-accent" />
            </Radio.Root>
            <span className="flex min-w-0 flex-1 flex-col gap-1 text-ui">
              <span className="flex min-w-0 items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
                {choice.icon !== undefined && (
                  <span aria-hidden className="text-ink-quiet">
                    {choice.icon}
                  </span>
                )}
                <span id={`${id}-${choice.value}`} className="min-w-0 flex-1 font-medium">
                  {choice.title}
                </span>
                {choice.mark !== undefined && (
                  <span className="shrink-0 text-meta font-semibold text-accent">{choice.mark}</span>
                )}
              </span>
              {choice.means !== undefined && (
                <span id={`${id}-${choice.value}-means`} className="text-ink-quiet">
                  {choice.means}
                </span>
              )}
            </span>
            {choice.sample !== undefined && <span className="basis-full">{choice.sample}</span>}
          </label>
        ))}
      </RadioGroup>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-ui text-ink-quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

interface CheckCardProps<Value extends string> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: string | undefined;
  /** in columns, where there is room */
  readonly isWide?: boolean;
  readonly choices: readonly { readonly value: Value; readonly title: string; readonly hint?: string | undefined }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
}

/** Any of several. What is chosen and not offered stays. */
export function CheckCard<Value extends string>({
  label,
  hideLabel = false,
  hint,
  isWide = false,
  choices,
  chosen,
  onChange,
}: CheckCardProps<Value>) {
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
            onCheckedChange={(isChosen) =>
              onChange(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
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
