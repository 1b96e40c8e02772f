/** Draws of the views of a camera, culled and recorded for each view. */

import { assert } from "../../core/errors.ts";
import { buildFrom, type Owner } from "../../gpu/resource-group.ts";
import type { LeafTree } from "../../map/tree.ts";
import { GROUP_FRAME } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { PHASE_EARLY, PHASE_LATE } from "../cull/cull-pipelines.ts";
import { type CullTable, createCullPlan, type ViewPlan } from "../cull/cull-table.ts";
import type { ClusterFilter, DrawSet, DrawSource } from "../draws/draw-set.ts";
import { type DrawEncoder, type RecordedDraws, recordDraws } from "../draws/recorded-draws.ts";
import type { FrameBlock } from "../frame/frame-uniforms.ts";
import {
  buildTreeLinks,
  createTranslucentList,
  type TranslucentList,
  type TreeLinks,
} from "../translucent/translucent-list.ts";
import type { RenderSettings } from "../types.ts";
import type { WorldSource } from "../world/world-source.ts";
import type { View } from "./view.ts";

export interface ViewDraws {
  readonly view: View;
  readonly block: FrameBlock;
  /** Bind group of the view's uniforms. */
  readonly frame: GPUBindGroup;
  /** Culls the view, together with the other views of its camera. */
  readonly table: CullTable;
  /** Draw sets, sorted by number. */
  readonly sets: readonly DrawSet[];
  readonly translucent: TranslucentList;
  /** Bits of the sets that the settings show, by number: see `followSettings`. */
  onSets: number;
  readonly passes: ViewPasses;
  /** Whether it was destroyed; its counts can no longer be read then. */
  readonly isFreed: boolean;
}

/** Recorded draws by pass. Their variants are `ViewDraws.onSets` and the bits below. */
interface ViewPasses {
  readonly world: RecordedDraws;
  readonly props: RecordedDraws;
  /** World and props of the late phase. */
  readonly revealed: RecordedDraws;
  readonly decals: RecordedDraws;
  /** All sets before translucent surfaces. */
  readonly opaque: RecordedDraws;
  /** The back-to-front list, and sets that are blended in any order. */
  readonly blended: RecordedDraws;
}

/** Variant bits above the sets': there is a late phase; the back-to-front list is drawn. */
export const VARIANT_LATE = 1 << 16;
export const VARIANT_LIST = 1 << 17;

export interface SeenView {
  readonly view: View;
  readonly block: FrameBlock;
  /** Decides what the view may ever see, or `null` for everything. */
  readonly filter: ClusterFilter | null;
}

/** Views that share a table. */
export interface TableViews extends Owner {
  readonly table: CullTable;
  readonly views: readonly ViewDraws[];
}

/**
 * @param seen at most `MAX_TABLE_VIEWS`
 * @throws GpuError `limit`; everything created so far is freed then
 */
export function createTableViews(
  context: RenderContext,
  seen: readonly SeenView[],
  pyramid: GPUBuffer,
  sources: readonly DrawSource[],
  tree: LeafTree,
): TableViews {
  return buildFrom((keep, destroyParts) => {
    let isFreed = false;
    const plan = createCullPlan();
    const links = buildTreeLinks(tree);
    const parts = seen.map((own) => {
      assert(own.block.page === context.frame.camera.page, "more views than culling binds");
      const viewPlan = plan.addView(own.block.slot);
      const made = createSets(context, own, viewPlan, sources, keep);
      return { own, ...made, translucent: createList(links, tree, made.sets, viewPlan, keep) };
    });
    const world = sources.find(({ name }) => name === "world") as WorldSource;
    const table = keep(plan.build(context, world.geometry.buffer, pyramid));
    const views = parts.map(({ own, sets, translucent }): ViewDraws => {
      const { view, block } = own;
      const frame = block.bindGroup;
      return {
        ...{ view, block, frame, table, sets, translucent, onSets: 0 },
        passes: recordPasses(context, frame, sets, translucent),
        get isFreed() {
          return isFreed;
        },
      };
    });
    return {
      table,
      views,
      destroy() {
        isFreed = true;
        destroyParts();
      },
    };
  });
}

