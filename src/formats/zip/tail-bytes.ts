/** Lengths of what follows the directory of a zip. */

export const END_RECORD_BYTES = 22;
export const MAX_COMMENT_BYTES = 0xffff;
/** Padding that may follow the archive in a map's lump. */
export const MAX_PADDING_BYTES = 64;
/** Number of last bytes that contain the end record, if there is one. */
export const MAX_TAIL_BYTES = END_RECORD_BYTES + MAX_COMMENT_BYTES + MAX_PADDING_BYTES;
