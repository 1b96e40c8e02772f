/** Detail props: grass and stones that grow on faces by their material's `%detailtype`. */

import {
  DETAIL_PROP_LIGHTING_VERSION,
  DETAIL_PROPS_VERSION,
} from "../../../../formats/bsp/layouts/detail-prop-layouts.ts";
import {
  writeDetailLighting,
  writeDetailProps,
} from "../../../../formats/bsp/write/write-detail-props.ts";
import type { LeafTree } from "../../../../map/types.ts";
import { findLeaf } from "../../../../visibility/leaf-walk.ts";
import { createRandom } from "../../../generate/random.ts";
import type { CompileReport, MapLump } from "../../../types.ts";
import type { DispGrid } from "../displacements/disp-grid.ts";
import type { EntityKeys } from "../entity-values.ts";
import { readDetailEntity } from "./detail-entities.ts";
import { DetailTable } from "./detail-table.ts";
import type { DetailType } from "./detail-types.ts";
import { placeOnGrid, placeOnPolygon } from "./place-details.ts";

/** A face whose material sprouts detail props. */
export interface DetailFace {
  /** The VMF side's id: the seed, so that a change elsewhere in the map moves nothing here. */
  readonly sideId: number;
  /** `MaterialInfo.detailType`. */
  readonly detailType: string;
  /** 3 numbers a vertex, clockwise seen from the front. */
  readonly polygon: ArrayLike<number>;
  /** Of a displaced face, what `buildDisplacements` made of it. */
  readonly grid: DispGrid | null;
}

/** Inches above the ground at which a prop's leaf is looked for: on a floor, not below it. */
const ABOVE_GROUND = 1 / 8;

/**
 * The game lumps `dprp` (version 4), and `dplt` and `dplh`, which stay empty until vrad lights the
 * props: those of one style have their light in the record itself, and that is white till then.
 * A face whose type is not in `detail.vbsp` is warned about, once a type.
 * @throws FormatError with an entity's line
 */
export function buildDetailProps(
  faces: readonly DetailFace[],
  types: ReadonlyMap<string, DetailType>,
  entities: readonly EntityKeys[],
  tree: LeafTree,
  report: CompileReport,
): ReadonlyMap<"dprp" | "dplt" | "dplh", MapLump> {
  const table = new DetailTable();
  const unknown = new Set<string>();
  for (const face of faces) {
    const type = types.get(face.detailType.toLowerCase());
    if (!type) {
      unknown.add(face.detailType);
      continue;
    }
    const random = createRandom(face.sideId);
    const placed = face.grid
      ? placeOnGrid(face.grid, type, random)
      : placeOnPolygon(face.polygon, type, random);
    for (const { model, point, normal, angles, scale } of placed) {
      const [x, y, z] = point.map((value, axis) => value + normal[axis] * ABOVE_GROUND);
      table.add({ ...model, origin: point, angles, scale, leaf: findLeaf(tree, x, y, z) });
    }
  }
  for (const entity of entities) {
    const detail = readDetailEntity(entity);
    if (!detail) continue;
    const [x, y, z] = detail.origin;
    table.add({ ...detail, leaf: findLeaf(tree, x, y, z) });
  }
  for (const name of unknown) report.warn(`detail.vbsp has no detail type "${name}"`);
  if (table.overflow > 0) {
    report.warn(`${table.overflow} detail props are left out: a map holds at most 65535`);
  }
  const unlit = writeDetailLighting({
    count: 0,
    lighting: new Uint8Array(0),
    style: new Uint8Array(0),
  });
  return new Map([
    ["dprp", { version: DETAIL_PROPS_VERSION, bytes: writeDetailProps(table.finish()) }],
    ["dplt", { version: DETAIL_PROP_LIGHTING_VERSION, bytes: unlit }],
    ["dplh", { version: DETAIL_PROP_LIGHTING_VERSION, bytes: unlit.slice() }],
  ]);
}
