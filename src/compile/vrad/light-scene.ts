/** Inputs and outputs of lighting, as columns that threads share (see `job-pool.ts`). */

import type { CellTable } from "./faces/cell-table.ts";
import type { FaceTable } from "./faces/face-table.ts";
import type { LightTable } from "./lights.ts";
import type { PatchTable } from "./patch-table.ts";
import type { RayScene } from "./rays/ray-scene.ts";

/** Part of the BSP tree that locates a point. */
export interface PlaceTree {
  readonly nodeCount: number;
  /** 4 a node: normal and distance. */
  readonly nodePlane: Float32Array;
  readonly nodeChildren: Int32Array;
  readonly leafCluster: Int32Array;
  readonly leafArea: Int32Array;
}

/** Places for the light of each (face, style) pair, for every style that may reach the face. */
export interface SlotTable {
  /** First slot of each face; one more at the end. */
  readonly firstSlot: Int32Array;
  readonly style: Int32Array;
  /** First value of each slot in `SideTable.cells`; one more at the end. */
  readonly firstValue: Int32Array;
}

/**
 * Intensities of the lights and the resulting light, for LDR or HDR. Everything else, such as
 * visibility, is the same for both.
 */
export interface SideTable {
  /** 3 a light: linear RGB. */
  readonly intensity: Float32Array;
  /** By slot: RGB for each normal (flat, or flat and three of the bump basis) and each cell. */
  readonly cells: Float32Array;
  /** 3 a patch: total light sent, for rays from other points. */
  readonly radiosity: Float32Array;
  /** 18 an ambient point: RGB for +x -x +y -y +z -z. */
  readonly ambient: Float32Array;
  /** 3 a prop point. */
  readonly props: Float32Array;
}

/** Convex outlines of flat faces in luxels. */
export interface OutlineTable {
  readonly firstCorner: Int32Array;
  /** 2 a corner. */
  readonly corners: Float32Array;
}

/**
 * 3D skyboxes, which cast shadows on the world, too. 4 a camera: origin, and world inches per
 * skybox inch.
 */
export interface SkyCameras {
  readonly count: number;
  readonly values: Float32Array;
  /** 1 for areas inside a skybox. */
  readonly areaIsSkybox: Uint8Array;
}

/** Points in space that are lit from all sides (leaf ambient light) or one side (prop vertices). */
export interface PointTable {
  readonly count: number;
  readonly position: Float32Array;
  /** 3 a point; empty for ambient cubes. */
  readonly normal: Float32Array;
}

export interface LightScene {
  readonly rays: RayScene;
  readonly tree: PlaceTree;
  readonly skyCameras: SkyCameras;
  readonly faces: FaceTable;
  /** 1 for faces whose normals all equal the plane's. */
  readonly faceIsFlat: Uint8Array;
  readonly outlines: OutlineTable;
  readonly cells: CellTable;
  readonly lights: LightTable;
  /**
   * Words per row of `lightPvs`; 0 if there is no visibility, so that lights may reach all
   * clusters.
   */
  readonly lightPvsWords: number;
  readonly lightPvs: Uint32Array;
  readonly sunSpread: number;
  readonly slots: SlotTable;
  readonly patches: PatchTable;
  /** Directions over the whole sphere, 3 each, for sky light. */
  readonly skyDirections: Float32Array;
  /** Directions over a hemisphere around +z, 3 each, for bounced light. */
  readonly bounceDirections: Float32Array;
  /** Directions over the whole sphere, 3 each, for ambient cubes and props. */
  readonly pointDirections: Float32Array;
  readonly ambientPoints: PointTable;
  readonly propPoints: PointTable;
  /** LDR, then HDR if any light has another color there. */
  readonly sides: readonly SideTable[];
  /** True for no supersampling and few rays to the sun. */
  readonly fast: boolean;
}
