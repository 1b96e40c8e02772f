/**
 * A parsed map: one table of typed columns for each lump, in the newest form of its records.
 *
 * Units and space are the file's: inches, Z up, right-handed. A column belongs to a row of its
 * table; a column with k values a row is `count * k` long, row-major. The parser has checked every
 * index from one table into another, so code that uses the tables need not. Sources of the layouts:
 * Valve's public `bspfile.h` and `gamebspfile.h`.
 */

export type Endian = "little" | "big";
/** `lump_t` is {fileofs, filelen, version, fourCC}, but Left 4 Dead 2 puts the version first. */
export type HeaderOrder = "standard" | "left4dead2";

/**
 * Dialect of a file's records, named after the game that introduced it. `standard` is the one of
 * Valve's public headers.
 */
export type DialectName =
  | "standard"
  | "hl2-beta-17"
  | "hl2-beta-18"
  | "vampire"
  | "vindictus"
  | "dark-messiah"
  | "dota2-22"
  | "dota2-23";

/** One entry of the lump directory: its header fields and the outcome of reading it. */
export interface LumpEntry {
  readonly index: number;
  /** Name in `bspfile.h`, for example `LUMP_FACES`. */
  readonly name: string;
  readonly offset: number;
  /** Size in the file in bytes. */
  readonly length: number;
  readonly version: number;
  readonly compressed: boolean;
  /** Number of records read; −1 if the lump is not read. */
  readonly records: number;
  /** Size of one record in bytes; 0 if the lump is not an array of records. */
  readonly recordBytes: number;
  /** Reason why an existing lump was left out: damaged, or unsupported. */
  readonly problem?: string;
}

export interface Planes {
  readonly count: number;
  /** 3 a plane, unit length. */
  readonly normal: Float32Array;
  readonly dist: Float32Array;
  readonly type: Int32Array;
}

export interface Vertexes {
  readonly count: number;
  /** 3 a vertex. */
  readonly position: Float32Array;
}

export interface TexDatas {
  readonly count: number;
  /** 3 a texdata, linear RGB 0..1: mean colour of the base texture, computed by vbsp. */
  readonly reflectivity: Float32Array;
  readonly width: Int32Array;
  readonly height: Int32Array;
  /** Material names as stored in the string table, without `materials/` and `.vmt`. */
  readonly name: readonly string[];
}

export interface TexInfos {
  readonly count: number;
  /** 8 a texinfo: [s.xyz, s.offset, t.xyz, t.offset], texels per inch. */
  readonly textureVecs: Float32Array;
  /** 8 a texinfo, the same for luxels. */
  readonly lightmapVecs: Float32Array;
  /** `SURF_*` bits of `bspflags.h`. */
  readonly flags: Uint32Array;
  /** −1 if the texinfo names no texdata. Such faces are tool surfaces. */
  readonly texdata: Int32Array;
}

export interface Faces {
  readonly count: number;
  /** Plane of the face. The face faces along its normal. */
  readonly plane: Uint32Array;
  /** 1 if the plane is the second of its pair, so that the face faces against its node's plane. */
  readonly side: Uint8Array;
  readonly firstEdge: Uint32Array;
  /** At least 3 in an intact map. Fewer are accepted: such a face has no triangles. */
  readonly edgeCount: Uint32Array;
  /** −1 if none. */
  readonly texinfo: Int32Array;
  /** −1 if the face is not a displacement. */
  readonly dispInfo: Int32Array;
  /** 4 a face, used slots first; 255 for an unused slot. */
  readonly styles: Uint8Array;
  /**
   * Byte offset of style 0's first sample in this side's lighting lump; −1 if unlit. All samples
   * (styles x 1 or 4 if bumped x luxels) and the averages before them are within the lump. In
   * dialects of versions 17 and 18 the averages are in the face. Later branches (CS:GO, version 25)
   * store more bytes for each luxel after the samples, which are not read.
   */
  readonly lightOffset: Int32Array;
  readonly area: Float32Array;
  /** 2 a face: luxel coordinate of the lightmap's first column and row. */
  readonly lightmapMins: Int32Array;
  /** 2 a face, as stored: luxels minus one. Checked to be 0..510 if the face is lit. */
  readonly lightmapSize: Int32Array;
  readonly origFace: Int32Array;
  readonly firstPrimitive: Uint32Array;
  readonly primitiveCount: Uint32Array;
  readonly smoothingGroups: Uint32Array;
}

export interface Nodes {
  readonly count: number;
  readonly plane: Uint32Array;
  /** 2 a node: front, back. A negative child is leaf −1 − child. Checked to be free of cycles. */
  readonly children: Int32Array;
  /** 3 a node, inches. */
  readonly mins: Float32Array;
  readonly maxs: Float32Array;
  readonly firstFace: Uint32Array;
  readonly faceCount: Uint32Array;
}

