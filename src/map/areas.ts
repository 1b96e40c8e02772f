/** Portals that are closed from afar: the windows that they are seen through are solid there. */
export interface AreaWindows {
  readonly count: number;
  /** 6 a window, inches: mins and maxs of what is seen of it. */
  readonly box: Float32Array;
  /** Inches from the box at which it is closed. */
  readonly closeDistance: Float32Array;
  /** Window of each portal; -1: none. */
  readonly ofPortal: Int32Array;
}

/** The map's areas, and which of them are open to each other when it starts. */

export interface MapAreas {
  /** Area 0 is none. */
  readonly areaCount: number;
  /** Run of portals of each area. Runs may overlap: a walk goes through each area once. */
  readonly firstPortal: Int32Array;
  readonly portalCount: Int32Array;
  /** The area behind each portal. */
  readonly otherArea: Uint32Array;
  /** 1: open, and open from near by where it has a window. */
  readonly isOpen: Uint8Array;
  /** null: no portal has a window. */
  readonly windows: AreaWindows | null;
  /** Of each leaf. */
  readonly leafArea: Int32Array;
}
