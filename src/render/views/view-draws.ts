/** What one view draws of a map: culled for it and recorded for it. */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { createOrderedDraws, type OrderedDraws, recordOrdered } from "../ordered/ordered-pass.ts";
import {
  createPropDraws,
  type PropDraws,
  type PropGeometry,
  recordProps,
} from "../props/prop-pass.ts";
import {
  createWorldDraws,
  recordWorld,
  type WorldDraws,
  type WorldGeometry,
} from "../world/world-pass.ts";
import type { View } from "./view.ts";
import { createViewVisibility, type ViewVisibility } from "./view-visibility.ts";

export interface ViewDraws {
  readonly view: View;
  readonly visibility: ViewVisibility & Owner;
  /** Bind group of the view's block. */
  readonly frame: GPUBindGroup;
  world: WorldDraws;
  props: PropDraws | null;
  ordered: OrderedDraws;
  /** Of the pipelines that its bundles were recorded with. */
  pipelineVersion: number;
}

/** What all views share of a map. */
export interface ViewParts {
  readonly geometry: WorldGeometry;
  readonly materials: MaterialTable;
  readonly propGeometry: PropGeometry | null;
}

/** What a view may ever see. */
export interface ViewFilter {
  readonly chunk: (chunk: number) => boolean;
  readonly instance: (instance: number) => boolean;
}

/** @throws GpuError `limit`; nothing is left behind then */
export function createViewDraws(
  context: RenderContext,
  view: View,
  frame: GPUBindGroup,
  pyramid: GPUBuffer,
  parts: ViewParts,
  filter?: ViewFilter,
): ViewDraws {
  const { geometry, materials, propGeometry } = parts;
  const made: Owner[] = [];
  const keep = <T extends Owner>(part: T): T => {
    made.push(part);
    return part;
  };
  try {
    const visibility = keep(
      buildOwner(context.gpu, (group) => createViewVisibility(group, context.cull, view, pyramid)),
    );
    const world = keep(createWorldDraws(context, geometry, materials, filter?.chunk));
    const props =
      propGeometry === null ? null : keep(createPropDraws(context, propGeometry, filter?.instance));
    const ordered = keep(createOrderedDraws(context, geometry, materials, world, props));
    const draws = { view, visibility, frame, world, props, ordered, pipelineVersion: 0 };
    recordView(context, parts, draws);
    return draws;
  } catch (error) {
    for (const part of made) part.destroy();
    throw error;
  }
}

/** Records the bundles of a view: when it is made, and when more pipelines are ready. */
export function recordView(
  context: RenderContext,
  { geometry, materials }: ViewParts,
  draws: ViewDraws,
): void {
  const { world, props, ordered, frame } = draws;
  draws.pipelineVersion = context.pipelines.version;
  recordWorld(context, geometry, materials, world, frame);
  if (props !== null) recordProps(context, props, frame);
  recordOrdered(context, geometry, materials, ordered, world, props, frame);
}

export function destroyViewDraws({ visibility, world, props, ordered }: ViewDraws): void {
  for (const part of [visibility, world, props, ordered]) part?.destroy();
}
