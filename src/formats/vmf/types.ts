/**
 * A map's source, as written by Hammer: KeyValues of worldspawn, entities, solids and their sides.
 */

export interface Vmf {
  /** `mapversion`, which becomes the compiled map's revision. */
  readonly revision: number;
  readonly world: VmfEntity;
  readonly entities: readonly VmfEntity[];
}

export interface VmfEntity {
  readonly id: number;
  /** Line of the file where the entity begins, from 1. */
  readonly line: number;
  /** Keys in order, including repeated keys; nested blocks are left out. */
  readonly pairs: readonly (readonly [key: string, value: string])[];
  /** Outputs from the block `connections`. */
  readonly connections: readonly (readonly [output: string, target: string])[];
  readonly solids: readonly VmfSolid[];
  /** Returns the first value of a key, case-insensitive. */
  get(key: string): string | undefined;
}

/** A brush: the space behind all of its sides. */
export interface VmfSolid {
  readonly id: number;
  readonly line: number;
  readonly sides: readonly VmfSide[];
}

export interface VmfSide {
  readonly id: number;
  readonly line: number;
  /** 9 numbers: three points of the plane, clockwise seen from the front (outside). */
  readonly points: Float64Array;
  readonly material: string;
  readonly uaxis: TextureAxis;
  readonly vaxis: TextureAxis;
  /** Inches a luxel; 16 if missing. */
  readonly lightmapScale: number;
  readonly smoothingGroups: number;
  readonly dispInfo: VmfDispInfo | null;
}

/** Texture coordinate in texels: dot(axis, point) / scale + shift. */
export interface TextureAxis {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly shift: number;
  readonly scale: number;
}

/** A displacement: (2^power + 1)^2 vertices, row by row. */
export interface VmfDispInfo {
  readonly line: number;
  readonly power: number;
  readonly startPosition: readonly [number, number, number];
  readonly elevation: number;
  readonly subdiv: boolean;
  /** 3 a vertex. */
  readonly normals: Float32Array;
  readonly distances: Float32Array;
  /** 3 a vertex. */
  readonly offsets: Float32Array;
  /** 3 a vertex. */
  readonly offsetNormals: Float32Array;
  /** 0..255. */
  readonly alphas: Float32Array;
}