type Keep = <Part extends Owner>(part: Part) => Part;

function keepOf(keep: Keep, { destroy }: { readonly destroy?: () => void }): void {
  if (destroy !== undefined) keep({ destroy });
}

function createSets(
  context: RenderContext,
  { block, filter }: SeenView,
  plan: ViewPlan,
  sources: readonly DrawSource[],
  keep: Keep,
): { readonly sets: readonly DrawSet[] } {
  const sets = sources.map((source) => {
    const set = source.createDrawSet(context, { frame: block.bindGroup, filter, plan }, sources);
    keepOf(keep, set);
    return set;
  });
  return { sets };
}

function createList(
  links: TreeLinks,
  tree: LeafTree,
  sets: readonly DrawSet[],
  { drawn }: ViewPlan,
  keep: Keep,
): TranslucentList {
  const list = createTranslucentList(links, tree, sets, drawn);
  for (const { draws } of list.parts) keepOf(keep, draws);
  return list;
}

function recordPasses(
  context: RenderContext,
  frame: GPUBindGroup,
  sets: readonly DrawSet[],
  { parts, slotCount }: TranslucentList,
): ViewPasses {
  const encodeSets = (
    encoder: DrawEncoder,
    variant: number,
    phase: number,
    isPart: (pass: DrawSet["pass"]) => boolean,
  ): void => {
    encoder.setBindGroup(GROUP_FRAME, frame);
    for (const set of sets) {
      if (((variant >> set.number) & 1) === 1 && isPart(set.pass)) set.encode(encoder, phase);
    }
  };
  const record = (name: string, phase: number, isPart: (pass: DrawSet["pass"]) => boolean) =>
    recordDraws(context, `render/${name}`, (encoder, variant) =>
      encodeSets(encoder, variant, phase, isPart),
    );
  const isBlended = (pass: DrawSet["pass"]) => pass === "translucent";
  return {
    world: record("world", PHASE_EARLY, (pass) => pass === "world"),
    props: record("props", PHASE_EARLY, (pass) => pass === "props"),
    revealed: record("revealed", PHASE_LATE, (pass) => pass === "world" || pass === "props"),
    decals: recordDraws(context, "render/decals", (encoder, variant) => {
      const phase = (variant & VARIANT_LATE) === 0 ? PHASE_EARLY : PHASE_LATE;
      encodeSets(encoder, variant, phase, (pass) => pass === "decals");
    }),
    opaque: record("opaque", PHASE_EARLY, (pass) => !isBlended(pass)),
    blended: recordDraws(context, "render/translucent", (encoder, variant, hasBehind) => {
      encoder.setBindGroup(GROUP_FRAME, frame);
      const hasList = (variant & VARIANT_LIST) !== 0;
      for (let slot = 0; slot < slotCount && hasList; slot++) {
        for (const { draws } of parts) draws.encodeSlot(encoder, slot, hasBehind);
      }
      encodeSets(encoder, variant, PHASE_EARLY, isBlended);
      if ((variant & VARIANT_LATE) !== 0) encodeSets(encoder, variant, PHASE_LATE, isBlended);
    }),
  };
}

/** Finds the sets that the settings show. Call each frame. */
export function followSettings(draws: ViewDraws, settings: RenderSettings): void {
  const { sets } = draws;
  let on = 0;
  for (let i = 0; i < sets.length; i++) if (sets[i].isOn(settings)) on |= 1 << sets[i].number;
  draws.onSets = on;
}

/** Returns true if a set of a pass is shown. */
export function hasSets({ sets, onSets }: ViewDraws, pass: DrawSet["pass"]): boolean {
  for (let i = 0; i < sets.length; i++) {
    if (sets[i].pass === pass && ((onSets >> sets[i].number) & 1) === 1) return true;
  }
  return false;
}
