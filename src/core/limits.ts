/**
 * Limits of opening a map, item by item.
 *
 * A range in a file is checked against the bytes that are there, but many records may name the same
 * bytes, so that what is built from them is not bounded by the file's size. Each item has a limit, which
 * `Ledger` enforces for all stages.
 */

export interface Limit {
  /** Allowed whatever the file's size: what the engine itself takes, or more. */
  readonly least: number;
  /** Of larger files, so many for each byte: more than a file of that size holds if nothing is shared. */
  readonly perByte: number;
  /** Memory that each one costs while the map is built; 0 where it is only work. */
  readonly byteLength: number;
}

/** Constants in comments are those of Valve's public bspfile.h. */
export const LIMITS = {
  /** All of it: of the rows below, counts times bytes. */
  memoryBytes: { least: 2 ** 29, perByte: 8, byteLength: 0 },
  /** Of LZMA lumps, for each packed byte. MAX_MAP_LIGHTING and MAX_MAP_VISIBILITY are 2^24 each; real maps pack to a third. */
  unpackedBytes: { least: 2 ** 25, perByte: 8, byteLength: 1 },
  /** MAX_MAP_ENTITIES: 8,192. */
  entities: { least: 2 ** 16, perByte: 0, byteLength: 200 },
  entityPairs: { least: 2 ** 19, perByte: 1 / 64, byteLength: 150 },
  /** MAX_MAP_TEXDATA: 2,048. A vertex has 16 bits for its material. */
  materials: { least: 2 ** 16, perByte: 0, byteLength: 400 },
  /** Bytes of coded PVS rows. */
  visibilityBytes: { least: 2 ** 24, perByte: 2, byteLength: 0 },
  /** Of LDR and HDR faces each. MAX_MAP_SURFEDGES: 512,000. */
  faceEdges: { least: 2 ** 21, perByte: 1 / 2, byteLength: 0 },
  /** Indices of primitives that faces name. MAX_MAP_PRIMINDICES: 65,536. */
  primitiveIndices: { least: 2 ** 20, perByte: 1, byteLength: 0 },
  /** MAX_MAP_LEAFFACES: 65,536. */
  leafFaces: { least: 2 ** 19, perByte: 1 / 2, byteLength: 8 },
  /** MAX_MAP_LEAFBRUSHES: 65,536. */
  leafBrushes: { least: 2 ** 19, perByte: 1 / 2, byteLength: 8 },
  /** MAX_MAP_BRUSHSIDES: 65,536, later 163,840. */
  brushSides: { least: 2 ** 19, perByte: 1 / 4, byteLength: 40 },
  /** Faces and blocks of displacements, once for each entity that shows them. MAX_MAP_FACES: 65,536. */
  surfaces: { least: 2 ** 18, perByte: 1 / 32, byteLength: 100 },
  /** Faces that brush entities show again, by area: 1 for 32 by 32 inches and more. Overdraw, not memory. */
  entityLayers: { least: 2 ** 12, perByte: 0, byteLength: 0 },
  /** MAX_MAP_SURFEDGES is 512,000, MAX_MAP_DISP_VERTS 591,872. */
  vertices: { least: 2 ** 21, perByte: 1 / 4, byteLength: 48 },
  indices: { least: 2 ** 23, perByte: 1, byteLength: 4 },
  /** MAX_MAP_DISP_VERTS: 591,872. */
  displacementVertices: { least: 5 * 2 ** 17, perByte: 1 / 16, byteLength: 100 },
  /** MAX_MAP_LIGHTING is 2^24 bytes, 4 a luxel. */
  luxels: { least: 2 ** 24, perByte: 1 / 2, byteLength: 4 },
  /** An engine's server holds 2,048 entities, or 8,192, of all kinds. */
  sprites: { least: 2 ** 13, perByte: 0, byteLength: 400 },
  /** The same, and each is let hang by some 7,000 turns of springs. */
  ropes: { least: 2 ** 12, perByte: 0, byteLength: 4000 },
  /** From what is drawn to the clusters that see it. */
  clusters: { least: 2 ** 22, perByte: 1, byteLength: 12 },
  /** Edges of faces that decals are clipped by, and faces that are looked at for them. */
  decalEdges: { least: 2 ** 24, perByte: 1, byteLength: 0 },
  /** From props to the leafs that are listed for them. */
  propLeafs: { least: 2 ** 22, perByte: 1, byteLength: 0 },
  /** Leafs looked at, to find the nearest to props that stand in solid. */
  nearestLeafs: { least: 2 ** 27, perByte: 1, byteLength: 0 },
  /** Ambient cubes mixed, one prop after another. */
  ambientSamples: { least: 2 ** 22, perByte: 1, byteLength: 0 },
  /** Lamps and cubemaps looked at, one prop after another. MAX_MAP_WORLDLIGHTS: 8,192. */
  lightTests: { least: 2 ** 27, perByte: 1, byteLength: 0 },
  /** Lists of lamps that are kept, one a cluster. */
  lampLists: { least: 2 ** 23, perByte: 1, byteLength: 4 },
  /** Nodes, brushes, sides and triangles that rays from props to lamps, and along beams of light, meet. */
  rayTests: { least: 2 ** 28, perByte: 4, byteLength: 0 },
  /** Vertices that are posed for the shadows of models, and texels that their triangles are tried against. */
  shadowTexels: { least: 2 ** 26, perByte: 4, byteLength: 0 },
  /** A word for each vertex of each prop that light was stored for, and each texel; three more where it is by direction. */
  bakedWords: { least: 2 ** 24, perByte: 1, byteLength: 4 },
  /** Bones times frames of the sequences that a map's entities play, each of a model once; twice more of what others hang on. */
  trackPoses: { least: 2 ** 20, perByte: 1 / 8, byteLength: 60 },
  /** The same, once for each sequence that is laid over another: a microsecond or two each. */
  poseSteps: { least: 2 ** 21, perByte: 1, byteLength: 0 },
  /** Bones of all entities that play one. An engine's server holds 8,192 entities, of 128 bones at most. */
  posedBones: { least: 2 ** 20, perByte: 0, byteLength: 0 },
  /** Of a map as .bsp.bz2, as an entry of a zip, or in a GMA that is LZMA. */
  packedBytes: { least: 2 ** 26, perByte: 64, byteLength: 1 },
  /** Entries of a zip may share bytes. Deflate of real content comes to 2 to 4 times its size. */
  pakfileBytes: {
    least: 2 ** 27,
    perByte: 16,
    byteLength: 1,
  },
  /** Of all sources. A whole game's textures come to some 2^33. */
  contentBytes: { least: 2 ** 32, perByte: 16, byteLength: 0 },
  /** Of textures that wait for their turn: the files of others are read again then. */
  heldBytes: { least: 2 ** 28, perByte: 4, byteLength: 0 },
  /** Handed over one by one. The textures of a viewer may take 2^30. */
  texelBytes: { least: 2 ** 32, perByte: 16, byteLength: 0 },
  /** Directories of models, for each of their textures. A model of the SDK has 32 textures at most. */
  materialPlaces: {
    least: 2 ** 17,
    perByte: 0,
    byteLength: 300,
  },
  /** Each once. MAX_MAP_TEXDATA and a map's models come to some 2^13 files. */
  contentPaths: { least: 2 ** 16, perByte: 0, byteLength: 300 },
  /** At one host, over four times its hits: of a host with a fifth of what is looked for, none. */
  hostMisses: { least: 500, perByte: 0, byteLength: 0 },
  /** Of VMTs and what they include, each time. Real ones have some 500 bytes. */
  materialBytes: { least: 2 ** 25, perByte: 1, byteLength: 1 },
  /** Bones times frames of a model. A line of a few bytes may hold a bone still through all of them. */
  animationPoses: { least: 2 ** 18, perByte: 16, byteLength: 28 },
  /** Of an exported file: vertices, frames, pictures as PNG. */
  exportBytes: { least: 2 ** 28, perByte: 16, byteLength: 1 },
  /** Texts of a decompiled model: each LOD's triangles, each frame's bones. Of real models at most 46 a byte. */
  sourceBytes: { least: 2 ** 24, perByte: 64, byteLength: 1 },
  /** Bones times frames of a model's sequences that are compiled. An SMD needs a line of some 60 bytes for each that moves. */
  compiledPoses: { least: 2 ** 21, perByte: 1, byteLength: 24 },
  /** Vertices times frames: what the boxes of compiled sequences are measured from, once for each SMD. */
  measuredVertices: { least: 2 ** 26, perByte: 64, byteLength: 0 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Limits in place of those of `LIMITS`, whatever the file's size; `Infinity` is none. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;
