/**
 * The ways of seeing a map, in one list: what the page, the command, links and shaders know of a view is its row. To add
 * one: a row of its group, and a line in `shaders/common/inspect/look.wgsl` for what it says of a surface. Rows of kind
 * "surface" are values of the setting `view`, one at a time.
 */

import type { ViewRow } from "./view-row.ts";
import { LIGHT_VIEWS } from "./views-of-light.ts";
import { SURFACE_VIEWS } from "./views-of-surfaces.ts";
import { VISIBILITY_VIEWS } from "./views-of-visibility.ts";

export const VIEWS: readonly ViewRow[] = [...LIGHT_VIEWS, ...SURFACE_VIEWS, ...VISIBILITY_VIEWS];

export function findView(name: string): ViewRow | undefined {
  return VIEWS.find((view) => view.name === name);
}
