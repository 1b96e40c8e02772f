/** First hit of a swept box. */

/** Hit of the last sweep; one object per trace, overwritten by each sweep. */
export interface SweepHit {
  /** Fraction of the sweep before the hit, 0 to 1; 1 if nothing was hit. */
  fraction: number;
  /** Centre of the box at the hit. */
  x: number;
  y: number;
  z: number;
  /** Surface normal at the hit; zeros if nothing was hit or the box started inside. */
  normalX: number;
  normalY: number;
  normalZ: number;
  /** Whether the box started in something solid, and whether it never left it. */
  startsSolid: boolean;
  isAllSolid: boolean;
  /** `CONTENTS_*` of the hit; 1 (solid) for triangles. */
  contents: number;
}
