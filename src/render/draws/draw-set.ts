/**
 * Interfaces between frames and geometry. A draw source is one kind of geometry (world, props and
 * so on) with its GPU data, shared by all views. For each view it creates a draw set, which culls,
 * draws, sorts and counts what that view shows. Views iterate over their sets.
 */

import type { Owner } from "../../gpu/resource-group.ts";
import type { DecalSet } from "../../map/decals.ts";
import type { MapMoment } from "../../map/motion/brush-models.ts";
import type { ParticleEye } from "../../map/placed/particles.ts";
import type { PropSet } from "../../map/props.ts";
import type { MapScene, PropLight } from "../../map/types.ts";
import type { Chunks } from "../../map/world.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { ViewPlan } from "../cull/cull-table.ts";
import type { PartPlace } from "../cull/drawn-buffer.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import type { RefractingBounds, RefractingDraws } from "../refraction/refracting-bounds.ts";
import type { CpuOrdering } from "../translucent/cpu-order.ts";
import type { FrameStats, RenderSettings } from "../types.ts";
import type { View } from "../views/view.ts";
import type { DrawEncoder } from "./recorded-draws.ts";

/**
 * Returns true if a view can ever see a run of `clusters`.
 * @param chunk row of the chunk, for chunks of the world
 */
export type ClusterFilter = (
  clusters: Uint32Array,
  first: number,
  count: number,
  chunk?: number,
) => boolean;

/**
 * Creates a draw source. `keep` owns its GPU resources until all of it is created.
 * @param scene the map that it is drawn with
 * @throws GpuError `limit`
 */
export type MakeSource = (context: RenderContext, keep: Keep, scene: MapScene) => DrawSource;

export type Keep = <Part extends Owner>(part: Part) => Part;

/** A source with other lighting. */
export interface RelitSource {
  readonly source: DrawSource;
  /** Updates buffers shared with the old source, once this one is drawn. */
  readonly finish: () => void;
}

/** Decals, and their vertices with the light of the surfaces below. */
export interface LitDecals {
  readonly set: DecalSet;
  readonly vertexBuffer: GPUBuffer;
}

export interface DrawSource {
  readonly name: string;
  /** Position among a view's sets. It identifies the set in rows of the back-to-front list. */
  readonly number: number;
  /** GPU resources of the source. A source that replaces this one may share some of them. */
  readonly parts: readonly Owner[];
  readonly materials: MaterialTable;
  /** Left out if the source draws no models. */
  readonly props?: PropSet;
  /** Left out if the source draws models. */
  readonly chunks?: Chunks;
  /** Left out if the source draws no decals. */
  readonly decals?: LitDecals;
  /**
   * Returns true if the chunks change with time whatever their materials do. Left out if they never
   * do.
   * @param isStyleMoving whether a light style's brightness changes with time
   */
  readonly isMoving?: (
    settings: RenderSettings,
    isStyleMoving: (style: number) => boolean,
  ) => boolean;
  /**
   * Writes what changes with time. Called before each frame, if the source has it.
   * @param moment state that a simulation gives the map; `null` as it starts
   */
  readonly advance?: (seconds: number, eye: ParticleEye, moment: MapMoment | null) => void;
  /**
   * Creates the source with other lighting. Returns `null` if lighting does not affect this source.
   * @param light light of the props, or `null` if the map has none
   * @throws GpuError `limit`
   */
  readonly relight: (
    context: RenderContext,
    keep: Keep,
    scene: MapScene,
    light: PropLight | null,
  ) => RelitSource | null;
  /**
   * Creates the source's draws of a view, and adds its parts to the view's plan.
   * @param sources all sources that the view draws
   * @throws GpuError `limit`; everything created so far is freed then
   */
  readonly createDrawSet: (
    context: RenderContext,
    seen: DrawnView,
    sources: readonly DrawSource[],
  ) => DrawSet;
}

/** A view that a source creates draws for. */
export interface DrawnView {
  /** Bind group of the view's uniforms. */
  readonly frame: GPUBindGroup;
  /** Decides what the view may ever see, or `null` for everything. */
  readonly filter: ClusterFilter | null;
  readonly plan: ViewPlan;
}

