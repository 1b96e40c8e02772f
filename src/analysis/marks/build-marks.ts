/** Builds the marks of a map, one group at a time. */

import { listCellTriangles } from "../../compile/vbsp/parts/displacements/disp-grid.ts";
import type { Ledger } from "../../core/ledger.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import { kindRow, MARK_KINDS } from "../../map/mark-kinds.ts";
import type { MarkAnswer, MarkGroup } from "../../map/mark-set.ts";
import { parseCoordinate, parseVector } from "../../scene/brushes/brush-models.ts";
import { buildDisplacementGrid } from "../../scene/world/displacement.ts";
import { addBrushMarks, ShapeClusters } from "./brush-marks.ts";
import { edgesOf } from "./convex.ts";
import { addEntityLines } from "./entity-lines.ts";
import { buildMarkers } from "./entity-markers.ts";
import { MarkBuilder } from "./mark-builder.ts";
import { type MarkMap, markLedger } from "./mark-map.ts";
import { addLeafMarks, addPortalMarks, addWindowMarks } from "./visibility-marks.ts";

// Marks of light entities: color, approximate range, and the cone of a spotlight.

const LIGHT = kindRow("light");
/** Segments of a circle. */
const STEPS = 24;
const MAX_RADIUS = 4096;
const SUN_LENGTH = 256;

function addLightMarks({ world }: MarkMap, out: MarkBuilder): void {
  for (const [row, entity] of world.entities.entries()) {
    const name = (entity.get("classname") ?? "").toLowerCase();
    if (!/^light(_spot|_environment|_directional|_dynamic)?$/.test(name)) continue;
    const origin = entity.get("origin");
    if (origin === undefined) continue;
    const at = parseVector(origin);
    const { color, brightness } = lightColor(entity);
    const facts = { kind: LIGHT, color, name, entity: row };
    if (name === "light_environment" || name === "light_directional") {
      out.add(facts, [], sunLines(at, lightDirection(entity)));
      continue;
    }
    const radius = lightRadius(entity, brightness);
    const isSpot = name !== "light";
    const outer = parseCoordinate(entity.get("_cone")) || 45;
    const lines = isSpot
      ? coneLines(at, lightDirection(entity), radius, Math.min(outer, 90))
      : sphereLines(at, radius);
    out.add(facts, [], lines);
  }
}

/** Returns the sRGB color of `_light` or its HDR variant, and its fourth number. */
function lightColor(entity: Entity): { color: number; brightness: number } {
  const hdr = (entity.get("_lighthdr") ?? "").trim();
  const text = hdr === "" || hdr.startsWith("-1") ? (entity.get("_light") ?? "") : hdr;
  const [r, g, b, brightness] = text.trim().split(/\s+/).map(Number);
  const byte = (value: number) => Math.min(Math.max(Math.round(value) || 0, 0), 255);
  const color = (byte(r) << 16) | (byte(g) << 8) | byte(b);
  return { color: color === 0 ? 0x808080 : color, brightness: brightness > 0 ? brightness : 200 };
}

/**
 * Returns the light's range in inches from its keys, or else the distance at which it falls to 10
 * of 255 by its attenuation. The stated brightness applies at 100 inches (vrad's lightmap.cpp).
 */
function lightRadius(entity: Entity, brightness: number): number {
  const key = (name: string) => Math.max(parseCoordinate(entity.get(name)), 0);
  const stated =
    key("_zero_percent_distance") || key("_distance") || key("_fifty_percent_distance");
  if (stated > 0) return Math.min(stated, MAX_RADIUS);
  const fall = brightness / 10;
  const quadratic = key("_quadratic_attn");
  const linear = key("_linear_attn");
  const isLinear = linear > 0 && quadratic === 0;
  return Math.min(Math.max(100 * (isLinear ? fall : Math.sqrt(fall)), 16), MAX_RADIUS);
}

/**
 * Returns the direction from `angles`, with `pitch` overriding its first number. Negative pitch
 * looks down, as in vrad.
 */
