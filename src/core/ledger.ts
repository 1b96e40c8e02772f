/** Holds the stages of opening a map to `LIMITS`: each draws what it is about to build, before it does. */

import { FormatError, type FormatName } from "./errors.ts";
import { LIMITS, type LimitName, type Limits } from "./limits.ts";

export interface LedgerRow {
  readonly name: LimitName;
  readonly used: number;
  readonly limit: number;
}

/** An item's name in a sentence: "face edges". */
function toWords(name: LimitName): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

const NAMES = Object.keys(LIMITS) as LimitName[];

export class Ledger {
  readonly #limits: Limits;
  readonly #used = new Map<LimitName, number>();
  #inputBytes = 0;
  /** Those of `#inputBytes` that were unpacked. */
  #unpackedBytes = 0;

  constructor(limits: Limits = {}) {
    this.#limits = limits;
  }

  /** Counts bytes that were read or unpacked: limits grow with them, but that of `unpackedBytes` with the former alone. */
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

  /** Draws for what must be there. Throws FormatError (too-large). `where` as in `FormatErrorDetail`. */
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

  /** Draws for what may be left out: false where it does not fit, and nothing is drawn then. */
  tryTake(name: LimitName, count: number): boolean {
    return this.#draw(name, count) === null;
  }

  /** The same limits with nothing drawn: for the same file once more, in place of what was built. */
  renew(): Ledger {
    const ledger = new Ledger(this.#limits);
    ledger.addInput(this.#inputBytes - this.#unpackedBytes);
    ledger.addInput(this.#unpackedBytes, true);
    return ledger;
  }

  /** What was drawn of each item. */
  get rows(): LedgerRow[] {
    return NAMES.map((name) => ({ name, used: this.used(name), limit: this.limit(name) }));
  }

  /** The item that it would go over, or null when it was drawn. Written so that NaN is over, too. */
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
