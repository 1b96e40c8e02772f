/** Brushes that nobody sees, and those of entities, as shapes. */

import type { Ledger } from "../../core/ledger.ts";
import { kindRow, MARK_KINDS } from "../../map/marks/mark-kinds.ts";
import { matrixOf, modelOf } from "../../scene/brushes/brush-models.ts";
import { brushKind, isSideSeen } from "./brush-kinds.ts";
import { classColor } from "./class-color.ts";
import { addTriangles, edgesOf, MAX_SIDES, transformPoints, windingsOfPlanes } from "./convex.ts";
import type { MarkBuilder } from "./mark-builder.ts";
import type { MarkMap } from "./mark-map.ts";
import { brushesOfModels } from "./model-brushes.ts";
import { ShapeClusters } from "./shape-clusters.ts";

/** An entity whose model a brush is part of; null: the world. */
interface Owner {
  readonly entity: number;
  readonly className: string | null;
  readonly matrix: Float32Array | null;
}

const WORLD: Owner = { entity: -1, className: null, matrix: null };

/** @returns what was left out: a sentence each */
export function addBrushMarks(map: MarkMap, out: MarkBuilder, ledger: Ledger): string[] {
  const { world, brushes } = map;
  const clusters = new ShapeClusters(map.tree);
  const { modelOfBrush, listOf } = brushesOfModels(map, ledger);
  let open = 0;
  let over = 0;

  const addBrush = (brush: number, owner: Owner): void => {
    const facts = factsOf(map, brush, owner.className);
    const name = brushKind(facts);
    if (name === null) return;
    const count = facts.planes.length / 4;
    // Each side is cut by each other one, and many brushes may name the same sides.
    if (count > MAX_SIDES || !ledger.tryTake("rayTests", count * count * CUT_COST)) {
      over++;
      return;
    }
    const windings = windingsOfPlanes(facts.planes);
    if (windings === null || windings.length === 0) {
      open++;
      return;
    }
    const kind = kindRow(name);
    const triangles: number[] = [];
    if (MARK_KINDS[kind].isSolid) for (const winding of windings) addTriangles(winding, triangles);
    const corners = transformPoints(triangles, owner.matrix);
    const lines = transformPoints(edgesOf(windings), owner.matrix);
    const byClass = owner.className !== null && (name === "trigger" || name === "volume");
    out.add(
      {
        kind,
        color: byClass ? classColor(owner.className as string) : MARK_KINDS[kind].color,
        name: facts.materials.join(", ") || "no material",
        source: brush,
        contents: facts.contents,
        entity: owner.entity,
      },
      corners,
      lines,
      clusters.of(lines),
    );
  };

  for (let brush = 0; brush < brushes.count; brush++) {
    if (modelOfBrush[brush] <= 0) addBrush(brush, WORLD);
  }
  for (const [row, entity] of world.entities.entries()) {
    const model = modelOf(world, entity);
    if (model === 0) continue;
    const className = (entity.get("classname") ?? "").toLowerCase();
    const owner = { entity: row, className, matrix: matrixOf(entity, entity) };
    for (const brush of listOf(model)) addBrush(brush, owner);
  }
  const warnings: string[] = [];
  if (open > 0) warnings.push(`${open} brushes are left out: their planes close no solid.`);
  if (over > 0) warnings.push(`${over} brushes are left out: they have too many sides.`);
  return warnings;
}

/** A cut makes a polygon: some dozens of what a ray's test of a side costs. */
const CUT_COST = 16;

function factsOf({ world, brushes, materials }: MarkMap, brush: number, className: string | null) {
  const planes: number[] = [];
  const names = new Set<string>();
  let anyFlags = 0;
  let allFlags = -1;
  let isSeen = false;
  for (let i = 0; i < brushes.sideCount[brush]; i++) {
    const side = brushes.firstSide[brush] + i;
    if (brushes.sideIsBevel[side] !== 0) continue;
    const plane = brushes.sidePlane[side];
    for (let axis = 0; axis < 3; axis++) planes.push(world.planes.normal[plane * 3 + axis]);
    planes.push(world.planes.dist[plane]);
    const texInfo = brushes.sideTexInfo[side];
    if (texInfo < 0) continue;
    const flags = world.texInfos.flags[texInfo];
    const material = materials[world.texInfos.texdata[texInfo]] ?? "";
    anyFlags |= flags;
    allFlags &= flags;
    if (material !== "") names.add(material);
    isSeen ||= material !== "" && isSideSeen(flags, material);
  }
  const contents = brushes.contents[brush];
  return { planes, contents, anyFlags, allFlags, materials: [...names], isSeen, className };
}
