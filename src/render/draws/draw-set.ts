/**
 * Interfaces between frames and geometry. A draw source is one kind of geometry (world, props and
 * so on) with its GPU data, shared by all views. For each view it creates a draw set, which culls,
 * draws, sorts and counts what that view shows. Views iterate over their sets.
 */

import type { Owner } from "../../gpu/resource-group.ts";
import type { PropSet } from "../../map/props.ts";
import type { MapScene, PropLight } from "../../map/types.ts";
import type { Chunks } from "../../map/world.ts";
import type { LazyPipeline } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { RowCulling } from "../cull/row-culling.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import type { RefractingBounds, RefractingDraws } from "../refraction/refracting-bounds.ts";
import type { CpuOrdering } from "../translucent/cpu-order.ts";
import type { FrameStats, RenderSettings } from "../types.ts";
import type { View } from "../views/view.ts";
import type { DrawEncoder, RecordedDraws } from "./recorded-draws.ts";

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
   * @param frame bind group of the view that the set is culled for
   * @param filter `null` if everything may be visible
   * @param sources all sources that the view draws
   * @throws GpuError `limit`; everything created so far is freed then
   */
  readonly createDrawSet: (
    context: RenderContext,
    frame: GPUBindGroup,
    filter: ClusterFilter | null,
    sources: readonly DrawSource[],
  ) => DrawSet;
}

/**
 * Index list and vertices of the world's triangles, for drawing their edges. The `BATCH_ARGS` rows
 * refer to the list.
 */
export interface Edges {
  readonly indices: GPUBuffer;
  /** Rows of `WORLD_VERTEX`. */
  readonly vertices: GPUBuffer;
  /** Number of rows per phase. */
  readonly rowCount: number;
}

/** Draws whose arguments the GPU writes. */
export interface IndirectDraws {
  /** Draw arguments, also read back for statistics. */
  readonly args: GPUBuffer;
  /**
   * Adds the counts in the words of `args` to `stats`.
   * @param start first word of `args` in `words`
   * @param phases 2 if late draws are included
   * @returns number of draws that drew anything
   */
  readonly count: (stats: FrameStats, words: Uint32Array, start: number, phases: number) => number;
  /** Data for the wireframe, or `null` if the draws are not part of it. */
  readonly edges: Edges | null;
}

/**
 * Culls with the CPU reference implementation, in one phase, and uploads the result. Used until the
 * GPU's pipelines are compiled, and for comparison in benchmarks.
 */
export interface CpuCulling {
  readonly cull: (view: View, settings: RenderSettings) => void;
  /** Frees its memory until it is used again. */
  readonly forget: () => void;
}

export interface DepthMeasure {
  /** Returns true if its pipeline is compiled, and requests it. */
  readonly isReady: () => boolean;
  /** @param depth depth bound by `SampledPipelines.depthLayout` */
  readonly encode: (pass: GPUComputePassEncoder, depth: GPUBindGroup) => void;
}

export interface DrawSet extends IndirectDraws, Owner {
  readonly number: number;
  /**
   * Pass of the frame in which its early draws are drawn and timed. "translucent": blended in any
   * order, after the back-to-front list.
   */
  readonly pass: "world" | "props" | "decals" | "translucent";
  readonly isOn: (settings: RenderSettings) => boolean;
  /** GPU culling of its rows in both phases. */
  readonly culling: RowCulling;
  /** CPU culling of its rows. */
  readonly onCpu: CpuCulling;
  /** Draws of the early and the late phase: see `PHASE_EARLY`. */
  readonly phases: readonly RecordedDraws[];
  /** Reads the opaque depth of the picture's view. Left out if the set does not need it. */
  readonly measure?: DepthMeasure | null;
  /** Draws of refracting surfaces, or `null` if the set has no such surfaces. */
  readonly refracting: RefractingDraws | null;
  /** Greatest number of rows that it adds to the view's back-to-front list. */
  readonly translucentRows: number;
  /**
   * Creates its part of the back-to-front draws, or returns `null` if it has none. The view's
   * `list` exists by then.
   * @throws GpuError `limit`; everything created so far is freed then
   */
  readonly createTranslucent: (list: TranslucentRows) => TranslucentDraws | null;
}

/** A view's back-to-front list, which sets add rows to and read. */
export interface TranslucentRows {
  /** The struct `TranslucentList` of `shaders/common/cull/order.wgsl`. */
  readonly buffer: GPUBuffer;
  /** Number of rows that fit. */
  readonly capacity: number;
  /** The map's BSP tree, by which leaves are ranked: `TREE_NODE` rows. */
  readonly nodes: GPUBuffer;
  /** Link of each leaf to its node in the tree. */
  readonly leafLink: Uint32Array;
  /** Number of slots in which the sets take turns. */
  readonly slotCount: number;
}

export interface TranslucentDraws extends IndirectDraws, Owner {
  /** Pipelines of `encodeOrder` and `encodeCompaction`. */
  readonly pipelines: readonly LazyPipeline<GPUComputePipeline>[];
  /** Sorting and compaction on the CPU. */
  readonly onCpu: CpuOrdering;
  /** Initial contents of `args`. */
  readonly emptyArgs: GPUBuffer;
  /** Adds rows in view to the list. The view's groups must be bound. */
  readonly encodeOrder: (pass: GPUComputePassEncoder) => void;
  /** Compacts the set's rows of the list, in order. */
  readonly encodeCompaction: (pass: GPUComputePassEncoder) => void;
  /** Bounds of the surfaces that read the depth behind them, or `null` if there are none. */
  readonly soft: RefractingBounds | null;
  /**
   * Draws the set's part of a slot. The frame's group must be bound.
   * @param hasBehind whether `GROUP_BEHIND` is bound; surfaces that read it are left out if not
   */
  readonly encodeSlot: (encoder: DrawEncoder, slot: number, hasBehind: boolean) => void;
}
