import type { LumpName } from "../lumps.ts";

export interface LumpChange {
  readonly lump: LumpName;
  /** "kept": it is damaged in part, and left as it is. */
  readonly action: "dropped" | "shortened" | "rebuilt" | "kept";
  /** What was wrong, in one line. */
  readonly message: string;
}
