/**
 * Collects problems that do not stop a load: a missing texture, a broken pakfile. Each (code,
 * subject) pair is kept once and counted.
 */

export type WarningCode =
  /** A broken lump or section was left out; the rest is shown. */
  | "damaged-section"
  | "missing-material"
  | "missing-texture"
  | "missing-model"
  /** No file of the manifests defines a particle system. */
  | "missing-particles"
  /** A requested sequence is missing from the model, or broken. */
  | "missing-sequence"
  | "unreadable-material"
  | "unreadable-texture"
  | "unreadable-model"
  | "unreadable-particles"
  | "unsupported-shader"
  | "unsupported-proxy"
  /** A lump of an unsupported kind was left out. */
  | "unsupported-lump"
  /** Something was left out because it exceeds its memory limit. */
  | "over-budget"
  /** A host lacks most requested files or does not answer: it gets no more requests. */
  | "host-given-up"
  /** Something in the map is not drawn. */
  | "not-drawn"
  | "lighting";

export interface Warning {
  readonly code: WarningCode;
  /** Content path or lump name. */
  readonly subject: string;
  /** One line for people to read. */
  message: string;
  /** Number of reports. */
  count: number;
}

export class Diagnostics {
  readonly #byKey = new Map<string, Warning>();

  /** Reports a warning; repeating a (code, subject) pair only raises its count. */
  warn(code: WarningCode, subject: string, message: string): void {
    const key = `${code}\0${subject}`;
    const known = this.#byKey.get(key);
    if (known) known.count++;
    else this.#byKey.set(key, { code, subject, message, count: 1 });
  }

  /** Like `warn`, and replaces the message of earlier reports. */
  amend(code: WarningCode, subject: string, message: string): void {
    this.warn(code, subject, message);
    this.#byKey.get(`${code}\0${subject}`)!.message = message;
  }

  /** All warnings, in the order of their first report. */
  get warnings(): Warning[] {
    return [...this.#byKey.values()];
  }

  /** Subjects reported under a code, in order of their first report. */
  subjects(code: WarningCode): string[] {
    return this.warnings.filter((w) => w.code === code).map((w) => w.subject);
  }
}
