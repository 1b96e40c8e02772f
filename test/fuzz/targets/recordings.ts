/** Recordings of players. */

import { isMtv, parseDem, parseMtvHead } from "../../../src/formats/dem/index.ts";
import { makeDem } from "../../formats/dem/make-dem.ts";
import type { Target } from "./target.ts";

function readRecording(bytes: Uint8Array, look: () => void): void {
  if (isMtv(bytes)) {
    parseMtvHead(bytes);
    return;
  }
  const { count, tick, position, angles, tickSeconds } = parseDem(bytes);
  look();
  if (tick.length !== count || position.length !== count * 3 || angles.length !== count * 3) {
    throw new Error("columns differ in length");
  }
  if (tick.some((one, i) => i > 0 && one <= tick[i - 1])) throw new Error("ticks go back");
  if (!position.every(Number.isFinite) || !(tickSeconds > 0)) throw new Error("no number");
}

const walk = (version: number, players: number) =>
  makeDem(
    { version, players },
    ...[0, 1, 2].map((tick) => ({ kind: 2, tick, place: [tick, 2, 3], angles: [1, 2, 3] })),
    ...[3, 4, 5, 6, 8].map((kind) => ({ kind, tick: 3 })),
  );

export const RECORDING_TARGETS: readonly Target[] = [
  {
    name: "dem",
    does: "recordings: the camera of each packet",
    code: ["src/formats/dem/"],
    form: "bytes",
    files: [".dem", ".mtv"],
    seeds: () => [walk(3, 1), walk(4, 2), new TextEncoder().encode("MMTV".padEnd(200, "\0"))],
    read: readRecording,
  },
];