export interface Leafs {
  readonly count: number;
  /** `CONTENTS_*` bits. */
  readonly contents: Int32Array;
  /** −1 if the leaf is solid or outside the map. */
  readonly cluster: Int32Array;
  readonly area: Int32Array;
  /** `LEAF_FLAGS_*`: 1 sky, 2 radial, 4 2D sky. */
  readonly flags: Uint8Array;
  readonly mins: Float32Array;
  readonly maxs: Float32Array;
  readonly firstLeafFace: Uint32Array;
  readonly leafFaceCount: Uint32Array;
  readonly firstLeafBrush: Uint32Array;
  readonly leafBrushCount: Uint32Array;
  /** −1 if the leaf is not in water. */
  readonly leafWaterData: Int32Array;
}

export interface Models {
  readonly count: number;
  readonly mins: Float32Array;
  readonly maxs: Float32Array;
  readonly origin: Float32Array;
  readonly headNode: Int32Array;
  readonly firstFace: Uint32Array;
  readonly faceCount: Uint32Array;
}

/** Visibility in run-length coded rows, as stored. `visibility/` decodes them. */
export interface Visibility {
  readonly clusterCount: number;
  /** Byte offset of each cluster's PVS row from the lump's start. */
  readonly pvsOffset: Uint32Array;
  readonly pasOffset: Uint32Array;
  /** The whole lump, including its header. */
  readonly bytes: Uint8Array;
}

export interface DispInfos {
  readonly count: number;
  /** 3 a displacement: the corner of its face where the grid starts. */
  readonly startPosition: Float32Array;
  readonly firstVert: Uint32Array;
  readonly firstTri: Uint32Array;
  /** 2, 3 or 4: the grid has (2^power + 1)^2 vertices. */
  readonly power: Int32Array;
  readonly minTess: Int32Array;
  readonly smoothingAngle: Float32Array;
  readonly contents: Int32Array;
  readonly mapFace: Uint32Array;
  /**
   * 10 words a displacement: bits of the grid vertices that may be used next to coarser neighbours.
   */
  readonly allowedVerts: Uint32Array;
}

export interface DispVerts {
  readonly count: number;
  /** 3 a vertex, unit length. */
  readonly vector: Float32Array;
  readonly dist: Float32Array;
  /** 0..255. */
  readonly alpha: Float32Array;
}

/** Blends of displacements with four textures (`CDispMultiBlend`). */
export interface DispBlends {
  /** First vertex of each displacement in `values`; −1 if it has no blends. */
  readonly firstVert: Int32Array;
  /** 20 a vertex, 0..1: weight of each texture, 4 alphas, 4 linear colours (r, g, b). */
  readonly values: Float32Array;
}

export interface DispTris {
  readonly count: number;
  /** `DISPTRI_*` bits. */
  readonly tags: Uint16Array;
}

/** Triangulations that close T-junctions. `index` values count from the face's first edge. */
export interface Primitives {
  readonly count: number;
  /** 0 for a triangle list, 1 for a triangle strip. */
  readonly type: Uint8Array;
  readonly firstIndex: Uint32Array;
  readonly indexCount: Uint32Array;
  readonly firstVert: Uint32Array;
  readonly vertCount: Uint32Array;
  readonly indices: Uint16Array;
  /** 3 a vertex. */
  readonly verts: Float32Array;
}

/**
 * Data that LDR and HDR store separately. The face columns belong to the lighting of the same side.
 */
export interface LightSide {
  readonly faces: Faces;
  /** ColorRGBExp32 samples and averages, as stored. */
  readonly lighting: Uint8Array;
  /** `null` if the map has no ambient light for this side. */
  readonly ambient: LeafAmbient | null;
  /** `null` if the map has no lights for this side, or they were not read yet. */
  readonly worldLights: WorldLights | null;
}

/**
 * `dworldlight_t`: the map's lamps, its emissive faces and its sun. Every number is finite, and
 * types and styles are in range.
 */
export interface WorldLights {
  readonly count: number;
  /** 3 a light. */
  readonly origin: Float32Array;
  /** 3 a light, linear RGB: intensity at attenuation 1, where 1 is full light. */
  readonly intensity: Float32Array;
  /** 3 a light: direction. */
  readonly normal: Float32Array;
  /** −1 if the light is in solid. */
  readonly cluster: Int32Array;
  /** `EMIT_*`, 0 to 5. */
  readonly type: Int32Array;
  /** 0 to 255. */
  readonly style: Int32Array;
  /** Cosines of a spot's inner and outer cone. */
  readonly stopdot: Float32Array;
  readonly stopdot2: Float32Array;
  readonly exponent: Float32Array;
  /** Inches; 0 if unlimited. */
  readonly radius: Float32Array;
  readonly constantAttn: Float32Array;
  readonly linearAttn: Float32Array;
  readonly quadraticAttn: Float32Array;
  /** `DWL_FLAGS_*`: 1 if already part of the leafs' ambient cubes. */
  readonly flags: Int32Array;
}

