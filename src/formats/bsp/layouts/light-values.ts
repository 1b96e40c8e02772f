/** Reads brightness and direction of light entities. Facts from vrad's `lightmap.cpp`. */

import type { Entity } from "../types.ts";

export type Rgb = readonly [r: number, g: number, b: number];

export function numberOf(entity: Entity, key: string, otherwise = 0): number {
  const value = Number.parseFloat(entity.get(key) ?? "");
  return Number.isFinite(value) ? value : otherwise;
}

export function vectorOf(entity: Entity, key: string): [number, number, number] {
  const parts = (entity.get(key) ?? "").trim().split(/\s+/).map(Number.parseFloat);
  return [0, 1, 2].map((i) => (Number.isFinite(parts[i]) ? parts[i] : 0)) as [
    number,
    number,
    number,
  ];
}

/**
 * Reads "r g b brightness", "r g b", one number for all three, or eight numbers of which the last
 * four are for HDR. The result is linear, in units of 255; `null` if the text is missing or
 * negative, which mean the same.
 */
export function parseLightColour(text: string | undefined, hdr: boolean): Rgb | null {
  if (text === undefined) return null;
  let numbers = text.trim().split(/\s+/).map(Number.parseFloat);
  const bad = numbers.findIndex((n) => !Number.isFinite(n));
  if (bad >= 0) numbers = numbers.slice(0, bad);
  if (numbers.length >= 8) numbers = numbers.slice(hdr ? 4 : 0, hdr ? 8 : 4);
  if (numbers.length === 0 || numbers.some((n) => n < 0)) return null;
  const linear = (value: number) => (value / 255) ** 2.2 * 255;
  if (numbers.length === 1) {
    const grey = linear(numbers[0]);
    return [grey, grey, grey];
  }
  if (numbers.length < 3) return null;
  const scale = numbers.length >= 4 ? numbers[3] / 255 : 1;
  return [linear(numbers[0]) * scale, linear(numbers[1]) * scale, linear(numbers[2]) * scale];
}

export function scaled([r, g, b]: Rgb, by: number): Rgb {
  return [r * by, g * by, b * by];
}

/** Returns the direction given by "angles", overridden by "pitch" and "angle". */
export function parseDirection(entity: Entity): [number, number, number] {
  const angles = vectorOf(entity, "angles");
  // A light's pitch is positive upwards, unlike other entities'.
  const pitch = ((numberOf(entity, "pitch") || angles[0]) * Math.PI) / 180;
  const angle = numberOf(entity, "angle");
  const z = Math.sin(pitch);
  // Straight up and straight down.
  if (angle === -1 || angle === -2) return [0, 0, z];
  const yaw = ((angle || angles[1]) * Math.PI) / 180;
  return [Math.cos(yaw) * Math.cos(pitch), Math.sin(yaw) * Math.cos(pitch), z];
}
