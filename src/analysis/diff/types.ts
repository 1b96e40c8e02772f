/**
 * Differences between two versions of a map, as plain data that survives `structuredClone` and
 * JSON. Coordinates are the map's: inches, Z up. `a` is the older version, `b` the newer.
 */

export type Point = readonly [x: number, y: number, z: number];

/** Mins and maxs. */
export interface Box {
  readonly mins: Point;
  readonly maxs: Point;
}

export type Change = "added" | "removed" | "moved" | "changed";

/** Changed value of a key; `null` if a side does not have the key. */
export interface ValueChange {
  readonly key: string;
  readonly a: string | null;
  readonly b: string | null;
}

/** Change of an entity, prop, overlay or cubemap. */
export interface ThingChange {
  readonly change: Change;
  /** Class of an entity, model of a prop, material of an overlay. */
  readonly kind: string;
  /** Name of an entity; empty if it has none. */
  readonly name: string;
  /** The editor's number, if the compiler kept it. */
  readonly id: string;
  /** Old and new place; `null` if the thing does not exist in that version or has no place. */
  readonly from: Point | null;
  readonly to: Point | null;
  readonly values: readonly ValueChange[];
}

/**
 * Base of every part: the reason why it cannot be compared, in one sentence, or `null`. With a
 * reason, its lists are empty.
 */
export interface Part {
  readonly untold: string | null;
}

export interface ThingDiff extends Part {
  /** Sorted by change (added, removed, moved, changed), then by kind, name and place. */
  readonly changes: readonly ThingChange[];
  readonly countA: number;
  readonly countB: number;
}

/** Piece of surface that differs. Area in square inches. */
export interface SurfaceChange {
  /** `repainted`: the surface exists in both, with different materials. */
  readonly change: "added" | "removed" | "repainted" | "realigned" | "regridded";
  readonly material: string;
  /** Old material of a repainted surface. */
  readonly was: string | null;
  /** "world", or the class and name of the brush entity. */
  readonly owner: string;
  readonly area: number;
  readonly box: Box;
  /** Convex polygon of the piece: 3 numbers a corner, rounded to an eighth of an inch. */
  readonly corners: readonly number[];
}

export interface MaterialArea {
  readonly material: string;
  /** Visible square inches of the material in each version. */
  readonly a: number;
  readonly b: number;
  /** Square inches added and removed. */
  readonly added: number;
  readonly removed: number;
}

export interface SurfaceDiff extends Part {
  readonly changes: readonly SurfaceChange[];
  readonly addedArea: number;
  readonly removedArea: number;
  readonly repaintedArea: number;
  /** Materials with a difference. */
  readonly materials: readonly MaterialArea[];
  /** Number of faces that are equal in both. */
  readonly sameFaces: number;
  /** True if there were too many pieces to compare exactly. The rest is counted face by face. */
  readonly isRough: boolean;
}

export interface DisplacementChange {
  readonly change: "added" | "removed" | "changed";
  readonly material: string;
  /** Largest changes of its vertices: inches, and blend of the second texture, of 255. */
  readonly largestMove: number;
  readonly largestBlend: number;
  readonly box: Box;
}

export interface DisplacementDiff extends Part {
  readonly changes: readonly DisplacementChange[];
}

export interface SolidChange {
  readonly change: "added" | "removed";
  /** `CONTENTS_*` without their prefix. */
  readonly contents: readonly string[];
  readonly materials: readonly string[];
  readonly owner: string;
  /** `null` if the brush is unbounded on some side. */
  readonly box: Box | null;
}

export interface SolidDiff extends Part {
  readonly changes: readonly SolidChange[];
  readonly countA: number;
  readonly countB: number;
}

/** Change of light on a face that both versions have. Linear: 1 is full light. */
export interface FaceLight {
  readonly material: string;
  readonly owner: string;
  readonly box: Box;
  /** Mean of the luxels. */
  readonly a: number;
  readonly b: number;
  readonly meanChange: number;
  readonly largestChange: number;
  /** Largest visible change in levels of 255, at the map's own exposure. */
  readonly levels: number;
}

export interface LightDiff extends Part {
  /** Better side that both versions have, or the other side if only it differs. */
  readonly side: "hdr" | "ldr" | null;
  readonly comparedFaces: number;
  /** Faces with any difference, and faces with a difference of one level of 255 or more. */
  readonly changedFaces: number;
  readonly seenFaces: number;
  /**
   * Faces lit in one version only, or with another luxel grid or other styles, which are compared
   * by their means.
   */
  readonly unlikeFaces: number;
  /**
   * Overlapping parts of differently split faces, and those whose mean differs by one level of 255
   * or more.
   */
  readonly comparedParts: number;
  readonly changedParts: number;
  /** Mean over all compared luxels. Linear. */
  readonly meanChange: number;
  readonly largestChange: number;
  /** The most changed first, at most `MOST_LIGHT_FACES`. */
  readonly faces: readonly FaceLight[];
  /** Changed light entities: class, name and change. */
  readonly lights: readonly string[];
}

