/** Lights as the entities state them: their colour, about how far they shine, the cone of a spot. */

import type { Entity } from "../../formats/bsp/types.ts";
import { kindRow } from "../../map/marks/mark-kinds.ts";
import { parseCoordinate, parseVector } from "../../scene/brushes/brush-models.ts";
import type { MarkBuilder } from "./mark-builder.ts";
import type { MarkMap } from "./mark-map.ts";

const LIGHT = kindRow("light");
/** Segments of a circle. */
const STEPS = 24;
const MAX_RADIUS = 4096;
const SUN_LENGTH = 256;

export function addLightMarks({ world }: MarkMap, out: MarkBuilder): void {
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

/** sRGB of `_light` or of its HDR twin, and its fourth number. */
export function lightColor(entity: Entity): { color: number; brightness: number } {
  const hdr = (entity.get("_lighthdr") ?? "").trim();
  const text = hdr === "" || hdr.startsWith("-1") ? (entity.get("_light") ?? "") : hdr;
  const [r, g, b, brightness] = text.trim().split(/\s+/).map(Number);
  const byte = (value: number) => Math.min(Math.max(Math.round(value) || 0, 0), 255);
  const color = (byte(r) << 16) | (byte(g) << 8) | byte(b);
  return { color: color === 0 ? 0x808080 : color, brightness: brightness > 0 ? brightness : 200 };
}

/**
 * Inches to where it ends, as its keys say it; else to where it has fallen to ten of 255, by its attenuation, which
 * leaves at 100 inches what its brightness says (vrad's lightmap.cpp).
 */
export function lightRadius(entity: Entity, brightness: number): number {
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

/** By `angles`, and `pitch` before its first: negative looks down, as vrad has it. */
export function lightDirection(entity: Entity): [number, number, number] {
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

/** Two directions across one. */
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

/** Beams that come from where it stands. */
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
