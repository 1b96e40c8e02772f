/** Holds the stages of opening a map to `LIMITS`: each charges the ledger before it allocates. */

import { FormatError, type FormatName } from "./errors.ts";
import { LIMITS, type LimitName, type Limits } from "./limits.ts";

export interface LedgerRow {
  readonly name: LimitName;
  readonly used: number;
  readonly limit: number;
}

/** Returns a limit's name in words: "face edges". */
function toWords(name: LimitName): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

const NAMES = Object.keys(LIMITS) as LimitName[];

export class Ledger {
  readonly #limits: Limits;
  readonly #used = new Map<LimitName, number>();
  #inputBytes = 0;
  /** Bytes of `#inputBytes` that came from decompression. */
  #unpackedBytes = 0;

  constructor(limits: Limits = {}) {
    this.#limits = limits;
  }

  /**
   * Adds bytes that were read or unpacked, by which limits grow. The limit of `unpackedBytes` grows
   * by read bytes only.
   */
  addInput(byteLength: number, isUnpacked = false): void {
    this.#inputBytes += byteLength;
    if (isUnpacked) this.#unpackedBytes += byteLength;
  }

  limit(name: LimitName): number {
    const { least, perByte } = LIMITS[name];
    const bytes = this.#inputBytes - (name === "unpackedBytes" ? this.#unpackedBytes : 0);
    return this.#limits[name] ?? Math.max(least, Math.floor(bytes * perByte));
  }

  used(name: LimitName): number {
    return this.#used.get(name) ?? 0;
  }

  /** Charges required items. Throws FormatError (too-large). `where` as in `FormatErrorDetail`. */
  take(name: LimitName, count: number, where: string, format: FormatName = "BSP"): void {
    const over = this.#draw(name, count);
    if (over === null) return;
    const { name: item, found } = over;
    throw new FormatError({
      format,
      code: "too-large",
      where,
      offset: 0,
      expected: `at most ${this.limit(item)} ${toWords(item)} from ${this.#inputBytes} bytes, packed and unpacked`,
      found: String(found),
    });
  }

  /** Charges optional items. Returns false, and charges nothing, if they do not fit. */
  tryTake(name: LimitName, count: number): boolean {
    return this.#draw(name, count) === null;
  }

  /** Returns a ledger with the same limits and no charges, for opening the same file again. */
  renew(): Ledger {
    const ledger = new Ledger(this.#limits);
    ledger.addInput(this.#inputBytes - this.#unpackedBytes);
    ledger.addInput(this.#unpackedBytes, true);
    return ledger;
  }

  /** Amount used and limit of every item. */
  get rows(): LedgerRow[] {
    return NAMES.map((name) => ({ name, used: this.used(name), limit: this.limit(name) }));
  }

  /**
   * Charges an item. Returns the limit that it would exceed, or null if it fits. The comparisons
   * are negated so that NaN exceeds every limit.
   */
  #draw(name: LimitName, count: number): { name: LimitName; found: number } | null {
    const used = this.used(name) + count;
    const memory = this.used("memoryBytes") + count * LIMITS[name].byteLength;
    if (!(used <= this.limit(name))) return { name, found: used };
    if (!(memory <= this.limit("memoryBytes"))) return { name: "memoryBytes", found: memory };
    this.#used.set(name, used);
    if (name !== "memoryBytes") this.#used.set("memoryBytes", memory);
    return null;
  }
}