/** Ambient cubes. Each leaf has a run of samples. */
export interface LeafAmbient {
  /** Run of samples of each leaf. */
  readonly firstSample: Uint32Array;
  readonly sampleCount: Uint32Array;
  readonly count: number;
  /** 24 bytes a sample: six ColorRGBExp32 for +x -x +y -y +z -z. */
  readonly cube: Uint8Array;
  /** 3 a sample: position in the leaf's box, in 1/255 of its extent. */
  readonly position: Uint8Array;
}

export interface StaticProps {
  readonly version: number;
  readonly recordBytes: number;
  /** Paths as stored: `models/props_c17/oildrum001.mdl`. */
  readonly modelName: readonly string[];
  /** Leafs that props touch. Each prop has a run of them. */
  readonly leaf: Uint32Array;
  readonly count: number;
  readonly origin: Float32Array;
  /** 3 a prop, degrees: pitch, yaw, roll. */
  readonly angles: Float32Array;
  readonly model: Uint32Array;
  readonly firstLeaf: Uint32Array;
  readonly leafCount: Uint32Array;
  readonly solid: Uint8Array;
  readonly flags: Uint32Array;
  readonly skin: Int32Array;
  readonly fadeMinDist: Float32Array;
  readonly fadeMaxDist: Float32Array;
  /**
   * 3 a prop: point that its light is sampled at, if `flags` has STATIC_PROP_USE_LIGHTING_ORIGIN
   * (2).
   */
  readonly lightingOrigin: Float32Array;
  readonly forcedFadeScale: Float32Array;
  /** 2 a prop: minimum and maximum DirectX level (90) it is drawn at; 0 for any. */
  readonly dxLevels: Uint16Array;
  /** 4 a prop: minimum and maximum level of the CPU, then of the GPU, counted from 1; 0 for any. */
  readonly systemLevels: Uint8Array;
  /**
   * 4 a prop: RGBA 0..255. All 255 if the record has no colour, or only the number of one that the
   * game sets.
   */
  readonly diffuseModulation: Uint8Array;
  /** 1 if the record has no scale. */
  readonly uniformScale: Float32Array;
}

/** Sprites of detail props, 2 values a row in each column. */
export interface DetailSprites {
  /** Corners relative to the prop's origin, inches: right, up. */
  readonly upperLeft: Float32Array;
  readonly lowerRight: Float32Array;
  readonly texUpperLeft: Float32Array;
  readonly texLowerRight: Float32Array;
}

export interface DetailObjects {
  readonly origin: Float32Array;
  /** Degrees: pitch, yaw, roll. */
  readonly angles: Float32Array;
  /** Row of the model names, or of the sprites. */
  readonly detailModel: Uint32Array;
  readonly leaf: Uint32Array;
  /** ColorRGBExp32. */
  readonly lighting: Uint8Array;
  /** First row in `dplt` or `dplh`. */
  readonly lightStyles: Uint32Array;
  readonly lightStyleCount: Uint8Array;
  readonly swayAmount: Uint8Array;
  readonly shapeAngle: Uint8Array;
  readonly shapeSize: Uint8Array;
  /** 0 for fixed angles, 1 to face the screen, 2 to face the screen by turning about Z. */
  readonly orientation: Uint8Array;
  /** `DETAIL_PROP_TYPE_*`: 0 model, 1 sprite, 2 crossed sprites, 3 a triangle of sprites. */
  readonly type: Uint8Array;
  readonly scale: Float32Array;
}

/** Detail props: grass and stones that the map's compiler scattered over the ground. */
export interface DetailProps {
  readonly modelName: readonly string[];
  readonly sprites: { readonly count: number } & DetailSprites;
  /** Props, sorted by leaf by all known compilers. */
  readonly objects: { readonly count: number } & DetailObjects;
}

/** `DetailPropLightstylesLump_t`: light of one style on a detail prop. */
export interface DetailLighting {
  /** 4 a row: ColorRGBExp32. */
  readonly lighting: Uint8Array;
  readonly style: Uint8Array;
}

/**
 * Styled light of detail props for each side, in addition to their `lighting`; `null` if the side
 * has none. A prop has a run of rows, given by `lightStyles` and `lightStyleCount`, which are not
 * checked.
 */
export interface DetailLights {
  readonly ldr: ({ readonly count: number } & DetailLighting) | null;
  readonly hdr: ({ readonly count: number } & DetailLighting) | null;
}

