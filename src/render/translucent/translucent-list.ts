/**
 * What a view draws back to front: what blends with what is behind it. The surfaces of all its draw
 * sets are put in order together: by the BSP's own order of leaves, then by distance.
 */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { LeafTree } from "../../map/tree.ts";
import { GROUP_FRAME } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { TRANSLUCENT_SLOTS } from "../cull/cull-pipelines.ts";
import type { DrawSet, TranslucentDraws } from "../draws/draw-set.ts";
import { type RecordedDraws, recordDraws } from "../draws/recorded-draws.ts";
import type { RenderSettings } from "../types.ts";
import type { View } from "../views/view.ts";
import { createOrderedRows, type OrderedRows, orderRows, restartRows } from "./cpu-order.ts";
import { buildTreeLinks } from "./tree-links.ts";

/** Words of the list's head: how many rows, and how many of them take a turn. */
const LIST_HEAD_WORDS = 2;
const LIST_ROW_WORDS = 4;

/** A set's part of the list. */
export interface TranslucentPart {
  readonly set: DrawSet;
  readonly draws: TranslucentDraws;
}

export interface TranslucentList extends Owner {
  readonly buffer: GPUBuffer;
  /** In the order of the sets; none: nothing is ever drawn back to front. */
  readonly parts: readonly TranslucentPart[];
  /** All that is listed. */
  readonly draws: RecordedDraws;
  /** Lists what is in view and brings it into order by the CPU; the draws are ready then. */
  readonly orderOnCpu: (view: View, settings: RenderSettings) => void;
  /** Frees the room that was taken for it, until it is asked for again. */
  readonly forgetOnCpu: () => void;
}

/** @throws GpuError `limit`; nothing is left behind then */
export function createTranslucentList(
  context: RenderContext,
  tree: LeafTree,
  sets: readonly DrawSet[],
  frame: GPUBindGroup,
): TranslucentList {
  const parts: TranslucentPart[] = [];
  const destroyParts = () => {
    for (const { draws } of parts) draws.destroy();
  };
  try {
    const list = buildOwner(context.gpu, (group) => {
      const links = buildTreeLinks(tree);
      const { STORAGE, COPY_DST } = GPUBufferUsage;
      const capacity = sets.reduce((rows, set) => rows + set.translucentRows, 0);
      const bytes = (LIST_HEAD_WORDS + capacity * LIST_ROW_WORDS) * 4;
      const usage = STORAGE | COPY_DST;
      const buffer = group.buffer("render/translucent-list", "world", usage, bytes);
      const nodes = group.bufferWith("render/tree-nodes", "world", STORAGE, links.nodes);
      // What is first in every slot needs no more than one.
      const hasTurns = sets.some((set) => set.number > 0 && set.translucentRows > 0);
      const slotCount = hasTurns ? TRANSLUCENT_SLOTS : 1;
      for (const set of sets) {
        const { leafLink } = links;
        const draws = set.createTranslucent({ buffer, capacity, nodes, leafLink, slotCount });
        if (draws !== null) parts.push({ set, draws });
      }
      let rows: OrderedRows | null = null;
      return {
        buffer,
        parts,
        orderOnCpu(view: View, settings: RenderSettings) {
          if (parts.length === 0) return;
          rows ??= createOrderedRows(capacity, tree);
          restartRows(rows, tree, view);
          for (const { set, draws } of parts) {
            if (set.isOn(settings)) draws.onCpu.list(rows, view, settings);
          }
          orderRows(rows, slotCount);
          for (const { draws } of parts) draws.onCpu.gather(rows);
        },
        forgetOnCpu() {
          rows = null;
          for (const { draws } of parts) draws.onCpu.forget();
        },
        draws: recordDraws(context, "render/translucent", (encoder) => {
          encoder.setBindGroup(GROUP_FRAME, frame);
          for (let slot = 0; slot < slotCount; slot++) {
            for (const { draws } of parts) draws.encodeSlot(encoder, slot);
          }
        }),
      };
    });
    return {
      ...list,
      destroy() {
        destroyParts();
        list.destroy();
      },
    };
  } catch (error) {
    destroyParts();
    throw error;
  }
}

/** Empties the list; before the compute pass that fills it. */
export function encodeListReset(
  encoder: GPUCommandEncoder,
  { buffer, parts }: TranslucentList,
): void {
  encoder.clearBuffer(buffer, 0, LIST_HEAD_WORDS * 4);
  for (let i = 0; i < parts.length; i++) {
    const { draws } = parts[i];
    encoder.copyBufferToBuffer(draws.emptyArgs, 0, draws.args, 0, draws.args.size);
  }
}

/** Lists what is in view; the view's own groups are bound. */
export function encodeOrder(
  pass: GPUComputePassEncoder,
  { parts }: TranslucentList,
  settings: RenderSettings,
): void {
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].set.isOn(settings)) parts[i].draws.encodeOrder(pass);
  }
}

/** Brings what is listed into the order in which it is drawn. */
export function encodeOrderCompaction(
  pass: GPUComputePassEncoder,
  { parts }: TranslucentList,
  settings: RenderSettings,
): void {
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].set.isOn(settings)) parts[i].draws.encodeCompaction(pass);
  }
}
