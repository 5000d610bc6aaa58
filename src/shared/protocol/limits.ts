/** Maximum code points of one text message (chat channel interface, section 8). */
export const TEXT_LIMIT = 1000;