/**
 * Vertices of the world's triangles, for drawing their edges. The `BATCH_ARGS` rows refer to the
 * index list at `IndirectDraws.place`.
 */
export interface Edges {
  /** Words of the index list. */
  readonly listWords: number;
  /** Rows of `WORLD_VERTEX`. */
  readonly vertices: GPUBuffer;
  /** Number of rows per phase. */
  readonly rowCount: number;
}

/** Draws whose arguments the GPU writes. */
export interface IndirectDraws {
  /** Place of arguments and lists in the table's `DrawnBuffer`. */
  readonly place: PartPlace;
  /**
   * Adds the counts in the arguments to `stats`.
   * @param start first word of the arguments in `words`
   * @param phases 2 if late draws are included
   * @returns number of draws that drew anything
   */
  readonly count: (stats: FrameStats, words: Uint32Array, start: number, phases: number) => number;
  /** Data for the wireframe, or `null` if the draws are not part of it. */
  readonly edges: Edges | null;
}

/**
 * Culls with the CPU reference implementation, in one phase, and writes the result into the table's
 * `DrawnBuffer`. Used until the GPU's pipelines are compiled, and for comparison in benchmarks.
 */
export interface CpuCulling {
  readonly cull: (view: View, settings: RenderSettings) => void;
}

export interface DepthMeasure {
  /** Returns true if its pipeline is compiled, and requests it. */
  readonly isReady: () => boolean;
  /** @param depth depth bound by `SampledPipelines.depthLayout` */
  readonly encode: (pass: GPUComputePassEncoder, depth: GPUBindGroup) => void;
}

export interface DrawSet extends IndirectDraws {
  readonly number: number;
  /**
   * Pass of the frame in which its early draws are drawn and timed. "translucent": blended in any
   * order, after the back-to-front list.
   */
  readonly pass: "world" | "props" | "decals" | "translucent";
  readonly isOn: (settings: RenderSettings) => boolean;
  /** CPU culling of its rows. */
  readonly onCpu: CpuCulling;
  /** Draws what a phase found: see `PHASE_EARLY`. The frame's group must be bound. */
  readonly encode: (encoder: DrawEncoder, phase: number) => void;
  /** Reads the opaque depth of the picture's view. Left out if the set does not need it. */
  readonly measure?: DepthMeasure | null;
  /** Draws of refracting surfaces, or `null` if the set has no such surfaces. */
  readonly refracting: RefractingDraws | null;
  /** Greatest number of rows that it adds to the view's back-to-front list. */
  readonly translucentRows: number;
  /**
   * Creates its part of the back-to-front draws, or returns `null` if it has none.
   * @throws GpuError `limit`; everything created so far is freed then
   */
  readonly createTranslucent: (list: TranslucentRows) => TranslucentDraws | null;
  /** Frees GPU memory of the set, if it has any besides the table's. */
  readonly destroy?: () => void;
}

/** A view's back-to-front list, which sets add rows to. */
export interface TranslucentRows {
  /** The map's BSP tree, by which leaves are ranked: `TREE_NODE` rows. */
  readonly nodes: Uint32Array;
  /** Link of each leaf to its node in the tree. */
  readonly leafLink: Uint32Array;
  /** Number of slots in which the sets take turns. */
  readonly slotCount: number;
}

export interface TranslucentDraws extends IndirectDraws {
  /** Frees GPU memory of the part, if it has any besides the table's. */
  readonly destroy?: () => void;
  /** Sorting and compaction on the CPU. */
  readonly onCpu: CpuOrdering;
  /** Bounds of the surfaces that read the depth behind them, or `null` if there are none. */
  readonly soft: RefractingBounds | null;
  /**
   * Draws the set's part of a slot. The frame's group must be bound.
   * @param hasBehind whether `GROUP_BEHIND` is bound; surfaces that read it are left out if not
   */
  readonly encodeSlot: (encoder: DrawEncoder, slot: number, hasBehind: boolean) => void;
}
