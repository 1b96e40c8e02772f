/** What the page and the worker that reads a map's lumps say to each other. */

import type { TableHead } from "../../content/report/lump-pages.ts";
import type { LumpReport } from "../../content/report/read-lump-report.ts";
import type { ErrorData } from "../load/load-protocol.ts";
import type { PostedMap } from "../load/map-source.ts";

/** What may be asked, and what is answered. `slot`: of the lump directory. */
export interface FileQuestions {
  /** The first, once: a worker reads one file. */
  open: { readonly asked: { readonly map: PostedMap }; readonly answer: LumpReport };
  heads: { readonly asked: { readonly slot: number }; readonly answer: readonly TableHead[] };
  rows: { readonly asked: RowRange; readonly answer: readonly (readonly string[])[] };
  bytes: { readonly asked: { readonly slot: number }; readonly answer: Uint8Array<ArrayBuffer> };
}

export interface RowRange {
  readonly slot: number;
  /** Which of the lump's tables. */
  readonly table: number;
  readonly first: number;
  readonly count: number;
}

export type FileQuestion = {
  [K in keyof FileQuestions]: { readonly id: number; readonly what: K } & FileQuestions[K]["asked"];
}[keyof FileQuestions];

export type FileAnswer =
  | { readonly id: number; readonly answer: FileQuestions[keyof FileQuestions]["answer"] }
  | { readonly id: number; readonly error: ErrorData };
