/**
 * What two versions of a map differ in, as plain data: all of it survives `structuredClone` and JSON. Space is the
 * map's own: inches, Z up. `a` is the version before, `b` the one after.
 */

export type Point = readonly [x: number, y: number, z: number];

/** Mins and maxs. */
export interface Box {
  readonly mins: Point;
  readonly maxs: Point;
}

export type Change = "added" | "removed" | "moved" | "changed";

/** One value that is another: null where a side has no such key. */
export interface ValueChange {
  readonly key: string;
  readonly a: string | null;
  readonly b: string | null;
}

/** An entity, a prop, an overlay or a cubemap. */
export interface ThingChange {
  readonly change: Change;
  /** Class of an entity, model of a prop, material of an overlay. */
  readonly kind: string;
  /** Of an entity; empty where it has none. */
  readonly name: string;
  /** The editor's number, where the compiler kept it. */
  readonly id: string;
  /** Where it was, and where it is; null where it is not, or is nowhere. */
  readonly from: Point | null;
  readonly to: Point | null;
  readonly values: readonly ValueChange[];
}

/** What every part says: why it cannot be told, in one sentence; or null. Its lists are empty then. */
export interface Part {
  readonly untold: string | null;
}

export interface ThingDiff extends Part {
  /** Added ones, removed, moved and changed, in this order, each sorted by kind, name and place. */
  readonly changes: readonly ThingChange[];
  readonly countA: number;
  readonly countB: number;
}

/** A piece of surface that only one version has. Area in square inches. */
export interface SurfaceChange {
  /** `repainted`: the surface is there in both, of another material. */
  readonly change: "added" | "removed" | "repainted" | "realigned" | "regridded";
  readonly material: string;
  /** Of what is repainted, what it was. */
  readonly was: string | null;
  /** "world", or the class and name of the brush entity. */
  readonly owner: string;
  readonly area: number;
  readonly box: Box;
  /** The piece itself, a convex polygon: 3 numbers a corner, of an eighth of an inch. */
  readonly corners: readonly number[];
}

export interface MaterialArea {
  readonly material: string;
  /** Square inches that each version shows of it. */
  readonly a: number;
  readonly b: number;
  /** What was added and removed of it, by place. */
  readonly added: number;
  readonly removed: number;
}

export interface SurfaceDiff extends Part {
  readonly changes: readonly SurfaceChange[];
  readonly addedArea: number;
  readonly removedArea: number;
  readonly repaintedArea: number;
  /** Those of which anything differs. */
  readonly materials: readonly MaterialArea[];
  /** Faces that lie alike in both. */
  readonly sameFaces: number;
  /** There were too many to compare piece by piece: what is left counts face by face. */
  readonly isRough: boolean;
}

export interface DisplacementChange {
  readonly change: "added" | "removed" | "changed";
  readonly material: string;
  /** Of its vertices, inches, and of 255: how much of the second texture is seen. */
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
  /** null: it has no end on some side. */
  readonly box: Box | null;
}

export interface SolidDiff extends Part {
  readonly changes: readonly SolidChange[];
  readonly countA: number;
  readonly countB: number;
}

/** Light on one face that both versions have. Linear: 1 is full light. */
export interface FaceLight {
  readonly material: string;
  readonly owner: string;
  readonly box: Box;
  /** Mean of its luxels. */
  readonly a: number;
  readonly b: number;
  readonly meanChange: number;
  readonly largestChange: number;
  /** The largest change as it is seen, at the map's own exposure: steps of 255. */
  readonly levels: number;
}

export interface LightDiff extends Part {
  /** The better one that both have, or the other where that alone is another. */
  readonly side: "hdr" | "ldr" | null;
  readonly comparedFaces: number;
  /** Of which any luxel is another at all, and of which one is so by a step of 255 or more. */
  readonly changedFaces: number;
  readonly seenFaces: number;
  /** Lit in one version alone, or with another grid of luxels or other styles: compared by their means. */
  readonly unlikeFaces: number;
  /** Where faces are cut otherwise: parts in which one lies on another of its material, and those whose mean is another by a step of 255. */
  readonly comparedParts: number;
  readonly changedParts: number;
  /** Over all luxels that were compared. Linear. */
  readonly meanChange: number;
  readonly largestChange: number;
  /** The most changed first, at most `MOST_LIGHT_FACES`. */
  readonly faces: readonly FaceLight[];
  /** Entities that are lights, changed beside it: their class, name and change. */
  readonly lights: readonly string[];
}

export interface AmbientPlace {
  readonly place: Point;
  /** Mean of its cube. Linear: 1 is full light. */
  readonly a: number;
  readonly b: number;
  /** As it is seen: steps of 255. */
  readonly levels: number;
}

/** Ambient cubes, by which models are lit, at a place of each of A's clusters. */
export interface AmbientDiff extends Part {
  readonly side: "hdr" | "ldr" | null;
  readonly comparedPlaces: number;
  /** Those whose mean is another by a step of 255 and more. */
  readonly changedPlaces: number;
  /** Of all sides and channels. */
  readonly meanChange: number;
  readonly largestChange: number;
  /** The most changed first, at most `MOST_AMBIENT_PLACES`. */
  readonly changes: readonly AmbientPlace[];
}

/** An area portal that divides two areas in one version alone. */
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
  /** Places that see it, or no longer do. */
  readonly gained: number;
  readonly lost: number;
}

export interface VisibilityDiff extends Part {
  readonly clustersA: number;
  readonly clustersB: number;
  /** Pairs that see each other, of all, each counted once from either end. */
  readonly pairsA: number;
  readonly pairsB: number;
  /** Pairs of A's clusters whose places no longer see each other; pairs of B's that did not. */
  readonly lost: number;
  readonly gained: number;
  /** Clusters whose place lies in no cluster of the other version. */
  readonly unmatchedA: number;
  readonly unmatchedB: number;
  /** Thin clusters, of both, in which no point was found: nothing is told of them. */
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
  /** Of what is renamed. */
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

/** Facts of the file, of which none is a difference of the map. */
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
  /** What the engine takes; null where nothing public says so. */
  readonly limitA: number | null;
  readonly limitB: number | null;
}

export interface FileDiff {
  readonly facts: readonly FactPair[];
  /** Bytes, unpacked, of lumps that have another length. */
  readonly lumps: readonly NumberPair[];
  readonly limits: readonly LimitPair[];
}

/** Where to look from. Degrees: pitch down, yaw counter-clockwise. */
export interface PlaceCamera {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly pitch: number;
  readonly yaw: number;
}

/** Changes that lie together: one picture shows them. */
export interface ChangedPlace {
  readonly box: Box;
  readonly camera: PlaceCamera;
  /** One line each, the heaviest first, at most `MOST_WORDS`. */
  readonly words: readonly string[];
  /** How many changes lie here. */
  readonly count: number;
}

export interface MapDiff {
  readonly a: string;
  readonly b: string;
  /** No part has a difference; what cannot be told is none. */
  readonly isSame: boolean;
  /** Of each version, what could not be read of it. */
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
  /** Places beyond those that are listed. */
  readonly morePlaces: number;
}
