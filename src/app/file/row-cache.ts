/** Rows of a table that were asked for, some at a time: those near what is in view are kept. */

/** Rows of one question. */
const PAGE_ROWS = 128;
/** Pages kept; those that were asked for longest ago go first. */
const MAX_PAGES = 40;

export type Cells = readonly string[];
type Page = readonly Cells[] | "asked";

export class RowCache {
  readonly #read: (first: number, count: number) => Promise<readonly Cells[]>;
  readonly #onRows: () => void;
  readonly #onFault: (error: unknown) => void;
  readonly #pages = new Map<number, Page>();

  /** @param onRows rows have come that `find` had not */
  constructor(
    read: (first: number, count: number) => Promise<readonly Cells[]>,
    onRows: () => void,
    onFault: (error: unknown) => void,
  ) {
    this.#read = read;
    this.#onRows = onRows;
    this.#onFault = onFault;
  }

  /** null: it is not there yet, and is asked for. */
  find(row: number): Cells | null {
    const at = Math.floor(row / PAGE_ROWS);
    const page = this.#pages.get(at);
    if (page === undefined) void this.#ask(at);
    return page === undefined || page === "asked" ? null : (page[row - at * PAGE_ROWS] ?? null);
  }

  async #ask(at: number): Promise<void> {
    this.#pages.set(at, "asked");
    if (this.#pages.size > MAX_PAGES) this.#pages.delete(this.#pages.keys().next().value as number);
    try {
      const rows = await this.#read(at * PAGE_ROWS, PAGE_ROWS);
      // Nobody has scrolled on past it meanwhile.
      if (this.#pages.has(at)) this.#pages.set(at, rows);
      this.#onRows();
    } catch (error) {
      this.#onFault(error);
    }
  }
}
