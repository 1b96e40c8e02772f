/**
 * Events of a load, in the order in which a picture can use them: the lit world first, then its
 * materials with small mips of their textures, and then geometry. Between these come the textures:
 * those that cover most of the screen first.
 */

import type { Warning } from "../../core/diagnostics.ts";
import type { GpuImage } from "../../core/image.ts";
import type { Limits } from "../../core/limits.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { MapCollision } from "../../map/collision.ts";
import type { LeafWaters } from "../../map/tree.ts";
import type {
  BeamSet,
  ColorCorrections,
  DecalSet,
  DetailSet,
  EmitterSet,
  LampSet,
  LightPatterns,
  LightSideName,
  MapAreas,
  MapScene,
  MaterialSet,
  ParticleSet,
  PropLight,
  PropSet,
  RopeSet,
  Sky,
  SpriteSet,
  TextureOwner,
} from "../../map/types.ts";
import type { PlacedSystems } from "../../particles/systems/placed-systems.ts";
import type { TextureBytes } from "../textures/texture-bytes.ts";

/** "read" reads the lumps of the world; later stages read further lumps and files themselves. */
export type LoadStage = "read" | "parse" | "world" | "materials" | "props" | "textures";

export type EntityPairs = readonly (readonly [key: string, value: string])[];

export interface TextureImage {
  /** Row of the owner's texture table. */
  readonly texture: number;
  /** The texture, or only its last mips. */
  readonly image: GpuImage;
}

/** Geometry beside the world, by kind; its textures follow one by one. */
export type GeometryEvent =
  | { readonly type: "props"; readonly props: PropSet }
  | { readonly type: "detailprops"; readonly details: DetailSet }
  | { readonly type: "decals"; readonly decals: DecalSet }
  /** Shadows of models that are entities. */
  | { readonly type: "shadows"; readonly shadows: DecalSet }
  | { readonly type: "ropes"; readonly ropes: RopeSet }
  | { readonly type: "sprites"; readonly sprites: SpriteSet }
  | { readonly type: "beams"; readonly beams: BeamSet }
  /** Smoke, dust, rain: particles by formulas. */
  | { readonly type: "emitters"; readonly emitters: EmitterSet }
  /** Particle systems of PCF files, with what they are run by. */
  | {
      readonly type: "particles";
      readonly particles: ParticleSet;
      readonly placed: PlacedSystems;
    };

export type LoadEvent =
  | {
      readonly type: "progress";
      readonly stage: LoadStage;
      /** Bytes in the stage "read"; units of work in the others. */
      readonly done: number;
      readonly total: number;
    }
  /** The world with its lightmaps; drawable at once in its materials' mean colours. */
  | {
      readonly type: "scene";
      readonly scene: MapScene;
      /** Keys and values of each entity, as the map has them. */
      readonly entities: readonly EntityPairs[];
    }
  /** The world's materials, resolved; its textures follow one by one. */
  | {
      readonly type: "materials";
      readonly materials: MaterialSet;
      /** `null` if no leaf is in water. */
      readonly waters: LeafWaters | null;
      /** Small mips of the textures that have been read. */
      readonly textures: readonly TextureImage[];
    }
  /** Facts of the map that are read after the world. */
  | {
      readonly type: "details";
      readonly staticPropCount: number;
      /** Whether entities act without a player: `logic_auto`, timers, fans. */
      readonly startsByItself: boolean;
    }
  /** Solid brushes and displacements, for rays. */
  | { readonly type: "collision"; readonly collision: MapCollision }
  | GeometryEvent
  | { readonly type: "sky"; readonly sky: Sky }
  | { readonly type: "colorcorrection"; readonly corrections: ColorCorrections }
  /** Projected textures; sent only if the map has some. */
  | { readonly type: "lamps"; readonly lamps: LampSet }
  /** Sent only if some areas are closed to each other, or may be. */
  | { readonly type: "areas"; readonly areas: MapAreas }
  /** Sent only if some light changes by itself. */
  | { readonly type: "lightpatterns"; readonly patterns: LightPatterns }
  /** A texture. Its small mips may have come before, in an event of their own. */
  | (TextureImage & { readonly type: "texture"; readonly owner: TextureOwner })
  /** End of the load, with the milliseconds of each stage. */
  | {
      readonly type: "done";
      readonly warnings: readonly Warning[];
      readonly stageMs: Readonly<Record<LoadStage, number>>;
      /** Textures of all sets by format; the sky is not among them. */
      readonly textures: readonly TextureBytes[];
    };

/** The shown map under its other light. */
export interface RelitMap {
  readonly scene: MapScene;
  /** New `PropSet.light`; `null` if the map has no props. */
  readonly light: PropLight | null;
  /** Sky under the new light; `null` if it does not change. */
  readonly sky: Sky | null;
}

/** The parts of a map that its simulation reads. */
export interface SimulatedParts {
  readonly bsp: Pick<BspWorld, "models" | "nodes" | "leafs" | "planes">;
  /** `null` until they are read. */
  readonly brushes: Brushes | null;
}

export interface LoadOptions {
  /** The map's name, without folder and extension. */
  readonly name: string;
  /** Preferred light. A map without it is shown in its other light. */
  readonly side: LightSideName;
  /** Whether the device takes BC blocks; otherwise textures are decoded to RGBA8. */
  readonly textureCompressionBc: boolean;
  /** Largest edge of a 2D texture; larger mips are left out. */
  readonly maxTextureDimension: number;
  /** Whether textures are read; true if left out. Their sizes are always read. */
  readonly hasTextures?: boolean;
  /** GPU memory limit for textures and the sky, in bytes; no limit if left out. */
  readonly textureBudgetBytes?: number;
  /** Whether materials show only their base textures: no bumps, reflections or detail. */
  readonly plainMaterials?: boolean;
  /** Limits of what the map may cost to open; they override `LIMITS`. */
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

/**
 * Lists the buffers of an event that can be transferred between threads instead of copied. Empty
 * buffers are left out: they are shared constants.
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

/** Measures the stages of a load, one after the other. */
export class StageClock {
  readonly ms: Record<LoadStage, number> = {
    read: 0,
    parse: 0,
    world: 0,
    materials: 0,
    props: 0,
    textures: 0,
  };
  #started = performance.now();

  /** Ends a stage and returns its last progress event. The next stage starts now. */
  end(stage: LoadStage): LoadEvent {
    const now = performance.now();
    this.ms[stage] += now - this.#started;
    this.#started = now;
    return { type: "progress", stage, done: 1, total: 1 };
  }
}
