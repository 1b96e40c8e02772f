/**
 * Builds the shapes of a map's props for rays: static props and entities in their pose at the map's
 * start.
 */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { ContentSource } from "../../content/types.ts";
import type { Ledger } from "../../core/ledger.ts";
import {
  STATIC_PROP_FLAG_FADES,
  STATIC_PROP_SCREEN_SPACE_FADE,
} from "../../formats/bsp/layouts/static-prop-flags.ts";
import type { BspDetails, BspWorld, StaticProps } from "../../formats/bsp/types.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { listMaterialPaths } from "../../formats/studio/list-material-paths.ts";
import { MAX_LODS } from "../../map/props.ts";
import type { PropShapes } from "../../map/solid/prop-shapes.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import { writeTransformedBox } from "../../math/transformed-box.ts";
import { contentName } from "../materials/content-name.ts";
import { mapConcurrent } from "../open/concurrent.ts";
import { openDetailed } from "../open/open-content.ts";
import { type ContentAccess, readOrWarn } from "../open/read-content.ts";
import { addEntityProps, listModelEntities } from "../props/entity-props.ts";
import { implyModels } from "../props/implied-models.ts";
import { isWithinLevels } from "../props/prop-levels.ts";
import { type PropModel, writePosedVertex } from "../props/prop-model.ts";
import { readPropModels } from "../props/prop-models.ts";
import { buildTriangleTree } from "./collision-tree.ts";

// Triangles of posed models, each with a tree of boxes.

/** Numbers per triangle: its corners. */
const CORNERS = 9;

/** Builds the model columns of `PropShapes`. Models beyond the budget have no triangles. */
function listModelTrees(models: readonly PropModel[], ledger: Ledger) {
  const parts = models.map((model) => {
    const count = countTriangles(model);
    // A coordinate costs as much as an index.
    if (count === 0 || !ledger.tryTake("indices", count * CORNERS * 2)) return null;
    return buildTree(model, count);
  });
  const sum = (of: (part: ModelTree) => number) =>
    parts.reduce((total, part) => total + (part === null ? 0 : of(part)), 0);
  const triangleCount = sum(({ columns }) => columns.length);
  const boxCount = sum(({ boxLinks }) => boxLinks.length / 2);
  const out = {
    modelFirstBox: new Uint32Array(models.length),
    modelFirstTriangle: new Uint32Array(models.length),
    modelTriangleCount: new Uint32Array(models.length),
    triangles: new Float32Array(triangleCount * CORNERS),
    triangleColumn: new Uint16Array(triangleCount),
    boxes: new Float32Array(boxCount * 6),
    boxLinks: new Uint32Array(boxCount * 2),
  };
  let box = 0;
  let triangle = 0;
  for (const [row, part] of parts.entries()) {
    out.modelFirstBox[row] = box;
    out.modelFirstTriangle[row] = triangle;
    if (part === null) continue;
    out.modelTriangleCount[row] = part.columns.length;
    out.triangles.set(part.corners, triangle * CORNERS);
    out.triangleColumn.set(part.columns, triangle);
    out.boxes.set(part.boxes, box * 6);
    out.boxLinks.set(part.boxLinks, box * 2);
    box += part.boxLinks.length / 2;
    triangle += part.columns.length;
  }
  return out;
}

interface ModelTree {
  readonly corners: Float32Array;
  readonly columns: Uint16Array;
  readonly boxes: Float32Array;
  readonly boxLinks: Uint32Array;
}

function countTriangles({ mesh }: PropModel): number {
  let count = 0;
  for (let draw = 0; draw < mesh.drawCount; draw++) {
    if (mesh.drawLod[draw] === 0) count += Math.floor(mesh.drawIndexCount[draw] / 3);
  }
  return count;
}

function buildTree(model: PropModel, count: number): ModelTree {
  const { mesh } = model;
  const corners = new Float32Array(count * CORNERS);
  const columns = new Uint16Array(count);
  let at = 0;
  for (let draw = 0; draw < mesh.drawCount; draw++) {
    if (mesh.drawLod[draw] !== 0) continue;
    const first = mesh.drawFirstIndex[draw];
    const triangles = Math.floor(mesh.drawIndexCount[draw] / 3);
    columns.fill(mesh.drawMaterial[draw], at, at + triangles);
    for (let i = 0; i < triangles * 3; i++) {
      writePosed(corners, at * CORNERS + i * 3, model, mesh.indices[first + i]);
    }
    at += triangles;
  }
  const { order, boxes, boxLinks } = buildTriangleTree(corners);
  const sorted = new Float32Array(corners.length);
  for (let to = 0; to < count; to++) {
    const from = order[to] * CORNERS;
    sorted.set(corners.subarray(from, from + CORNERS), to * CORNERS);
  }
  return { corners: sorted, columns: columns.map((_, to) => columns[order[to]]), boxes, boxLinks };
}

