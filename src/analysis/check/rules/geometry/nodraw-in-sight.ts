import type { Winding } from "../../../../compile/vbsp/brushes/winding.ts";
import { createBitSet, hasBit } from "../../../../core/bit-set.ts";
import { CONTENTS_SOLID } from "../../../../formats/bsp/layouts/contents-flags.ts";
import { decodePvsRow } from "../../../../visibility/pvs.ts";
import type { MapFacts } from "../../facts/map-facts.ts";
import { windingOf } from "../../facts/side-winding.ts";
import { countOf } from "../../facts/words.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** Inches before the side at which it is looked for: less than a carpet is thick. */
const BEFORE = 0.25;
/** Inches before the side that whoever sees it stands at the least. */
const LEAST_HEIGHT = 2;
/** Inches: a prop this near may cover it, as lamps and doors do the holes that they are in. */
const NEAR_PROP = 128;

export const nodrawInSight: Rule = {
  name: "nodraw-in-sight",
  why: "Where a surface is not drawn one sees what was drawn there before, or out of the map.",
  check(facts) {
    const { bsp, space, pvs, sight, brushes } = facts;
    if (sight.eyes.length === 0) return [];
    const rows = sight.eyes.map((eye) => {
      const row = createBitSet(pvs?.clusterCount ?? 0);
      if (pvs !== null) decodePvsRow(pvs, space.clusterOf(...eye), row);
      return row;
    });
    const props = listProps(facts);
    let count = 0;
    let first: Pick<Fault, "origin" | "normal"> | null = null;
    for (const { brush, side } of listNodraw(facts)) {
      const plane = brushes.sidePlane[side];
      const normal = [...bsp.planes.normal.subarray(plane * 3, plane * 3 + 3)] as unknown as Vec3;
      const dist = bsp.planes.dist[plane];
      const winding = windingOf(facts, brush, side);
      if (winding === null) continue;
      const seen = samplesOf(winding, normal).find((at) => {
        const cluster = space.clusterOf(...at);
        if (cluster < 0 || space.isSolid(...at)) return false;
        return sight.eyes.some((eye, i) => {
          const height = normal[0] * eye[0] + normal[1] * eye[1] + normal[2] * eye[2] - dist;
          if (height < LEAST_HEIGHT || (pvs !== null && !hasBit(rows[i], cluster))) return false;
          return sight.isClear(eye, at);
        });
      });
      if (seen === undefined || props.some((prop) => distanceOf(prop, seen) < NEAR_PROP)) continue;
      first ??= { origin: seen, normal };
      count++;
    }
    if (first === null) return [];
    const are = count === 1 ? "is" : "are";
    const message = `${countOf(count, "nodraw side")} ${are} in sight of where players begin.`;
    return [{ severity: "note", message, ...first }];
  },
};

const distanceOf = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Where models stand: rays know nothing of them. */
function listProps({ staticProps, entities }: MapFacts): Vec3[] {
  const places: Vec3[] = [];
  for (let prop = 0; prop < (staticProps?.count ?? 0); prop++) {
    places.push([...staticProps!.origin.subarray(prop * 3, prop * 3 + 3)] as unknown as Vec3);
  }
  for (const { origin, get } of entities) {
    if (origin !== null && /\.mdl$/i.test(get("model") ?? "")) places.push(origin);
  }
  return places;
}

/** Sides of the world's solid brushes with the material that is not drawn. */
function listNodraw({ bsp, brushes }: MapFacts): { brush: number; side: number }[] {
  const { texInfos, texDatas } = bsp;
  const isNodraw = texDatas.name.map((name) => /(^|\/)toolsnodraw/i.test(name));
  const found: { brush: number; side: number }[] = [];
  for (const brush of listWorldBrushes(bsp, brushes.leafBrushes)) {
    if ((brushes.contents[brush] & CONTENTS_SOLID) === 0) continue;
    const end = brushes.firstSide[brush] + brushes.sideCount[brush];
    for (let side = brushes.firstSide[brush]; side < end; side++) {
      const texInfo = brushes.sideTexInfo[side];
      if (brushes.sideIsBevel[side] === 1 || texInfo < 0) continue;
      if (isNodraw[texInfos.texdata[texInfo]]) found.push({ brush, side });
    }
  }
  return found;
}

/** Those in the leafs of the world's tree: not those of brush entities. */
function listWorldBrushes({ nodes, leafs, models }: MapFacts["bsp"], leafBrushes: Uint32Array) {
  const found = new Set<number>();
  const open = [models.headNode[0] ?? 0];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node >= 0) {
      if (node < nodes.count) open.push(nodes.children[node * 2], nodes.children[node * 2 + 1]);
      continue;
    }
    const leaf = -1 - node;
    const first = leafs.firstLeafBrush[leaf];
    for (let i = 0; i < leafs.leafBrushCount[leaf]; i++) found.add(leafBrushes[first + i]);
  }
  return [...found].sort((a, b) => a - b);
}

/** The middle, and half the way from there to each corner, a little before the side. */
function samplesOf(winding: Winding, normal: Vec3): Vec3[] {
  const count = winding.length / 3;
  const middle = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += winding[i * 3 + axis];
    return sum / count;
  });
  const lift = (point: readonly number[]): Vec3 =>
    point.map((value, axis) => value + normal[axis] * BEFORE) as unknown as Vec3;
  const corners = Array.from({ length: Math.min(count, 8) }, (_, i) =>
    lift(middle.map((value, axis) => (value + winding[i * 3 + axis]) / 2)),
  );
  return [lift(middle), ...corners];
}