function lightDirection(entity: Entity): [number, number, number] {
  const angles = parseVector(entity.get("angles"));
  const pitch = ((parseCoordinate(entity.get("pitch")) || angles[0]) * Math.PI) / 180;
  const yaw = (angles[1] * Math.PI) / 180;
  return [Math.cos(yaw) * Math.cos(pitch), Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch)];
}

type Point = readonly [number, number, number];

function circle(middle: readonly number[], u: readonly number[], v: readonly number[]): number[] {
  const lines: number[] = [];
  const at = (step: number) => {
    const turn = (step / STEPS) * 2 * Math.PI;
    return middle.map((value, k) => value + u[k] * Math.cos(turn) + v[k] * Math.sin(turn));
  };
  for (let step = 0; step < STEPS; step++) lines.push(...at(step), ...at(step + 1));
  return lines;
}

function sphereLines(at: Point, radius: number): number[] {
  const axis = (k: number) => [0, 1, 2].map((i) => (i === k ? radius : 0));
  return [0, 1, 2].flatMap((k) => circle(at, axis(k), axis((k + 1) % 3)));
}

/** Returns two directions perpendicular to one. */
function across(d: Point): [number[], number[]] {
  const flat = Math.hypot(d[0], d[1]);
  const u = flat > 1e-3 ? [-d[1] / flat, d[0] / flat, 0] : [1, 0, 0];
  return [u, [d[1] * u[2] - d[2] * u[1], d[2] * u[0] - d[0] * u[2], d[0] * u[1] - d[1] * u[0]]];
}

function coneLines(at: Point, d: Point, length: number, degrees: number): number[] {
  const angle = (degrees * Math.PI) / 180;
  const [u, v] = across(d);
  const wide = length * Math.sin(angle);
  const middle = at.map((value, k) => value + d[k] * length * Math.cos(angle));
  const scaled = (axis: readonly number[], by: number) => axis.map((value) => value * by);
  const lines = circle(middle, scaled(u, wide), scaled(v, wide));
  for (const axis of [u, v]) {
    for (const side of [wide, -wide]) {
      lines.push(...at, ...middle.map((value, k) => value + axis[k] * side));
    }
  }
  return lines;
}

/** Returns parallel beams from the entity's position. */
function sunLines(at: Point, d: Point): number[] {
  const [u, v] = across(d);
  const lines: number[] = [];
  for (const [a, b] of [
    [0, 0],
    [24, 0],
    [-24, 0],
    [0, 24],
    [0, -24],
  ]) {
    const from = at.map((value, k) => value + u[k] * a + v[k] * b);
    lines.push(...from, ...from.map((value, k) => value + d[k] * SUN_LENGTH));
  }
  return lines;
}

// Marks of displacements by their game flags: walkable, buildable, without collision.

/** `DISPTRI_TAG_*` of Valve's public `bspfile.h`. */
const TAG_WALKABLE = 1 << 1;
const TAG_BUILDABLE = 1 << 2;
/** `SURF_NOHULL_COLL` of `builddisp.h`, in `minTess` where its sign bit is set. */
const NOHULL_COLL = 0x4;