/** Writes the position of a vertex in the posed model. */
function writePosed(out: Float32Array, to: number, { mesh, palette }: PropModel, vertex: number) {
  if (palette === null) {
    out.set(mesh.vertices.position.subarray(vertex * 3, vertex * 3 + 3), to);
    return;
  }
  writePosedVertex(out, to, mesh.vertices, vertex, palette);
}

// Material names of models' skins: of the candidate paths, the one that exists.

/** Most directories of a model that are searched; real models name a handful. */
const MOST_DIRS = 16;
const NOWHERE: readonly string[] = [];

class SkinMaterials {
  readonly #models: readonly PropModel[];
  readonly #ledger: Ledger;
  readonly #rows = new Map<string, number>();
  readonly #candidates: (readonly string[])[] = [];

  constructor(models: readonly PropModel[], ledger: Ledger) {
    this.#models = models;
    this.#ledger = ledger;
  }

  /** Returns a prop's skin; an invalid skin counts as the first. */
  skinOf(model: number, { skin }: Pick<StaticProps, "skin">, prop: number): number {
    const stored = skin[prop];
    return stored >= 0 && stored < this.#models[model].mdl.skinFamilyCount ? stored : 0;
  }

  /** Returns the first row of a skin's materials, one for each column of the skin table. */
  add(model: number, skin: number): number {
    const key = `${model} ${skin}`;
    let first = this.#rows.get(key);
    if (first !== undefined) return first;
    first = this.#candidates.length;
    this.#rows.set(key, first);
    const { mdl, isStandIn } = this.#models[model];
    const columns = Math.max(isStandIn ? 0 : mdl.skinReferenceCount, 1);
    const isNamed = !isStandIn && mdl.skinReferenceCount > 0;
    const hasRoom = isNamed && this.#ledger.tryTake("materials", columns);
    for (let column = 0; column < columns; column++) {
      this.#candidates.push(hasRoom ? listMaterialPaths(mdl, skin, column, MOST_DIRS) : NOWHERE);
    }
    return first;
  }

