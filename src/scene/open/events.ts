/**
 * What loading a map hands over, piece by piece, in the order in which a picture can use it:
 * the lit world first, then its materials, the props, and the textures nearest first.
 */

import type { Warning } from "../../core/diagnostics.ts";
import type { GpuImage } from "../../core/image.ts";
import type { Limits } from "../../core/limits.ts";
import type { MapCollision } from "../../map/collision.ts";
import type { LeafWaters } from "../../map/tree.ts";
import type {
  BeamSet,
  ColorCorrections,
  DecalSet,
  DetailSet,
  LightPatterns,
  LightSideName,
  MapAreas,
  MapScene,
  MaterialSet,
  PropLight,
  PropSet,
  RopeSet,
  Sky,
  SpriteSet,
  TextureOwner,
} from "../../map/types.ts";

/** "read" is what comes before the world can be built; later stages read what they need themselves. */
export type LoadStage = "read" | "parse" | "world" | "materials" | "props" | "textures";

export type EntityPairs = readonly (readonly [key: string, value: string])[];

/** A kind of geometry beside the world; its textures follow one by one. */
export type GeometryEvent =
  | { readonly type: "props"; readonly props: PropSet }
  | { readonly type: "detailprops"; readonly details: DetailSet }
  | { readonly type: "decals"; readonly decals: DecalSet }
  /** Of models that are entities. */
  | { readonly type: "shadows"; readonly shadows: DecalSet }
  | { readonly type: "ropes"; readonly ropes: RopeSet }
  | { readonly type: "sprites"; readonly sprites: SpriteSet }
  | { readonly type: "beams"; readonly beams: BeamSet };

export type LoadEvent =
  | {
      readonly type: "progress";
      readonly stage: LoadStage;
      /** Of "read", in bytes. */
      readonly done: number;
      readonly total: number;
    }
  /** The world with its lightmaps; drawable at once in its materials' mean colours. */
  | {
      readonly type: "scene";
      readonly scene: MapScene;
      /** Keys and values of each, as the map has them. */
      readonly entities: readonly EntityPairs[];
    }
  /** The world's materials, resolved; its textures follow one by one. */
  | {
      readonly type: "materials";
      readonly materials: MaterialSet;
      /** null: no leaf is in water. */
      readonly waters: LeafWaters | null;
    }
  /** What else there is in the map; read after the world. */
  | { readonly type: "details"; readonly staticPropCount: number }
  /** What a ray can meet. */
  | { readonly type: "collision"; readonly collision: MapCollision }
  | GeometryEvent
  | { readonly type: "sky"; readonly sky: Sky }
  | { readonly type: "colorcorrection"; readonly corrections: ColorCorrections }
  /** Only of a map in which some are closed to each other. */
  | { readonly type: "areas"; readonly areas: MapAreas }
  /** Only of a map in which some light changes by itself. */
  | { readonly type: "lightpatterns"; readonly patterns: LightPatterns }
  | {
      readonly type: "texture";
      readonly owner: TextureOwner;
      /** Row of that set's texture table. */
      readonly texture: number;
      readonly image: GpuImage;
    }
  /** Everything is there; `stageMs` says what each stage took, `warnings` what is missing. */
  | {
      readonly type: "done";
      readonly warnings: readonly Warning[];
      readonly stageMs: Readonly<Record<LoadStage, number>>;
    };

/** The same map under its other light. */
export interface RelitMap {
  readonly scene: MapScene;
  /** `PropSet.light` anew; null if the map has no props. */
  readonly light: PropLight | null;
  /** The sky as it is under that light; null: as it was. */
  readonly sky: Sky | null;
}

export interface LoadOptions {
  /** The map's name, without folder and extension. */
  readonly name: string;
  /** Which light to use where there is a choice; the other is used where there is none. */
  readonly side: LightSideName;
  /** Whether the device takes BC blocks; otherwise textures are decoded to RGBA8. */
  readonly textureCompressionBc: boolean;
  /** Largest edge of a 2D texture; larger mips are left out. */
  readonly maxTextureDimension: number;
  /** Most bytes that the GPU is asked for, for textures and the sky; left out: no limit. */
  readonly textureBudgetBytes?: number;
  /** Base textures are all that materials show: no bumps, nothing mirrored, no detail. */
  readonly plainMaterials?: boolean;
  /** In place of those of `LIMITS`: what the map may cost to open. */
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

/**
 * The buffers of an event that may be transferred between threads instead of copied. Not empty ones: they are
 * constants, which what is read next holds too.
 */
export function transferables(value: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const visit = (item: unknown): void => {
    if (ArrayBuffer.isView(item)) {
      const { buffer } = item;
      if (buffer instanceof ArrayBuffer && buffer.byteLength > 0) buffers.add(buffer);
    } else if (Array.isArray(item)) {
      for (const element of item) if (typeof element === "object") visit(element);
    } else if (item !== null && typeof item === "object") {
      for (const element of Object.values(item)) visit(element);
    }
  };
  visit(value);
  return [...buffers];
}
