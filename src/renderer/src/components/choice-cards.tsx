import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type ReactNode, useId } from 'react';
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
    /** a short text beside the title */
    readonly mark?: string | undefined;
  }[];
  readonly onChoose: (value: Value) => void;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** A choice among a few with descriptions. */
export function ChoiceCards<Value extends string>({
  label,
  hideLabel = false,
  hint,
  value,
  choices,
  onChoose,
  disabled = false,
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
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={cn('grid grid-cols-[repeat(auto-fit,minmax(230px,1fr))] gap-2', className)}
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={cn(
              'flex min-w-0 gap-2.5 rounded-control border border-edge bg-raised p-3 transition-colors has-data-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              disabled ? 'text-ink-quiet' : 'hover:bg-hover has-data-checked:border-accent',
            )}
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
