/** Milliseconds within which a customer's message equal to an accepted one is a repeat. */
export const REPEAT_WINDOW = 24 * 60 * 60 * 1000;
