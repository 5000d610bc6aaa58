/** The most code points one text message may have (chat channel interface, section 8). */
export const TEXT_LIMIT = 1000;
