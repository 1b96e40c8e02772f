/** What is read of a `func_areaportalwindow`. */

/**
 * Offsets into `Modulation.fade`: a box in the world, two distances from it in inches, and the
 * least opacity.
 */
export const WINDOW_FADE = { mins: 0, maxs: 3, start: 6, end: 7, least: 8, count: 9 } as const;

export interface AreaWindow {
  /** Row of the window in the map's entities. */
  readonly entity: number;
  readonly target: number;
  /** Row of the background entity; −1 if none. */
  readonly background: number;
  /** The portal's `portalnumber`. */
  readonly portal: number;
  readonly fade: readonly number[];
}
