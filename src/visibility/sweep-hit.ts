/** What a box that is swept meets first. */

/** Of the last sweep; one object a trace, written anew by each. */
export interface SweepHit {
  /** Of the way, 0 to 1; 1: nothing was met. */
  fraction: number;
  /** Where the box's middle is then. */
  x: number;
  y: number;
  z: number;
  /** Out of what was met; zeros where nothing was, or where the box began in it. */
  normalX: number;
  normalY: number;
  normalZ: number;
  /** Whether the box began in something solid; and whether it never came out of it. */
  startsSolid: boolean;
  isAllSolid: boolean;
  /** `CONTENTS_*` of what was met; of triangles 1, solid. */
  contents: number;
}
