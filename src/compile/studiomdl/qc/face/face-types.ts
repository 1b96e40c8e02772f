import type { QcVector } from "../qc-vector.ts";

/** `eyeball <name> <bone> x y z <material> <diameter> <degrees> <iris> <pupil>` */
export interface QcEyeball {
  readonly name: string;
  readonly bone: string;
  /** In the space of the SMDs. */
  readonly position: QcVector;
  /** Of the triangles that are it. */
  readonly material: string;
  readonly diameter: number;
  /** Degrees that it looks aside. */
  readonly angle: number;
  /** How large its iris is drawn. */
  readonly pupilScale: number;
  readonly line: number;
}

/** `mouth <row> <movement> <bone> x y z` */
export interface QcMouth {
  readonly row: number;
  /** The flex that opens it. */
  readonly flex: string;
  readonly bone: string;
  readonly forward: QcVector;
  readonly line: number;
}
