/**
 * Limits of opening a map, item by item.
 *
 * Ranges in a file are checked against its length. But many records may name the same bytes, so the
 * data built from them is not bounded by the file's size. Each item therefore has a limit, which
 * `Ledger` enforces in all stages.
 */

export interface Limit {
  /** Amount allowed for a file of any size: the engine's own limit, or more. */
  readonly least: number;
  /**
   * Amount allowed for each byte of a larger file: more than the file can hold if no bytes are
   * shared.
   */
  readonly perByte: number;
  /** Bytes of memory that each item costs while the map is built; 0 if it costs only time. */
  readonly byteLength: number;
}

/** Constants named in comments are from Valve's public bspfile.h. */
export const LIMITS = {
  /** Total memory: the sum of count times `byteLength` over the rows below. */
  memoryBytes: { least: 2 ** 29, perByte: 8, byteLength: 0 },
  /**
   * Bytes unpacked from LZMA lumps. MAX_MAP_LIGHTING and MAX_MAP_VISIBILITY are 2^24 each; real
   * maps pack to a third.
   */
  unpackedBytes: { least: 2 ** 25, perByte: 8, byteLength: 1 },
  /** MAX_MAP_ENTITIES: 8,192. */
  entities: { least: 2 ** 16, perByte: 0, byteLength: 200 },
  entityPairs: { least: 2 ** 19, perByte: 1 / 64, byteLength: 150 },
  /** MAX_MAP_TEXDATA: 2,048. A vertex has 16 bits for its material. */
  materials: { least: 2 ** 16, perByte: 0, byteLength: 400 },
  /** Bytes of compressed PVS rows. */
  visibilityBytes: { least: 2 ** 24, perByte: 2, byteLength: 0 },
  /** Face edges, for LDR and HDR faces each. MAX_MAP_SURFEDGES: 512,000. */
  faceEdges: { least: 2 ** 21, perByte: 1 / 2, byteLength: 0 },
  /** Primitive indices that faces use. MAX_MAP_PRIMINDICES: 65,536. */
  primitiveIndices: { least: 2 ** 20, perByte: 1, byteLength: 0 },
  /** MAX_MAP_LEAFFACES: 65,536. */
  leafFaces: { least: 2 ** 19, perByte: 1 / 2, byteLength: 8 },
  /** MAX_MAP_LEAFBRUSHES: 65,536. */
  leafBrushes: { least: 2 ** 19, perByte: 1 / 2, byteLength: 8 },
  /** MAX_MAP_BRUSHSIDES: 65,536, later 163,840. */
  brushSides: { least: 2 ** 19, perByte: 1 / 4, byteLength: 40 },
  /** Faces and displacement blocks, once for each entity that shows them. MAX_MAP_FACES: 65,536. */
  surfaces: { least: 2 ** 18, perByte: 1 / 32, byteLength: 100 },
  /**
   * Faces that brush entities show again. Each counts by its area, up to 1 from 32 by 32 inches on.
   * Limits overdraw, not memory.
   */
  entityLayers: { least: 2 ** 12, perByte: 0, byteLength: 0 },
  /** MAX_MAP_SURFEDGES is 512,000, MAX_MAP_DISP_VERTS 591,872. */
  vertices: { least: 2 ** 21, perByte: 1 / 4, byteLength: 48 },
  indices: { least: 2 ** 23, perByte: 1, byteLength: 4 },
  /** MAX_MAP_DISP_VERTS: 591,872. */
  displacementVertices: { least: 5 * 2 ** 17, perByte: 1 / 16, byteLength: 100 },
  /** MAX_MAP_LIGHTING is 2^24 bytes, 4 a luxel. */
  luxels: { least: 2 ** 24, perByte: 1 / 2, byteLength: 4 },
  /** Sprites. An engine's server holds 2,048 entities of all kinds, or 8,192. */
  sprites: { least: 2 ** 13, perByte: 0, byteLength: 400 },
  /** Particles that can live at once, of all effects of a map. */
  particles: { least: 2 ** 18, perByte: 0, byteLength: 60 },
  /** Ropes. Entity limits as for sprites; each rope settles in some 7,000 spring steps. */
  ropes: { least: 2 ** 12, perByte: 0, byteLength: 4000 },
  /** Links from drawn objects to the clusters that see them. */
  clusters: { least: 2 ** 22, perByte: 1, byteLength: 12 },
  /** Face edges that decals are clipped against, and faces tested for decals. */
  decalEdges: { least: 2 ** 24, perByte: 1, byteLength: 0 },
  /** Links from props to their leafs. */
  propLeafs: { least: 2 ** 22, perByte: 1, byteLength: 0 },
  /** Leafs tested in the search for the leaf nearest to a prop in solid space. */
  nearestLeafs: { least: 2 ** 27, perByte: 1, byteLength: 0 },
  /** Ambient cubes mixed, summed over all props. */
  ambientSamples: { least: 2 ** 22, perByte: 1, byteLength: 0 },
  /** Lights and cubemaps tested, summed over all props. MAX_MAP_WORLDLIGHTS: 8,192. */
  lightTests: { least: 2 ** 27, perByte: 1, byteLength: 0 },
  /** Entries of the light lists kept for each cluster. */
  lampLists: { least: 2 ** 23, perByte: 1, byteLength: 4 },
  /**
   * Nodes, brushes, brush sides and triangles tested by rays from props to lights and along light
   * beams.
   */
  rayTests: { least: 2 ** 28, perByte: 4, byteLength: 0 },
  /** Vertices posed for model shadows, and texels tested against their triangles. */
  shadowTexels: { least: 2 ** 26, perByte: 4, byteLength: 0 },
  /**
   * Words of baked prop light: one for each vertex and each texel; three more if it is directional.
   */
  bakedWords: { least: 2 ** 24, perByte: 1, byteLength: 4 },
  /**
   * Bones times frames of the sequences that a map's entities play, once for each model. Models
   * that other entities are attached to count three times.
   */
  trackPoses: { least: 2 ** 20, perByte: 1 / 8, byteLength: 60 },
  /** Bones times frames again, for each sequence layered over another; 1 to 2 microseconds each. */
  poseSteps: { least: 2 ** 21, perByte: 1, byteLength: 0 },
  /**
   * Bones of all entities that play a sequence. An engine's server holds 8,192 entities, with 128
   * bones at most.
   */
  posedBones: { least: 2 ** 20, perByte: 0, byteLength: 0 },
  /** Unpacked bytes of a map in a .bsp.bz2, in a zip entry or in an LZMA-packed GMA. */
  packedBytes: { least: 2 ** 26, perByte: 64, byteLength: 1 },
  /**
   * Unpacked bytes of pakfile entries, which may share bytes. Deflated real content unpacks to 2 to
   * 4 times its size.
   */
  pakfileBytes: {
    least: 2 ** 27,
    perByte: 16,
    byteLength: 1,
  },
  /** Bytes of content read from all sources. All textures of a game come to some 2^33. */
  contentBytes: { least: 2 ** 32, perByte: 16, byteLength: 0 },
  /**
   * Bytes of queued textures that are kept in memory. Textures beyond this are read again when
   * their turn comes.
   */
  heldBytes: { least: 2 ** 28, perByte: 4, byteLength: 0 },
  /** Bytes of texels, handed over one texture at a time. The textures of a viewer may take 2^30. */
  texelBytes: { least: 2 ** 32, perByte: 16, byteLength: 0 },
  /**
   * Directories searched for each texture of a model. Models built with the SDK have 32 textures at
   * most.
   */
  materialPlaces: {
    least: 2 ** 17,
    perByte: 0,
    byteLength: 300,
  },
  /** Distinct content paths. MAX_MAP_TEXDATA and a map's models come to some 2^13 files. */
  contentPaths: { least: 2 ** 16, perByte: 0, byteLength: 300 },
  /**
   * Misses at one host, beyond four times its hits: a host with a fifth of the requested files is
   * never given up.
   */
  hostMisses: { least: 500, perByte: 0, byteLength: 0 },
  /** Bytes of VMTs and their includes, counted on each read. Real ones have some 500 bytes. */
  materialBytes: { least: 2 ** 25, perByte: 1, byteLength: 1 },
  /** Bones times frames of a model. A few bytes can hold a bone still through all frames. */
  animationPoses: { least: 2 ** 18, perByte: 16, byteLength: 28 },
  /** Bytes of an exported file: vertices, frames, pictures as PNG. */
  exportBytes: { least: 2 ** 28, perByte: 16, byteLength: 1 },
  /**
   * Bytes of a decompiled model's text: triangles of each LOD, bones of each frame. At most 46 per
   * byte in real models.
   */
  sourceBytes: { least: 2 ** 24, perByte: 64, byteLength: 1 },
  /**
   * Bones times frames of a model's compiled sequences. An SMD needs a line of some 60 bytes for
   * each bone that moves.
   */
  compiledPoses: { least: 2 ** 21, perByte: 1, byteLength: 24 },
  /** Vertices times frames measured for the boxes of compiled sequences, once for each SMD. */
  measuredVertices: { least: 2 ** 26, perByte: 64, byteLength: 0 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Limits that replace those of `LIMITS`, for files of any size; `Infinity` for no limit. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;
