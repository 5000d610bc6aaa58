import { Star } from 'lucide-react';

const all = [1, 2, 3, 4, 5] as const;

interface StarsProps {
  /** out of 5; fractions are drawn */
  readonly value: number;
  /** accessible name: "4 of 5 stars"; left out: decorative */
  readonly label?: string;
  /** pixels */
  readonly size?: number;
}

export function Stars({ value, label, size = 14 }: StarsProps) {
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className="inline-flex shrink-0 gap-px"
    >
      {all.map((star) => {
        const filled = Math.min(1, Math.max(0, value - star + 1));
        return (
          <span key={star} aria-hidden className="relative" style={{ width: size, height: size }}>
            <Star style={{ width: size, height: size }} className="text-edge" />
            {filled > 0 && (
              <span className="absolute inset-0 overflow-hidden" style={{ width: `${filled * 100}%` }}>
                <Star style={{ width: size, height: size }} className="fill-current text-star" />
              </span>
            )}
          </span>
        );
      })}
    </span>
  );
}
