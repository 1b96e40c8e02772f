/** What is wrong with a map, as data: the command prints it, the page lists it. */

/** error: broken for who plays it; warning: probably not meant; note: worth knowing. */
export type Severity = "error" | "warning" | "note";

export const SEVERITIES: readonly Severity[] = ["error", "warning", "note"];

export type Vec3 = readonly [x: number, y: number, z: number];

/** What a rule says. */
export interface Fault {
  readonly severity: Severity;
  /** One sentence. */
  readonly message: string;
  /** World space, inches. */
  readonly origin?: Vec3;
  /** Inches around `origin` that belong to it: how far a camera steps back. */
  readonly radius?: number;
  /** Where a camera should stand, as seen from `origin`: the way a surface looks. */
  readonly normal?: Vec3;
  /** Where somebody stands who sees `origin`: the camera is there, or nearer on the way. */
  readonly eye?: Vec3;
  /** Row of the entity lump. */
  readonly entity?: number;
  /** Row of the faces. */
  readonly face?: number;
  /** Row of the static props. */
  readonly prop?: number;
  /** Row of the overlays. */
  readonly overlay?: number;
}

export interface Finding {
  /** Name of the rule: a section of docs/check.md. */
  readonly rule: string;
  readonly severity: Severity;
  /** One sentence. */
  readonly message: string;
  /** What comes of it, one sentence. */
  readonly why: string;
  /** null: it is of the map as a whole. World space, inches. */
  readonly origin: Vec3 | null;
  /** From where it is seen: x, y, z, pitch, yaw, as `visleaf shot --camera` takes it. */
  readonly camera: string | null;
  readonly entity: number | null;
  readonly face: number | null;
  readonly prop: number | null;
  readonly overlay: number | null;
}

/** A rule that has no answer, and why. */
export interface Untold {
  readonly rule: string;
  readonly because: string;
}

/** Ends a rule that cannot tell: what it needs is damaged, or nothing public says what is right. */
export class UntoldError extends Error {
  override readonly name = "UntoldError";
}
