import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: {
    classGroups: {
      'font-size': [{ text: ['meta', 'ui', 'message', 'heading', 'title'] }],
      rounded: [{ rounded: ['sm', 'control', 'card', 'bubble'] }],
      shadow: [{ shadow: ['float'] }],
      duration: [{ duration: ['enter'] }],
    },
  },
});

/** Joins class names; the later of two that set the same property wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
