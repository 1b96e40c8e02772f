/** Fog of a controller at a time: `GetFogColor` and others of viewrender.cpp, Source SDK 2013. */

import type { Fog } from "../../../map/fog.ts";
import { writeForward } from "../../../math/angles.ts";
import type { MapSimulation } from "../../../simulation/index.ts";
import { parseFloatOf, parseVectorOf } from "../../../simulation/values.ts";

export type WritableFog = { -readonly [Key in keyof Fog]: Fog[Key] };

/** Bits of the field `changes`. */
const [COLOR, COLOR2] = [1, 2];
/** Seconds that a transition begins late. */
const DELAY = 0.1;

/** State of a controller, and where its transition goes. Colours are 0 to 1. */
export interface FogState extends Fog {
  readonly colorTo: Float32Array;
  readonly color2To: Float32Array;
  readonly startTo: number;
  readonly endTo: number;
  /** Second at which the transition began; −1 for none. */
  readonly began: number;
  readonly duration: number;
}

/** Reads the state of a controller. */
export function readFogState(simulation: MapSimulation, row: number): FogState {
  const number = (field: string) => Number(simulation.readState(row, field));
  const colorOf = (field: string) => {
    const bytes = parseVectorOf(String(simulation.readState(row, field)));
    return Float32Array.from(bytes, (byte) => Math.min(Math.max(byte, 0), 255) / 255);
  };
  const goalOf = (from: string, to: string, bit: number) =>
    colorOf((number("changes") & bit) === 0 ? from : to);
  return {
    isOn: number("isOn") !== 0,
    color: colorOf("color"),
    color2: colorOf("color2"),
    direction: directionOf(simulation, row),
    isBlended: number("blends") !== 0,
    start: number("start"),
    end: number("end"),
    maxDensity: Math.min(Math.max(number("maxDensity"), 0), 1),
    isRadial: number("isRadial") !== 0,
    farZ: Math.max(number("farZ"), 0),
    colorTo: goalOf("color", "colorTo", COLOR),
    color2To: goalOf("color2", "color2To", COLOR2),
    startTo: number("startTo"),
    endTo: number("endTo"),
    ...{ began: number("transition"), duration: number("duration") },
  };
}

function directionOf(simulation: MapSimulation, row: number): Float32Array {
  const out = new Float32Array(3);
  if (parseFloatOf(simulation.mapKey(row, "use_angles")) !== 0) {
    const [pitch, yaw] = simulation.entities.angles.subarray(row * 3);
    writeForward(out, pitch, yaw);
    // The angles point away from the first colour.
    return out.map((value) => -value);
  }
  out.set(parseVectorOf(simulation.mapKey(row, "fogdir")));
  const length = Math.hypot(out[0], out[1], out[2]);
  return length > 0 ? out.map((value) => value / length) : out;
}

/** Makes a fog whose colours and distances `writeFogAt` writes. */
export const makeFog = (state: FogState): WritableFog => ({
  ...state,
  color: state.color.slice(),
  color2: state.color2.slice(),
});

/** Writes the fog of a controller at a time in seconds. */
export function writeFogAt(state: FogState, seconds: number, out: WritableFog): void {
  const { began, duration } = state;
  // The engine's share begins below 0, and the tick that ends the transition ends the blend.
  const share = began >= 0 && duration > 0 ? (seconds - began - DELAY) / duration : 0;
  blendColor(out.color, state.color, state.colorTo, share);
  blendColor(out.color2, state.color2, state.color2To, share);
  // Without a transition the share is 0. With one, a goal that no input set is 0.
  out.start = state.start + (state.startTo - state.start) * share;
  out.end = state.end + (state.endTo - state.end) * share;
}

function blendColor(out: Float32Array, from: Float32Array, to: Float32Array, share: number): void {
  for (let i = 0; i < 3; i++) {
    out[i] = Math.min(Math.max(from[i] + (to[i] - from[i]) * share, 0), 1);
  }
}

/** Whether two fogs of one direction look alike. */
export function isSameFog(a: Fog, b: Fog): boolean {
  for (let i = 0; i < 3; i++) {
    if (a.color[i] !== b.color[i] || a.color2[i] !== b.color2[i]) return false;
  }
  return (
    a.isOn === b.isOn &&
    a.isBlended === b.isBlended &&
    a.start === b.start &&
    a.end === b.end &&
    a.maxDensity === b.maxDensity &&
    a.isRadial === b.isRadial &&
    a.farZ === b.farZ
  );
}