export interface AmbientPlace {
  readonly place: Point;
  /** Mean of the cube. Linear: 1 is full light. */
  readonly a: number;
  readonly b: number;
  /** Visible change in levels of 255. */
  readonly levels: number;
}

/** Change of the ambient cubes that light models, at one place in each of A's clusters. */
export interface AmbientDiff extends Part {
  readonly side: "hdr" | "ldr" | null;
  readonly comparedPlaces: number;
  /** Places whose mean differs by one level of 255 or more. */
  readonly changedPlaces: number;
  /** Over all sides and channels. */
  readonly meanChange: number;
  readonly largestChange: number;
  /** The most changed first, at most `MOST_AMBIENT_PLACES`. */
  readonly changes: readonly AmbientPlace[];
}

/** Area portal that divides two areas in one version only. */
export interface AreaPortalChange {
  readonly change: "added" | "removed";
  readonly kind: string;
  readonly name: string;
  readonly place: Point | null;
}

export interface AreaDiff extends Part {
  readonly areasA: number;
  readonly areasB: number;
  readonly changes: readonly AreaPortalChange[];
}

export interface ClusterChange {
  readonly place: Point;
  /** Number of places that now see it, and that no longer do. */
  readonly gained: number;
  readonly lost: number;
}

export interface VisibilityDiff extends Part {
  readonly clustersA: number;
  readonly clustersB: number;
  /** Pairs of clusters that see each other. Each pair is counted from both ends. */
  readonly pairsA: number;
  readonly pairsB: number;
  /**
   * Pairs of A's clusters whose places no longer see each other, and pairs of B's whose places did
   * not before.
   */
  readonly lost: number;
  readonly gained: number;
  /** Clusters whose place is in no cluster of the other version. */
  readonly unmatchedA: number;
  readonly unmatchedB: number;
  /** Thin clusters of both versions in which no point was found. They are not compared. */
  readonly unplaced: number;
  /** The most changed first, at most `MOST_CLUSTERS`. */
  readonly clusters: readonly ClusterChange[];
}

export interface DetailChange {
  readonly change: "added" | "removed";
  readonly kind: string;
  readonly count: number;
  readonly box: Box;
}

export interface DetailDiff extends Part {
  readonly changes: readonly DetailChange[];
  readonly countA: number;
  readonly countB: number;
}

export interface PackedChange {
  readonly change: "added" | "removed" | "changed" | "renamed";
  readonly path: string;
  /** Old path of a renamed file. */
  readonly was: string | null;
  /** Bytes, unpacked. */
  readonly a: number | null;
  readonly b: number | null;
}

export interface PackedDiff extends Part {
  readonly changes: readonly PackedChange[];
  readonly countA: number;
  readonly countB: number;
}

/** Fact of the file that does not count as a difference of the map. */
export interface FactPair {
  readonly fact: string;
  readonly a: string;
  readonly b: string;
}

export interface NumberPair {
  readonly name: string;
  readonly a: number;
  readonly b: number;
}

export interface LimitPair extends NumberPair {
  /** Limit of the engine; `null` if no public source gives it. */
  readonly limitA: number | null;
  readonly limitB: number | null;
}

export interface FileDiff {
  readonly facts: readonly FactPair[];
  /** Lumps with different lengths, in unpacked bytes. */
  readonly lumps: readonly NumberPair[];
  readonly limits: readonly LimitPair[];
}

/** Camera that shows a place. Degrees: pitch down, yaw counter-clockwise. */
export interface PlaceCamera {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly pitch: number;
  readonly yaw: number;
}

/** Changes that lie together and are shown in one picture. */
export interface ChangedPlace {
  readonly box: Box;
  readonly camera: PlaceCamera;
  /** One line each, the heaviest first, at most `MOST_WORDS`. */
  readonly words: readonly string[];
  /** Number of changes. */
  readonly count: number;
}

export interface MapDiff {
  readonly a: string;
  readonly b: string;
  /** True if no part has a difference. Parts that cannot be compared count as equal. */
  readonly isSame: boolean;
  /** Problems that occurred while reading each version. */
  readonly problemsA: readonly string[];
  readonly problemsB: readonly string[];
  readonly entities: ThingDiff;
  readonly surfaces: SurfaceDiff;
  readonly displacements: DisplacementDiff;
  readonly solids: SolidDiff;
  readonly staticProps: ThingDiff;
  readonly details: DetailDiff;
  readonly overlays: ThingDiff;
  readonly cubemaps: ThingDiff;
  readonly light: LightDiff;
  readonly ambient: AmbientDiff;
  readonly visibility: VisibilityDiff;
  readonly areas: AreaDiff;
  readonly packed: PackedDiff;
  readonly file: FileDiff;
  readonly places: readonly ChangedPlace[];
  /** Number of places that are not listed. */
  readonly morePlaces: number;
}
