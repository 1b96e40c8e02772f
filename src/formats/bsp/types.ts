/**
 * A parsed map: one table of typed columns for each lump, in the newest form of its records.
 *
 * Units and space are the file's own: inches, Z up, right-handed. Column names say their row by
 * the table they stand in; a column with k values a row is `count * k` long, row-major.
 * Every index that one table holds into another has been checked by the parser, so that readers
 * need not. Sources of the layouts: Valve's public `bspfile.h` and `gamebspfile.h`.
 */

export type Endian = "little" | "big";
/** `lump_t` is {fileofs, filelen, version, fourCC}, but Left 4 Dead 2 puts the version first. */
export type HeaderOrder = "standard" | "left4dead2";

/** Whose records a file holds. By the game that wrote it first; `standard` is what Valve's public headers describe. */
export type DialectName =
  | "standard"
  | "hl2-beta-17"
  | "hl2-beta-18"
  | "vampire"
  | "vindictus"
  | "dark-messiah"
  | "dota2-22"
  | "dota2-23";

/** One entry of the lump directory, as the header has it, and what became of it. */
export interface LumpEntry {
  readonly index: number;
  /** The name in `bspfile.h`: `LUMP_FACES`. */
  readonly name: string;
  readonly offset: number;
  /** Bytes in the file. */
  readonly length: number;
  readonly version: number;
  readonly compressed: boolean;
  /** Records read from the lump; -1 where it is not read. */
  readonly records: number;
  /** Bytes of one record; 0 where the lump is not an array of records. */
  readonly recordBytes: number;
  /** Why it was left out although it is there: damaged, or of a kind that is not read. */
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
  /** 3 a texdata, linear RGB 0..1: the mean colour of the base texture as vbsp saw it. */
  readonly reflectivity: Float32Array;
  readonly width: Int32Array;
  readonly height: Int32Array;
  /** Material names as stored, from the string table: no `materials/`, no `.vmt`. */
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
  /** -1 where the texinfo names no texdata (such faces are tool surfaces). */
  readonly texdata: Int32Array;
}

export interface Faces {
  readonly count: number;
  /** The face looks along this plane's normal. */
  readonly plane: Uint32Array;
  /** 1: the plane is the second of its pair, so the face looks against its node's. */
  readonly side: Uint8Array;
  readonly firstEdge: Uint32Array;
  /** At least 3 in a sound map, but fewer are let pass: such a face has no triangles. */
  readonly edgeCount: Uint32Array;
  /** -1: none. */
  readonly texinfo: Int32Array;
  /** -1: not a displacement. */
  readonly dispInfo: Int32Array;
  /** 4 a face, 255 for an unused slot; the used ones come first. */
  readonly styles: Uint8Array;
  /**
   * Byte offset of style 0's first sample in this side's lighting lump; -1: unlit. All its samples
   * (styles x 1 or 4 if bumped x luxels) and, before them, its averages lie within the lump; dialects
   * of versions 17 and 18 have the averages in the face. Later branches (CS:GO, version 25) store more for each luxel after them, which is not read.
   */
  readonly lightOffset: Int32Array;
  readonly area: Float32Array;
  /** 2 a face: luxel coordinate of the lightmap's first column and row. */
  readonly lightmapMins: Int32Array;
  /** 2 a face, as stored: luxels less one. Checked to be 0..510 where the face is lit. */
  readonly lightmapSize: Int32Array;
  readonly origFace: Int32Array;
  readonly firstPrimitive: Uint32Array;
  readonly primitiveCount: Uint32Array;
  readonly smoothingGroups: Uint32Array;
}

