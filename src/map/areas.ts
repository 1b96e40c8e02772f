/**
 * Area-portal windows: portals that close with distance from the camera and are drawn solid then.
 */
export interface AreaWindows {
  readonly count: number;
  /** 6 a window, inches: mins and maxs of its visible surface. */
  readonly box: Float32Array;
  /** Distance of the camera from the box at which the window closes, in inches. */
  readonly closeDistance: Float32Array;
  /** Window of each portal; −1 if it has none. */
  readonly ofPortal: Int32Array;
}

/** The map's areas, and which of them are open to each other when the map starts. */

export interface MapAreas {
  /** Number of areas. Area 0 is unused. */
  readonly areaCount: number;
  /** Run of portals of each area. Runs may overlap: a walk goes through each area once. */
  readonly firstPortal: Int32Array;
  readonly portalCount: Int32Array;
  /** Area behind each portal. */
  readonly otherArea: Uint32Array;
  /** `portalnumber` of each portal's entity. */
  readonly portalKey: Uint32Array;
  /** 1 if the portal is open when the map starts. A portal with a window is open only near the camera. */
  readonly isOpen: Uint8Array;
  /** `null` if no portal has a window. */
  readonly windows: AreaWindows | null;
  /** Area of each leaf. */
  readonly leafArea: Int32Array;
}
