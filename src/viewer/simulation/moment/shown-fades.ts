/** Colour over the picture by `env_fade`: `CViewEffects::FadeCalculate`, view_effects.cpp of Source SDK 2013. */

import type { ScreenFade } from "../../../map/motion/view.ts";
import type { MapSimulation } from "../../../simulation/index.ts";
import { parseVectorOf } from "../../../simulation/values.ts";

const FADES_IN = 1;
const MODULATES = 2;
const ONLY_ACTIVATOR = 4;
const STAYS = 8;

/** A fade that began. */
export interface RunningFade {
  /** 0 to 255. */
  readonly color: readonly number[];
  readonly alpha: number;
  readonly isIn: boolean;
  readonly isModulating: boolean;
  readonly stays: boolean;
  /** Alpha a second; its end, and when the fade ends, in seconds. */
  readonly speed: number;
  readonly end: number;
  readonly reset: number;
}

/**
 * Lists the fades that the last one left: it ends all others, unless it is for its activator only.
 * @param rows rows of `env_fade`
 */
export function listFades(simulation: MapSimulation, rows: readonly number[]): RunningFade[] {
  const order = (row: number) => Number(simulation.readState(row, "order"));
  const begun = rows.filter((row) => order(row) > 0).sort((a, b) => order(a) - order(b));
  const isForAll = begun.map((row) => !simulation.hasFlag(row, ONLY_ACTIVATOR));
  const first = Math.max(isForAll.lastIndexOf(true), 0);
  return begun.slice(first).map((row) => readFade(simulation, row));
}

function readFade(simulation: MapSimulation, row: number): RunningFade {
  const number = (field: string) => Number(simulation.readState(row, field));
  const isIn = simulation.hasFlag(row, FADES_IN);
  const [start, duration, hold] = [number("start"), number("duration"), number("holdTime")];
  const alpha = number("alpha");
  const fade = {
    color: parseVectorOf(String(simulation.readState(row, "color"))).map((byte) =>
      Math.min(Math.max(byte, 0), 255),
    ),
    ...{ alpha, isIn },
    isModulating: simulation.hasFlag(row, MODULATES),
    stays: simulation.hasFlag(row, STAYS),
  };
  // The engine leaves the times of a fade without duration relative: it is over, unless it stays.
  if (!(duration > 0)) return { ...fade, speed: 0, end: 0, reset: hold };
  const speed = ((isIn ? 1 : -1) * alpha) / duration;
  if (isIn) return { ...fade, speed, reset: start + hold, end: start + hold + duration };
  return { ...fade, speed, end: start + duration, reset: start + duration + hold };
}

/** Mixes fades at a time in seconds. Returns whether the result changed. */
export function mixFades(fades: readonly RunningFade[], seconds: number, out: ScreenFade): boolean {
  const { color } = out;
  let r = 0;
  let g = 0;
  let b = 0;
  let alpha = 0;
  let count = 0;
  let isModulating = false;
  for (let i = 0; i < fades.length; i++) {
    const fade = fades[i];
    if (!fade.stays && seconds > fade.reset && seconds > fade.end) continue;
    const changed = fade.speed * (fade.end - seconds) + (fade.isIn ? 0 : fade.alpha);
    alpha = Math.max(alpha, Math.min(changed, fade.alpha));
    r += fade.color[0];
    g += fade.color[1];
    b += fade.color[2];
    isModulating ||= fade.isModulating;
    count++;
  }
  const scale = 1 / (255 * Math.max(count, 1));
  const isSame =
    out.alpha === Math.min(alpha / 255, 1) &&
    out.isModulating === isModulating &&
    color[0] === Math.fround(r * scale) &&
    color[1] === Math.fround(g * scale) &&
    color[2] === Math.fround(b * scale);
  color[0] = r * scale;
  color[1] = g * scale;
  color[2] = b * scale;
  out.alpha = Math.min(alpha / 255, 1);
  out.isModulating = isModulating;
  return !isSame;
}
