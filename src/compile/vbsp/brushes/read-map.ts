/** Sorts the VMF's solids into world brushes, models and displacements. */

import {
  CONTENTS_AREAPORTAL,
  CONTENTS_DETAIL,
  CONTENTS_LADDER,
  CONTENTS_ORIGIN,
} from "../../../formats/bsp/layouts/contents-flags.ts";
import type { Vmf, VmfEntity, VmfSolid } from "../../../formats/vmf/types.ts";
import type { CompileReport, CompilerMaterial, FindMaterial } from "../../types.ts";
import { classOf, readOrigin } from "../entity-keys.ts";
import { TexInfoTable } from "../faces/texinfo-table.ts";
import { MAX_MAP_BRUSHES, MAX_OVERLAPS } from "../limits.ts";
import { vmfFault } from "../vmf-fault.ts";
import type { MapBrush, MapSide } from "./map-brush.ts";
import { PlaneTable } from "./plane-table.ts";
import { type BrushOwner, type BrushReader, readBrush } from "./read-brushes.ts";
import { withSubstitutes } from "./tool-materials.ts";

/** Brush entity that becomes a separate model. */
export interface BrushModel {
  readonly entity: VmfEntity;
  /** Origin of its planes. */
  readonly origin: readonly [number, number, number];
  readonly brushes: readonly MapBrush[];
}

export interface DisplacedBrushSide {
  readonly side: MapSide;
  readonly contents: number;
}

export interface SourceMap {
  readonly planes: PlaneTable;
  readonly texInfos: TexInfoTable;
  /** Finds a material. Materials without a VMT have a substitute. */
  readonly findMaterial: (name: string) => CompilerMaterial;
  /** Finds the material of a water underside; `null` without a VMT. */
  readonly findBottom: FindMaterial;
  /** All brushes by row: the world's, then each model's. */
  readonly brushes: MapBrush[];
  readonly worldBrushes: readonly MapBrush[];
  readonly models: readonly BrushModel[];
  readonly displacements: readonly DisplacedBrushSide[];
  /** `portalnumber` of area portal entities, by their row + 1. */
  readonly portalNumbers: ReadonlyMap<number, number>;
}

const WORLD = { entity: 0, origin: [0, 0, 0], contents: 0, isWorld: true } as const;
/** Brush entities whose brushes divide the world's tree, with the contents they add. */
const IN_WORLD: ReadonlyMap<string, number> = new Map([
  ["func_detail", CONTENTS_DETAIL],
  ["func_ladder", CONTENTS_LADDER],
  ["func_areaportal", 0],
  ["func_areaportalwindow", 0],
]);
/** Brush entities that are hints for the compiler and get no model. */
const NOT_COMPILED = new Set(["func_viscluster", "func_occluder"]);
const isAreaPortal = (name: string): boolean => name.startsWith("func_areaportal");

/** @param materialHint end of the warning about missing materials, such as how to name content */
export function readMap(
  vmf: Vmf,
  find: FindMaterial,
  report: CompileReport,
  materialHint = "",
): SourceMap {
  const materials = withSubstitutes(find);
  const reader = {
    planes: new PlaneTable(),
    texInfos: new TexInfoTable(),
    findMaterial: materials.find,
    report,
  };
  const brushes: MapBrush[] = [];
  const displacements: DisplacedBrushSide[] = [];
  const read = (solids: readonly VmfSolid[], owner: BrushOwner) =>
    readSolids(solids, owner, reader, brushes, displacements);

  read(vmf.world.solids, WORLD);
  const portalNumbers = new Map<number, number>();
  for (const [i, entity] of vmf.entities.entries()) {
    const name = classOf(entity);
    const contents = IN_WORLD.get(name);
    if (contents === undefined) continue;
    const owner = { ...WORLD, entity: i + 1, contents };
    const own = read(entity.solids, owner);
    if (!isAreaPortal(name)) continue;
    if (entity.solids.length !== 1) {
      throw vmfFault("bad-count", name, entity.line, "one solid", String(entity.solids.length));
    }
    for (const brush of own) brush.contents = CONTENTS_AREAPORTAL;
    portalNumbers.set(i + 1, portalNumbers.size + 1);
  }
  const worldBrushes = [...brushes];
  checkOverlaps(worldBrushes);

  const models: BrushModel[] = [];
  for (const [i, entity] of vmf.entities.entries()) {
    const name = classOf(entity);
    if (entity.solids.length === 0 || IN_WORLD.has(name) || NOT_COMPILED.has(name)) continue;
    const origin = findModelOrigin(entity, i + 1, reader);
    const owner = { entity: i + 1, origin, contents: 0, isWorld: false };
    const own = read(entity.solids, owner);
    if (own.length > 0) models.push({ entity, origin, brushes: own });
  }
  for (const entity of vmf.entities) {
    const material = classOf(entity) === "info_overlay" ? entity.get("material") : undefined;
    if (material !== undefined) materials.find(material);
  }
  if (materials.missing.size > 0) {
    const names = [...materials.missing].sort();
    const count = names.length === 1 ? "1 material has" : `${names.length} materials have`;
    report.warn(
      `${count} no VMT, compiled as plain walls of 128x128 texels: ${names.join(", ")}${materialHint}`,
    );
  }
  return {
    ...reader,
    findBottom: find,
    brushes,
    worldBrushes,
    models,
    displacements,
    portalNumbers,
  };
}

