/**
 * What the frame knows of geometry. A draw source is one kind of it (the world, the props) with all it
 * has on the GPU, whoever looks at it. For each view it makes a draw set: what of it is drawn there,
 * how that is culled, drawn, put in order and counted. Views iterate over their sets.
 */

import type { Owner } from "../../gpu/resource-group.ts";
import type { PropSet } from "../../map/props.ts";
import type { MapScene, PropLight } from "../../map/types.ts";
import type { LazyPipeline } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { RowCulling } from "../cull/row-culling.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import type { RefractingDraws } from "../refraction/refracting-bounds.ts";
import type { CpuOrdering } from "../translucent/cpu-order.ts";
import type { FrameStats, RenderSettings } from "../types.ts";
import type { View } from "../views/view.ts";
import type { DrawEncoder, RecordedDraws } from "./recorded-draws.ts";

/**
 * Of a run of `clusters`: whether a view may ever see what lies in them.
 * @param chunk of the world's, which it is
 */
export type ClusterFilter = (
  clusters: Uint32Array,
  first: number,
  count: number,
  chunk?: number,
) => boolean;

/**
 * Makes a draw source; what it takes of the GPU's memory is kept by `keep` until all of it is made.
 * @param scene the map that it is drawn with
 * @throws GpuError `limit`
 */
export type MakeSource = (context: RenderContext, keep: Keep, scene: MapScene) => DrawSource;

export type Keep = <Part extends Owner>(part: Part) => Part;

/** A source in other light. */
export interface RelitSource {
  readonly source: DrawSource;
  /** Writes what the two share, once this one is drawn. */
  readonly finish: () => void;
}

export interface DrawSource {
  readonly name: string;
  /** Its place among the sets of a view, and what rows of the back-to-front list are told by. */
  readonly number: number;
  /** What it is made of. A source that replaces this one may have taken over some of them. */
  readonly parts: readonly Owner[];
  readonly materials: MaterialTable;
  /** Left out: it draws no models. */
  readonly props?: PropSet;
  /**
   * The same in other light; null: none of that light is its own.
   * @param light of the props; null if the map has none
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
   * @param filter null: everything may be seen
   * @param sources all that the view draws
   * @throws GpuError `limit`; nothing is left behind then
   */
  readonly createDrawSet: (
    context: RenderContext,
    frame: GPUBindGroup,
    filter: ClusterFilter | null,
    sources: readonly DrawSource[],
  ) => DrawSet;
}

/** The world's triangles, as `BATCH_ARGS` rows of an index list. */
export interface Edges {
  readonly indices: GPUBuffer;
  /** Rows of `WORLD_VERTEX`. */
  readonly vertices: GPUBuffer;
  /** Of a phase. */
  readonly rowCount: number;
}

/** Draws of which the GPU decides what they show. */
export interface IndirectDraws {
  /** Their arguments, which are read back to count them. */
  readonly args: GPUBuffer;
  /**
   * Adds to `stats` what the words of `args` say, from `start` on.
   * @param phases 2: the late draws, too
   * @returns how many draws had something to draw
   */
  readonly count: (stats: FrameStats, words: Uint32Array, start: number, phases: number) => number;
  /** The same triangles, for who draws their edges as lines; null: they show none. */
  readonly edges: Edges | null;
}

/**
 * Culls by the CPU reference, without a late phase, and uploads what it finds: until the GPU's pipelines
 * are compiled, and for benchmarks to compare.
 */
export interface CpuCulling {
  readonly cull: (view: View, settings: RenderSettings) => void;
  /** Frees the room that was taken for it, until it is asked for again. */
  readonly forget: () => void;
}

export interface DepthMeasure {
  /** Whether there is what it takes; asks for it. */
  readonly isReady: () => boolean;
  /** @param depth bound by `SampledPipelines.depthLayout` */
  readonly encode: (pass: GPUComputePassEncoder, depth: GPUBindGroup) => void;
}

export interface DrawSet extends IndirectDraws, Owner {
  readonly number: number;
  /**
   * The pass of the frame that its early draws are part of, and timed by. "translucent": what blends in any
   * order, when all that has one is drawn.
   */
  readonly pass: "world" | "props" | "decals" | "translucent";
  readonly isOn: (settings: RenderSettings) => boolean;
  /** How its rows are tested and gathered on the GPU, early and late. */
  readonly culling: RowCulling;
  /** The same by the CPU. */
  readonly onCpu: CpuCulling;
  /** Draws of what was visible before, and of what has come into view: see `PHASE_EARLY`. */
  readonly phases: readonly RecordedDraws[];
  /** What it asks of the depth of all that is opaque, in the picture's view; left out: nothing. */
  readonly measure?: DepthMeasure | null;
  /** Draws that read what was drawn behind them; null: there are none. */
  readonly refracting: RefractingDraws | null;
  /** Rows that it may add to the view's back-to-front list. */
  readonly translucentRows: number;
  /**
   * Its part of what is drawn back to front; null: it has none. The view's `list` is there by then.
   * @throws GpuError `limit`; nothing is left behind then
   */
  readonly createTranslucent: (list: TranslucentRows) => TranslucentDraws | null;
}

/** The back-to-front list of a view, as sets add to it and read it. */
export interface TranslucentRows {
  /** The struct `TranslucentList` of `shaders/common/cull/order.wgsl`. */
  readonly buffer: GPUBuffer;
  /** Rows that it has room for. */
  readonly capacity: number;
  /** The map's tree, by which leaves are ranked: `TREE_NODE` rows. */
  readonly nodes: GPUBuffer;
  /** Of each leaf, where it hangs in the tree. */
  readonly leafLink: Uint32Array;
  /** Turns that the sets take in being drawn. */
  readonly slotCount: number;
}

export interface TranslucentDraws extends IndirectDraws, Owner {
  /** What `encodeOrder` and `encodeCompaction` take. */
  readonly pipelines: readonly LazyPipeline<GPUComputePipeline>[];
  /** The same by the CPU. */
  readonly onCpu: CpuOrdering;
  /** What `args` are before anything is counted. */
  readonly emptyArgs: GPUBuffer;
  /** Adds what is in view to the list; the view's own groups are bound. */
  readonly encodeOrder: (pass: GPUComputePassEncoder) => void;
  /** Gathers what the list has of the set, in its order. */
  readonly encodeCompaction: (pass: GPUComputePassEncoder) => void;
  /** Draws what fell into a slot. The frame's group is bound. */
  readonly encodeSlot: (encoder: DrawEncoder, slot: number) => void;
}