export interface Cubemaps {
  readonly count: number;
  readonly origin: Int32Array;
  /** Edge length is 2^(size−1) texels; 0 for the default, 32. */
  readonly size: Int32Array;
}

/** `doverlay_t`: every index is checked and every number finite. */
export interface Overlays {
  readonly count: number;
  readonly id: Int32Array;
  readonly texinfo: Uint32Array;
  /** 0 to 3; higher ones are drawn later. */
  readonly renderOrder: Uint8Array;
  /** Run of `faces` that the overlay lies on. */
  readonly firstFace: Uint32Array;
  readonly faceCount: Uint32Array;
  /** Rows of the faces. */
  readonly faces: Uint32Array;
  /** 2 an overlay: the texture's start and end. */
  readonly u: Float32Array;
  readonly v: Float32Array;
  /**
   * 12 an overlay: four corners in its plane, as x and y. The z values of the first three are the
   * plane's U axis. The fourth z is 1 if the V axis is reversed.
   */
  readonly uvPoints: Float32Array;
  /** 3 an overlay. */
  readonly origin: Float32Array;
  /** 3 an overlay: normal of the plane. */
  readonly basisNormal: Float32Array;
  /**
   * 2 an overlay, squared: distances where it begins to fade and where it is gone; 0 or less for
   * never.
   */
  readonly fadeDistance: Float32Array;
}

export interface GameLumpEntry {
  /** Four letters: `sprp`, `dprp`. */
  readonly id: string;
  readonly flags: number;
  readonly version: number;
  readonly offset: number;
  readonly length: number;
}

/** One entity: its keys in order, including repeated keys. */
export interface Entity {
  readonly pairs: readonly (readonly [key: string, value: string])[];
  /**
   * Returns the first value of a key, case-insensitive; `undefined` if the entity has no such key.
   */
  get(key: string): string | undefined;
}

/** `darea_t` and `dareaportal_t`. Area 0 and portal 0 are unused. */
export interface Areas {
  readonly count: number;
  /** Run of portals of each area. */
  readonly firstAreaPortal: Int32Array;
  readonly areaPortalCount: Int32Array;
  /** Value of `portalnumber` in each portal's entity, and the area behind the portal. */
  readonly portalKey: Uint32Array;
  readonly otherArea: Uint32Array;
}

/** Everything the first picture of a map needs: geometry, visibility, light, entities. */
export interface BspWorld {
  readonly version: number;
  /** Dialect of the file. Columns are the same in all dialects. */
  readonly dialect: DialectName;
  readonly endian: Endian;
  readonly headerOrder: HeaderOrder;
  readonly mapRevision: number;
  readonly byteLength: number;
  readonly lumps: readonly LumpEntry[];
  readonly entities: readonly Entity[];
  readonly planes: Planes;
  readonly texDatas: TexDatas;
  readonly vertexes: Vertexes;
  /** `null` if the map was not run through vvis. */
  readonly visibility: Visibility | null;
  readonly nodes: Nodes;
  readonly texInfos: TexInfos;
  readonly leafs: Leafs;
  readonly leafFaces: Uint32Array;
  /** 2 an edge. */
  readonly edges: Uint32Array;
  readonly surfEdges: Int32Array;
  readonly models: Models;
  readonly dispInfos: DispInfos;
  readonly dispVerts: DispVerts;
  readonly dispTris: DispTris;
  readonly dispBlends: DispBlends;
  readonly primitives: Primitives;
  /**
   * `null` if the map has no faces or no lighting for this side. A lit map has at least one side.
   */
  readonly ldr: LightSide | null;
  readonly hdr: LightSide | null;
  /** Faces to draw: those of the better side, or of the unlit map if both sides are `null`. */
  readonly faces: Faces;
  readonly origFaceCount: number;
}

/** Bodies of water, referenced by `Leafs.leafWaterData`. */
export interface LeafWaterData {
  readonly count: number;
  /** Inches. */
  readonly surfaceZ: Float32Array;
  readonly minZ: Float32Array;
  /** Texinfo of the surface; may be none. */
  readonly surfaceTexInfo: Int32Array;
}

/** Props, overlays and other details of the world. */
export interface BspDetails {
  readonly gameLumps: readonly GameLumpEntry[];
  readonly staticProps: StaticProps | null;
  readonly detailProps: DetailProps | null;
  readonly detailLights: DetailLights;
  readonly cubemaps: Cubemaps;
  readonly overlays: Overlays;
  readonly areas: Areas;
  readonly leafWaters: LeafWaterData;
}

export interface Bsp extends BspWorld, BspDetails {
  /** The zip in LUMP_PAKFILE, as a view of the file; empty if there is none. */
  readonly pakfile: Uint8Array;
}
