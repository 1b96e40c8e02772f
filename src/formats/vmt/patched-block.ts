import type { KeyValuesNode } from "../keyvalues/types.ts";

type Value = string | readonly KeyValuesNode[] | PatchedBlock;

/**
 * A list of pairs while changes are laid on it. It is copied and indexed once, however many blocks of
 * changes there are, so that the work is that of reading them.
 */
export class PatchedBlock {
  readonly #keys: string[] = [];
  readonly #values: Value[] = [];
  /** Of pairs with one name the last, as it is the one that counts. */
  readonly #rowByName = new Map<string, number>();

  constructor(nodes: readonly KeyValuesNode[]) {
    for (const { key, value } of nodes) this.#add(key, value);
  }

  /** Sets pairs, with `onlyExisting` those that are there; blocks are merged pair by pair. */
  merge(changes: readonly KeyValuesNode[], onlyExisting: boolean): void {
    for (const { key, value } of changes) {
      const row = this.#rowByName.get(nameOf(key));
      if (row === undefined) {
        if (!onlyExisting) this.#add(key, value);
        continue;
      }
      const old = this.#values[row];
      if (typeof old === "string" || typeof value === "string") {
        this.#values[row] = value;
        continue;
      }
      const block = old instanceof PatchedBlock ? old : new PatchedBlock(old);
      block.merge(value, onlyExisting);
      this.#values[row] = block;
    }
  }

  /** The pairs as they are now. Nesting is bounded by the parser. */
  finish(): KeyValuesNode[] {
    return this.#keys.map((key, row) => {
      const value = this.#values[row];
      return { key, value: value instanceof PatchedBlock ? value.finish() : value };
    });
  }

  #add(key: string, value: Value): void {
    this.#rowByName.set(nameOf(key), this.#keys.push(key) - 1);
    this.#values.push(value);
  }
}

function nameOf(key: string): string {
  return key.trim().toLowerCase();
}
