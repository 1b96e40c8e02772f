/** What lighting needs of a static prop's model. */

export interface VradPropModel {
  /** 3 a vertex, in the model's space. */
  readonly positions: Float32Array;
  /** 3 a vertex, unit length. */
  readonly normals: Float32Array;
  /** Triangles of LOD 0: what casts its shadow. */
  readonly indices: Uint32Array;
  /** Of the MDL: the lighting file repeats it. */
  readonly checksum: number;
  /** The strip groups in the order of the VTX, all LODs: what the lighting file is made of. */
  readonly groups: readonly PropModelGroup[];
}

export interface PropModelGroup {
  readonly lod: number;
  /** The row of `positions` of each of the group's vertices. */
  readonly vertices: Uint32Array;
}

/** By name as the map has it (`models/x.mdl`); null where there is no such model. */
export type FindPropModel = (name: string) => VradPropModel | null;
