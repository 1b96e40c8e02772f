/** The map's areas, and which of them are open to each other when it starts. */

export interface MapAreas {
  /** Area 0 is none. */
  readonly areaCount: number;
  /** Run of portals of each area. Runs may overlap: a walk goes through each area once. */
  readonly firstPortal: Int32Array;
  readonly portalCount: Int32Array;
  /** The area behind each portal. */
  readonly otherArea: Uint32Array;
  /** 1: open. */
  readonly isOpen: Uint8Array;
  /** Of each leaf. */
  readonly leafArea: Int32Array;
}
