/** Eyeballs and mouths of a QC. */

import type { QcVector } from "../qc-vector.ts";

/** `eyeball <name> <bone> x y z <material> <diameter> <degrees> <iris> <pupil>` */
export interface QcEyeball {
  readonly name: string;
  readonly bone: string;
  /** Position in SMD space. */
  readonly position: QcVector;
  /** Material of the eyeball's triangles. */
  readonly material: string;
  readonly diameter: number;
  /** Angle of the gaze to the side, in degrees. */
  readonly angle: number;
  /** Scale of the drawn iris. */
  readonly pupilScale: number;
  readonly line: number;
}

/** `mouth <row> <movement> <bone> x y z` */
export interface QcMouth {
  readonly row: number;
  /** Flex that opens the mouth. */
  readonly flex: string;
  readonly bone: string;
  readonly forward: QcVector;
  readonly line: number;
}