export interface Nodes {
  readonly count: number;
  readonly plane: Uint32Array;
  /** 2 a node: front, back. Negative: leaf -1 - child. The tree is checked to have no cycle. */
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
  /** -1: solid, or outside the map. */
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
  /** -1: not in water. */
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

/** Run-length coded rows as stored; `visibility/` decodes them. */
export interface Visibility {
  readonly clusterCount: number;
  /** Byte offset of each cluster's PVS row from the lump's start. */
  readonly pvsOffset: Uint32Array;
  readonly pasOffset: Uint32Array;
  /** The whole lump, header included. */
  readonly bytes: Uint8Array;
}

export interface DispInfos {
  readonly count: number;
  /** 3 a displacement: the corner of its face at which the grid starts. */
  readonly startPosition: Float32Array;
  readonly firstVert: Uint32Array;
  readonly firstTri: Uint32Array;
  /** 2, 3 or 4: the grid has (2^power + 1)^2 vertices. */
  readonly power: Int32Array;
  readonly minTess: Int32Array;
  readonly smoothingAngle: Float32Array;
  readonly contents: Int32Array;
  readonly mapFace: Uint32Array;
  /** 10 words a displacement: which grid vertices may be used next to coarser neighbours. */
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

/** Of displacements with four textures (`CDispMultiBlend`). */
export interface DispBlends {
  /** A displacement's first vertex in `values`; -1: it has none. */
  readonly firstVert: Int32Array;
  /** 20 a vertex, 0..1: how much there is of each texture, 4 alphas, 4 linear colours (r, g, b). */
  readonly values: Float32Array;
}

export interface DispTris {
  readonly count: number;
  /** `DISPTRI_*` bits. */
  readonly tags: Uint16Array;
}

/** Triangulations that mend T-junctions. `index` values count from the face's first edge. */
export interface Primitives {
  readonly count: number;
  /** 0: triangle list, 1: triangle strip. */
  readonly type: Uint8Array;
  readonly firstIndex: Uint32Array;
  readonly indexCount: Uint32Array;
  readonly firstVert: Uint32Array;
  readonly vertCount: Uint32Array;
  readonly indices: Uint16Array;
  /** 3 a vertex. */
  readonly verts: Float32Array;
}

/** What LDR and HDR each have their own of. Face columns and lighting belong together. */
export interface LightSide {
  readonly faces: Faces;
  /** ColorRGBExp32 samples and averages, as stored. */
  readonly lighting: Uint8Array;
  /** null: the map has no ambient light for this side. */
  readonly ambient: LeafAmbient | null;
  /** null: the map has no lights for this side, or they were not read yet. */
  readonly worldLights: WorldLights | null;
}

/**
 * `dworldlight_t`: the map's lamps, its glowing faces and its sun. Every number is finite, types and
 * styles are in their range.
 */
export interface WorldLights {
  readonly count: number;
  /** 3 a light. */
  readonly origin: Float32Array;
  /** 3 a light, linear RGB: where attenuation is 1, 1 is full light. */
  readonly intensity: Float32Array;
  /** 3 a light: where it shines. */
  readonly normal: Float32Array;
  /** -1: in solid. */
  readonly cluster: Int32Array;
  /** `EMIT_*`, 0 to 5. */
  readonly type: Int32Array;
  /** 0 to 255. */
  readonly style: Int32Array;
  /** Cosines of a spot's inner and outer cone. */
  readonly stopdot: Float32Array;
  readonly stopdot2: Float32Array;
  readonly exponent: Float32Array;
  /** Inches; 0: no end. */
  readonly radius: Float32Array;
  readonly constantAttn: Float32Array;
  readonly linearAttn: Float32Array;
  readonly quadraticAttn: Float32Array;
  /** `DWL_FLAGS_*`: 1, already in the leafs' ambient cubes. */
  readonly flags: Int32Array;
}

/** Ambient cubes, a run of them for each leaf. */
export interface LeafAmbient {
  /** A row a leaf. */
  readonly firstSample: Uint32Array;
  readonly sampleCount: Uint32Array;
  readonly count: number;
  /** 24 bytes a sample: six ColorRGBExp32 for +x -x +y -y +z -z. */
  readonly cube: Uint8Array;
  /** 3 a sample: place in the leaf's box, in 1/255 of its extent. */
  readonly position: Uint8Array;
}

export interface StaticProps {
  readonly version: number;
  readonly recordBytes: number;
  /** Paths as stored: `models/props_c17/oildrum001.mdl`. */
  readonly modelName: readonly string[];
  /** Leaves that props touch; a prop has a run of them. */
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
  /** 3 a prop: where it is lit from, if `flags` has STATIC_PROP_USE_LIGHTING_ORIGIN (2). */
  readonly lightingOrigin: Float32Array;
  readonly forcedFadeScale: Float32Array;
  /** 2 a prop: the least and the greatest DirectX level (90) it is drawn at; 0: any. */
  readonly dxLevels: Uint16Array;
  /** 4 a prop: least and greatest level of the CPU, then of the GPU, counted from 1; 0: any. */
  readonly systemLevels: Uint8Array;
  /** 4 a prop: RGBA 0..255, all 255 where the record has none, or the number of one that the game sets. */
  readonly diffuseModulation: Uint8Array;
  /** 1 where the record has none. */
  readonly uniformScale: Float32Array;
}

/** Pictures of detail props, 2 values a row each. */
export interface DetailSprites {
  /** Corners about the prop's origin, inches: right of it, above it. */
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
  /** First row in `dplt`. */
  readonly lightStyles: Uint32Array;
  readonly lightStyleCount: Uint8Array;
  readonly swayAmount: Uint8Array;
  readonly shapeAngle: Uint8Array;
  readonly shapeSize: Uint8Array;
  /** 0 as its angles say, 1 turned to the screen, 2 turned to it about Z. */
  readonly orientation: Uint8Array;
  /** `DETAIL_PROP_TYPE_*`: 0 model, 1 sprite, 2 crossed sprites, 3 a triangle of sprites. */
  readonly type: Uint8Array;
  readonly scale: Float32Array;
}

/** Grass and stones that the map's compiler has scattered over the ground. */
export interface DetailProps {
  readonly modelName: readonly string[];
  readonly sprites: { readonly count: number } & DetailSprites;
  /** Compilers sort them by leaf. */
  readonly objects: { readonly count: number } & DetailObjects;
}

/** `DetailPropLightstylesLump_t`: light of one style on a detail prop. */
export interface DetailLighting {
  /** 4 a row: ColorRGBExp32. */
  readonly lighting: Uint8Array;
  readonly style: Uint8Array;
}

/**
 * What detail props have of light beside their own, of each side: a prop names a run of rows, by its
 * `lightStyles` and `lightStyleCount`, which nobody has checked. null: the side has none.
 */
export interface DetailLights {
  readonly ldr: ({ readonly count: number } & DetailLighting) | null;
  readonly hdr: ({ readonly count: number } & DetailLighting) | null;
}

export interface Cubemaps {
  readonly count: number;
  readonly origin: Int32Array;
  /** Edge is 2^(size-1) texels; 0 is the default, 32. */
  readonly size: Int32Array;
}

/** `doverlay_t`: every index was checked, every number is finite. */
export interface Overlays {
  readonly count: number;
  readonly id: Int32Array;
  readonly texinfo: Uint32Array;
  /** 0 to 3: what is drawn over what. */
  readonly renderOrder: Uint8Array;
  /** The overlay lies on `faces` from `firstFace` on. */
  readonly firstFace: Uint32Array;
  readonly faceCount: Uint32Array;
  /** Rows of the faces. */
  readonly faces: Uint32Array;
  /** 2 an overlay: the texture's start and end. */
  readonly u: Float32Array;
  readonly v: Float32Array;
  /**
   * 12 an overlay: four corners in its plane, as x and y. The z of the first three are the plane's U
   * axis; the fourth's is 1 where the V axis is turned round.
   */
  readonly uvPoints: Float32Array;
  /** 3 an overlay. */
  readonly origin: Float32Array;
  /** 3 an overlay: out of the plane. */
  readonly basisNormal: Float32Array;
  /** 2 an overlay, squared: where it begins to fade, and where it is gone; 0 and less is never. */
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

/** One entity: its keys in order, repeated keys kept. */
export interface Entity {
  readonly pairs: readonly (readonly [key: string, value: string])[];
  /** The first value of a key, case-blind; undefined if the entity has no such key. */
  get(key: string): string | undefined;
}

/** `darea_t` and `dareaportal_t`. Area 0 is none, and so is portal 0. */
export interface Areas {
  readonly count: number;
  /** Run of portals of each area. */
  readonly firstAreaPortal: Int32Array;
  readonly areaPortalCount: Int32Array;
  /** Of each portal, what its entity's key `portalnumber` says; and the area behind it. */
  readonly portalKey: Uint32Array;
  readonly otherArea: Uint32Array;
}

/** What a map's first picture is made of: geometry, visibility, light, entities. */
export interface BspWorld {
  readonly version: number;
  /** Whose records the file holds; those of this table are the same in all. */
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
  /** null: the map was never run through vvis. */
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
  /** null where the map has no faces or no lighting for this side. At least one is there in a lit map. */
  readonly ldr: LightSide | null;
  readonly hdr: LightSide | null;
  /** The faces to draw where the map is unlit (both sides null), else those of the better side. */
  readonly faces: Faces;
  readonly origFaceCount: number;
}

/** Bodies of water: what `Leafs.leafWaterData` are rows of. */
export interface LeafWaterData {
  readonly count: number;
  /** Inches. */
  readonly surfaceZ: Float32Array;
  readonly minZ: Float32Array;
  /** Of the surface; may be none. */
  readonly surfaceTexInfo: Int32Array;
}

/** What stands or lies in the world. */
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
  /** The zip in LUMP_PAKFILE; empty where there is none. A view of the file's bytes. */
  readonly pakfile: Uint8Array;
}
