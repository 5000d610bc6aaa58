/** A customer's message equal to one accepted within this time, in milliseconds, is a repeat. */
export const REPEAT_WINDOW = 24 * 60 * 60 * 1000;
