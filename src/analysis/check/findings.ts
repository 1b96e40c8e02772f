/** Findings as data: the command prints them and the page lists them. */

/** error: broken for players; warning: probably not intended; note: worth knowing. */
export type Severity = "error" | "warning" | "note";

export const SEVERITIES: readonly Severity[] = ["error", "warning", "note"];

export type Vec3 = readonly [x: number, y: number, z: number];

/** Fault that a rule reports. */
export interface Fault {
  readonly severity: Severity;
  /** One sentence. */
  readonly message: string;
  /** World space, inches. */
  readonly origin?: Vec3;
  /** Radius in inches around `origin` that belongs to the fault. The camera steps back by it. */
  readonly radius?: number;
  /** Direction from `origin` in which a camera should stand, for example a surface normal. */
  readonly normal?: Vec3;
  /** Eye position that sees `origin`. The camera is there, or closer on the line between them. */
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
  /** Consequence of the fault, one sentence. */
  readonly why: string;
  /** World space, inches; `null` if the finding concerns the map as a whole. */
  readonly origin: Vec3 | null;
  /** Camera that sees the place: x, y, z, pitch, yaw, as `visleaf shot --camera` takes it. */
  readonly camera: string | null;
  readonly entity: number | null;
  readonly face: number | null;
  readonly prop: number | null;
  readonly overlay: number | null;
}

/** Rule that has no answer, with the reason. */
export interface Untold {
  readonly rule: string;
  readonly because: string;
}

/** Ends a rule that cannot decide: its data is damaged, or no public source says what is right. */
export class UntoldError extends Error {
  override readonly name = "UntoldError";
}
