/**
 * What went wrong without stopping anything: a missing texture, a broken pakfile.
 * Each (code, subject) is kept once and counted.
 */

export type WarningCode =
  /** A lump or section was left out because it is broken; the rest is shown. */
  | "damaged-section"
  | "missing-material"
  | "missing-texture"
  | "missing-model"
  /** A model has no sequence that was asked for, or a broken one. */
  | "missing-sequence"
  | "unreadable-material"
  | "unreadable-texture"
  | "unreadable-model"
  | "unsupported-shader"
  | "unsupported-proxy"
  /** A lump is of a kind that is not read; what it holds is left out. */
  | "unsupported-lump"
  /** Something was left out because it would not fit the memory that it may take. */
  | "over-budget"
  /** A host has hardly any of what is looked for, or does not answer: it is not asked any more. */
  | "host-given-up"
  /** There is something in the map that is not drawn. */
  | "not-drawn"
  | "lighting";

export interface Warning {
  readonly code: WarningCode;
  /** What it is about: a content path or a lump name. */
  readonly subject: string;
  /** One line for a person. */
  message: string;
  /** How often it was reported. */
  count: number;
}

export class Diagnostics {
  readonly #byKey = new Map<string, Warning>();

  /** Reports a warning; a repeated (code, subject) only counts up. */
  warn(code: WarningCode, subject: string, message: string): void {
    const key = `${code}\0${subject}`;
    const known = this.#byKey.get(key);
    if (known) known.count++;
    else this.#byKey.set(key, { code, subject, message, count: 1 });
  }

  /** As `warn`, in better words than those that were reported of it before. */
  amend(code: WarningCode, subject: string, message: string): void {
    this.warn(code, subject, message);
    this.#byKey.get(`${code}\0${subject}`)!.message = message;
  }

  /** All warnings in the order of their first report. */
  get warnings(): Warning[] {
    return [...this.#byKey.values()];
  }

  /** The subjects reported under a code, in order. */
  subjects(code: WarningCode): string[] {
    return this.warnings.filter((w) => w.code === code).map((w) => w.subject);
  }
}