/** Reads solids. Adds the brushes that collide to `brushes` and returns them. */
function readSolids(
  solids: readonly VmfSolid[],
  owner: BrushOwner,
  reader: BrushReader,
  brushes: MapBrush[],
  displacements: DisplacedBrushSide[],
): MapBrush[] {
  const own: MapBrush[] = [];
  for (const solid of solids) {
    const brush = readBrush(solid, owner, brushes.length, reader);
    if (brush.contents & CONTENTS_ORIGIN) {
      if (owner.isWorld) {
        throw vmfFault("bad-value", `solid ${solid.id}`, solid.line, "no origin brush here");
      }
      continue;
    }
    // A brush with displaced sides contributes only these sides.
    const displaced = brush.sides.filter((side) => side.dispInfo !== null);
    if (displaced.length > 0) {
      for (const side of displaced) displacements.push({ side, contents: brush.contents });
      continue;
    }
    own.push(brush);
    brushes.push(brush);
    if (brushes.length > MAX_MAP_BRUSHES) {
      const expected = `at most ${MAX_MAP_BRUSHES} brushes in a map`;
      throw vmfFault("too-large", `solid ${solid.id}`, solid.line, expected, "one more");
    }
  }
  return own;
}

/**
 * Rejects maps with too many overlapping brushes, because each pair may be cut, and the pieces cut
 * further brushes.
 */
function checkOverlaps(brushes: readonly MapBrush[]): void {
  const sorted = [...brushes].sort((a, b) => a.mins[0] - b.mins[0]);
  let overlaps = 0;
  for (const [i, { id, line, mins, maxs }] of sorted.entries()) {
    for (let j = i + 1; j < sorted.length && sorted[j].mins[0] < maxs[0]; j++) {
      const other = sorted[j];
      if (other.mins[1] >= maxs[1] || other.maxs[1] <= mins[1]) continue;
      if (other.mins[2] < maxs[2] && other.maxs[2] > mins[2]) overlaps++;
    }
    if (overlaps <= MAX_OVERLAPS) continue;
    const expected = `at most ${MAX_OVERLAPS} pairs of brushes that overlap`;
    throw vmfFault("too-large", `solid ${id}`, line, expected, "more");
  }
}

/** Returns the middle of the model's origin brush, or else the entity's origin. */
function findModelOrigin(
  entity: VmfEntity,
  row: number,
  reader: BrushReader,
): readonly [number, number, number] {
  const owner = { entity: row, origin: [0, 0, 0], contents: 0, isWorld: false } as const;
  for (const solid of entity.solids) {
    const isOrigin = solid.sides.some((side) => {
      const info = reader.findMaterial(side.material);
      return (info.contents & CONTENTS_ORIGIN) !== 0;
    });
    if (!isOrigin) continue;
    const { mins, maxs } = readBrush(solid, owner, -1, reader);
    const middle = (axis: number) => Math.trunc((mins[axis] + maxs[axis]) / 2);
    return [middle(0), middle(1), middle(2)];
  }
  return readOrigin(entity);
}