/** @returns warnings about omissions, one sentence each */
function addGroundMarks(map: MarkMap, out: MarkBuilder, ledger: Ledger): string[] {
  const { world, materials } = map;
  const { faces, dispInfos, dispTris, texInfos } = world;
  const clusters = new ShapeClusters(map.tree);
  let over = 0;
  let found = 0;
  for (let face = 0; face < faces.count; face++) {
    const info = faces.dispInfo[face];
    if (info < 0 || faces.edgeCount[face] !== 4) continue;
    found++;
    if (!ledger.tryTake("displacementVertices", (2 ** dispInfos.power[info] + 1) ** 2)) {
      over++;
      continue;
    }
    const { edge, position } = buildDisplacementGrid(world, faces, face);
    const texInfo = faces.texinfo[face];
    const name = texInfo < 0 ? "" : (materials[texInfos.texdata[texInfo]] ?? "");
    const rim = rimOf(position, edge);
    const seenFrom = clusters.of(position);
    const add = (kind: number, corners: number[]): void => {
      if (corners.length === 0) return;
      const { color } = MARK_KINDS[kind];
      out.add({ kind, color, name: name || "no material" }, corners, rim, seenFrom);
    };
    const triangles = listCellTriangles(edge);
    const tagsAt = dispInfos.firstTri[info];
    const cornersWhere = (wanted: (tags: number) => boolean): number[] => {
      const corners: number[] = [];
      for (let i = 0; i < triangles.length; i++) {
        if (!wanted(dispTris.tags[tagsAt + Math.floor(i / 3)])) continue;
        for (let axis = 0; axis < 3; axis++) corners.push(position[triangles[i] * 3 + axis]);
      }
      return corners;
    };
    const tess = dispInfos.minTess[info];
    if (tess < 0 && (tess & NOHULL_COLL) !== 0)
      add(
        NOCOLLIDE,
        cornersWhere(() => true),
      );
    if (dispTris.count === 0) continue;
    add(
      WALKABLE,
      cornersWhere((tags) => (tags & TAG_WALKABLE) !== 0),
    );
    add(
      STEEP,
      cornersWhere((tags) => (tags & TAG_WALKABLE) === 0),
    );
    add(
      BUILDABLE,
      cornersWhere((tags) => (tags & TAG_BUILDABLE) !== 0),
    );
  }
  const warnings: string[] = [];
  if (over > 0) warnings.push(`${over} displacements are left out: there are too many.`);
  if (found > 0 && dispTris.count === 0) {
    warnings.push("Walkable displacements are unknown: LUMP_DISP_TRIS is missing.");
  }
  return warnings;
}

const WALKABLE = kindRow("walkable");
const STEEP = kindRow("steep");
const BUILDABLE = kindRow("buildable");
const NOCOLLIDE = kindRow("nocollide");

/** Returns the outline, 6 numbers a line. */
function rimOf(position: Float32Array, edge: number): number[] {
  const rim: number[] = [];
  const at = (vertex: number) => rim.push(...position.subarray(vertex * 3, vertex * 3 + 3));
  for (let i = 0; i < edge; i++) at(i);
  for (let i = 1; i < edge; i++) at(i * edge + edge - 1);
  for (let i = edge - 2; i >= 0; i--) at((edge - 1) * edge + i);
  for (let i = edge - 2; i > 0; i--) at(i * edge);
  return edgesOf([rim]);
}

/** Names of lumps with brushes and displacements. */
const BRUSH_LUMPS = /BRUSH|DISP/;

/** Builds the marks of a group. Leaves out what exceeds the limits, with a warning. */
export function buildMarks(map: MarkMap, group: MarkGroup): MarkAnswer {
  const ledger = markLedger(map);
  const out = new MarkBuilder(ledger);
  const warnings: string[] = [];
  if (group === "brushes") {
    warnings.push(...addBrushMarks(map, out, ledger));
    warnings.push(...addGroundMarks(map, out, ledger));
    warnings.push(...addWindowMarks(map, out));
  } else if (group === "leafs") {
    warnings.push(...addLeafMarks(map, out, ledger));
    warnings.push(...addPortalMarks(map, out));
  } else {
    addLightMarks(map, out);
    addEntityLines(map, out);
  }
  if (group === "brushes") {
    for (const { subject, message } of map.diagnostics.warnings) {
      if (BRUSH_LUMPS.test(subject)) warnings.push(message);
    }
  }
  if (out.leftOut > 0) {
    warnings.push(`${out.leftOut} shapes are left out: they are more than a map may have.`);
  }
  return {
    shapes: out.build(),
    markers: group === "entities" ? buildMarkers(map) : null,
    leafArea: group === "leafs" ? Int32Array.from(map.world.leafs.area) : new Int32Array(0),
    warnings,
  };
}
