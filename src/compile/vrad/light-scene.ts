/**
 * Everything that light is computed from and into, as columns. Threads share it: see `job-pool.ts`.
 */

import type { PatchTable } from "./bounce/patch-table.ts";
import type { CellTable } from "./faces/cell-table.ts";
import type { FaceTable } from "./faces/face-table.ts";
import type { LightTable } from "./lights/lights.ts";
import type { RayScene } from "./rays/ray-scene.ts";

/** The part of the BSP tree that tells where a point is. */
export interface PlaceTree {
  readonly nodeCount: number;
  /** 4 a node: normal and distance. */
  readonly nodePlane: Float32Array;
  readonly nodeChildren: Int32Array;
  readonly leafCluster: Int32Array;
  readonly leafArea: Int32Array;
}

/** The light of each (face, style): room for every style that may reach the face. */
export interface SlotTable {
  /** The face's first slot; one more at the end. */
  readonly firstSlot: Int32Array;
  readonly style: Int32Array;
  /** Where the slot's values begin; one more at the end. */
  readonly firstValue: Int32Array;
  /** For each normal (flat, or flat and three of the bump basis), for each cell: RGB. */
  readonly values: Float32Array;
}

/** Convex outlines of flat faces in luxels. */
export interface OutlineTable {
  readonly firstCorner: Int32Array;
  /** 2 a corner. */
  readonly corners: Float32Array;
}

/** 3D skyboxes throw shadows on the world too. 4 a camera: its place, and world inches to its. */
export interface SkyCameras {
  readonly count: number;
  readonly values: Float32Array;
  /** 1 for areas that are themselves inside a skybox. */
  readonly areaIsSkybox: Uint8Array;
}

/** Points in space lit from all sides (leafs' ambient light) or one (vertices of props). */
export interface PointTable {
  readonly count: number;
  readonly position: Float32Array;
  /** 3 a point, empty for ambient cubes. */
  readonly normal: Float32Array;
  /** What comes out: RGB, or six of them for +x -x +y -y +z -z. */
  readonly light: Float32Array;
}

export interface LightScene {
  readonly rays: RayScene;
  readonly tree: PlaceTree;
  readonly skyCameras: SkyCameras;
  readonly faces: FaceTable;
  /** 1 a face: all its normals are the plane's. */
  readonly faceIsFlat: Uint8Array;
  readonly outlines: OutlineTable;
  readonly cells: CellTable;
  readonly lights: LightTable;
  /** Words of a light's row of clusters that it may reach; 0: no visibility, it may reach all. */
  readonly lightPvsWords: number;
  readonly lightPvs: Uint32Array;
  readonly sunSpread: number;
  readonly slots: SlotTable;
  readonly patches: PatchTable;
  /** Directions over the whole sphere, 3 each, for the light of the sky. */
  readonly skyDirections: Float32Array;
  /** Directions over a hemisphere around +z, 3 each, for bounced light. */
  readonly bounceDirections: Float32Array;
  /** Directions over the whole sphere, 3 each, for ambient cubes and props. */
  readonly pointDirections: Float32Array;
  readonly ambientPoints: PointTable;
  readonly propPoints: PointTable;
  /** No supersampling, few rays to the sun. */
  readonly fast: boolean;
}
