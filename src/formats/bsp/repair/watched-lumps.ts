import { FormatError } from "../../../core/errors.ts";
import type { LumpName } from "../lumps.ts";
import { LumpReader } from "../read/lump-reader.ts";

/** Costs much, or is not known here: neither says that a lump is broken. */
const NO_DAMAGE: readonly string[] = ["too-large", "unsupported"];

export const isDamage = (error: unknown): error is FormatError =>
  error instanceof FormatError && !NO_DAMAGE.includes(error.code);

/** Lumps that note which of them were left out whole: a warning does not tell that from a part. */
export class WatchedLumps extends LumpReader {
  /** What was wrong, by the lump that was asked for. */
  readonly lost = new Map<LumpName, FormatError>();

  override optional<T>(name: LumpName, read: () => T, missing: T): T {
    const watched = () => {
      try {
        return read();
      } catch (error) {
        if (isDamage(error) && !this.lost.has(name)) this.lost.set(name, error);
        throw error;
      }
    };
    return super.optional(name, watched, missing);
  }
}
