/** Begins each line about the console's size that the builder says and the build prints. */
export const SIZE_LINE = 'size ';
