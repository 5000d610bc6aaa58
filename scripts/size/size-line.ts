/** Prefix of the builder's lines about the console's size, which the build prints. */
export const SIZE_LINE = 'size ';