  /**
   * Resolves the material columns of `PropShapes`. A missing material keeps its first candidate
   * path as name.
   */
  async resolve(access: ContentAccess) {
    const lists = new Map(this.#candidates.map((paths) => [paths.join("|"), paths]));
    const nameOf = new Map<string, string>();
    const find = async ([key, paths]: [string, readonly string[]]) => {
      let found = paths[0] ?? "";
      for (const path of paths) {
        if (!(await readOrWarn(access, path, "unreadable-material"))) continue;
        found = path;
        break;
      }
      nameOf.set(key, found === "" ? "" : contentName(found, ".vmt"));
    };
    await mapConcurrent([...lists], find, access.signal);
    const names = [...new Set(nameOf.values())];
    const rowOf = new Map(names.map((name, row) => [name, row]));
    const skinMaterial = Uint32Array.from(
      this.#candidates,
      (paths) => rowOf.get(nameOf.get(paths.join("|")) as string) as number,
    );
    return { skinMaterial, materialName: names };
  }
}

/** Rejects if reading is aborted. */
export async function buildPropShapes(
  bsp: BspWorld & Pick<BspDetails, "staticProps">,
  access: ContentAccess,
): Promise<PropShapes> {
  const implied = await implyModels(bsp.entities, access);
  const entities = listModelEntities(implied);
  const placed = addEntityProps(bsp.staticProps, entities, bsp.entities);
  const { table } = placed;
  const firstEntity = table.count - entities.length;
  const firstModel = table.modelName.length - placed.stands.length;
  const rows = table.modelName.map((path, row) => ({
    ...(placed.stands[row - firstModel] ?? { sequence: null }),
    path: normalizePath(path),
  }));
  const used = [...new Set(table.model)].sort((a, b) => a - b);
  const read = await readPropModels(
    used.map((row) => rows[row]),
    access,
  );
  const modelOf = new Map(used.map((row, i) => [row, read[i]]));
  const models = [...new Set(read.filter((model) => model !== null))];
  const trees = listModelTrees(models, access.ledger);
  const rowOf = new Map(models.map((model, row) => [model, row]));
  const shown: number[] = [];
  let leftOut = 0;
  for (let prop = 0; prop < table.count; prop++) {
    if (!isWithinLevels(table, prop) || table.diffuseModulation[prop * 4 + 3] === 0) continue;
    const model = modelOf.get(table.model[prop]);
    const isMet = model && trees.modelTriangleCount[rowOf.get(model) as number] > 0;
    if (isMet && table.uniformScale[prop] > 0) shown.push(prop);
    else leftOut++;
  }
  const modelRows = Uint32Array.from(
    shown,
    (prop) => rowOf.get(modelOf.get(table.model[prop]) as PropModel) as number,
  );
  const entityRow = new Map(implied.map((entity, row) => [entity, row]));
  const skins = new SkinMaterials(models, access.ledger);
  const instanceSkin = Uint16Array.from(shown, (prop, i) =>
    skins.skinOf(modelRows[i], table, prop),
  );
  const firstMaterial = shown.map((_, i) => skins.add(modelRows[i], instanceSkin[i]));
  return {
    modelCount: models.length,
    modelName: models.map(({ name }) => name),
    ...trees,
    modelLodCount: Uint8Array.from(models, ({ lodCount }) => lodCount),
    modelSwitchPoint: listSwitchPoints(models),
    instanceCount: shown.length,
    instanceModel: modelRows,
    ...placeInstances(table, shown, (i) => models[modelRows[i]]),
    instanceSkin,
    instanceFirstMaterial: Uint32Array.from(firstMaterial),
    instanceProp: Int32Array.from(shown, (prop) => (prop < firstEntity ? prop : -1)),
    instanceEntity: Int32Array.from(shown, (prop) =>
      prop < firstEntity ? -1 : (entityRow.get(entities[prop - firstEntity]) ?? -1),
    ),
    ...(await skins.resolve(access)),
    leftOut,
  };
}

function listSwitchPoints(models: readonly PropModel[]): Float32Array {
  const points = new Float32Array(models.length * MAX_LODS);
  for (const [row, { mesh, lodCount }] of models.entries()) {
    points.set(mesh.switchPoint.subarray(0, lodCount), row * MAX_LODS);
  }
  return points;
}

/** Computes transforms of instances, and their visibility by distance. */
function placeInstances(
  table: StaticProps,
  shown: readonly number[],
  modelOf: (i: number) => PropModel,
) {
  const count = shown.length;
  const placed = {
    worldFromModel: new Float32Array(count * 12),
    modelFromWorld: new Float32Array(count * 12),
    instanceBox: new Float32Array(count * 6),
    fadeMinDist: new Float32Array(count),
    fadeMaxDist: new Float32Array(count),
  };
  for (const [i, prop] of shown.entries()) {
    const [pitch, yaw, roll] = table.angles.subarray(prop * 3, prop * 3 + 3);
    const [x, y, z] = table.origin.subarray(prop * 3, prop * 3 + 3);
    const scale = table.uniformScale[prop];
    writeMatrix3x4(placed.worldFromModel, i * 12, pitch, yaw, roll, x, y, z, scale);
    writeInverse(placed.modelFromWorld, placed.worldFromModel, i * 12, scale);
    const { box } = modelOf(i);
    const [mins, maxs] = [box.subarray(0, 3), box.subarray(3, 6)];
    writeTransformedBox(placed.instanceBox, i * 6, placed.worldFromModel, i * 12, mins, maxs);
    const fades = table.flags[prop] & (STATIC_PROP_FLAG_FADES | STATIC_PROP_SCREEN_SPACE_FADE);
    if (fades !== STATIC_PROP_FLAG_FADES || !(table.fadeMaxDist[prop] > 0)) continue;
    const end = table.fadeMaxDist[prop];
    const start = table.fadeMinDist[prop];
    placed.fadeMaxDist[i] = end;
    placed.fadeMinDist[i] = start >= 0 ? Math.min(start, end) : end;
  }
  return placed;
}

/** Writes the inverse of a rotation, scale and translation. */
function writeInverse(out: Float32Array, matrix: Float32Array, at: number, scale: number): void {
  for (let row = 0; row < 3; row++) {
    let moved = 0;
    for (let column = 0; column < 3; column++) {
      const value = matrix[at + column * 4 + row] / (scale * scale);
      out[at + row * 4 + column] = value;
      moved -= value * matrix[at + column * 4 + 3];
    }
    out[at + row * 4 + 3] = moved;
  }
}

/**
 * Reads a map again for its props as shapes that rays can hit.
 * @param sources where models are looked for besides the map's own pakfile, in search order
 * @throws FormatError, and rejects as the sources do
 */
export async function openPropShapes(
  map: ByteSource,
  sources: readonly ContentSource[],
  signal?: AbortSignal,
): Promise<PropShapes> {
  const { bsp, access } = await openDetailed(map, sources, signal);
  return buildPropShapes(bsp, access);
}
