/** What is read of a `func_areaportalwindow`. */

/** Places in a `Modulation.fade`: a box in the world, then inches from it, then the least opacity. */
export const WINDOW_FADE = { mins: 0, maxs: 3, start: 6, end: 7, least: 8, count: 9 } as const;

export interface AreaWindow {
  /** Rows of the map's entities. */
  readonly entity: number;
  readonly target: number;
  /** -1: it has none. */
  readonly background: number;
  /** The portal's `portalnumber`. */
  readonly portal: number;
  readonly fade: readonly number[];
}
