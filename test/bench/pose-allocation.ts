/**
 * Prints as JSON the bytes that frames of moving models allocate. Run in a separate process, so
 * that nothing else is counted.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createAllocationProbe } from "../../src/cli/bench/bench-dawn.ts";
import { readStudioModel } from "../../src/model/files/read-studio-model.ts";
import { createFace } from "../../src/model/pose/create-face.ts";
import { createPosePlayer, type PosePlayer } from "../../src/model/pose/pose-player.ts";
import { KINDS, makeBody } from "../model/pose/make-body.ts";

/** Warm-up frames, so that allocations of the compiler are not counted. */
const WARM = 6000;
const RUNS = 4000;

/** Returns bytes per frame, the minimum of several runs. */
function bytesOf(work: (i: number) => void): number {
  for (let i = 0; i < WARM; i++) work(i);
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 4; turn++) {
    const probe = createAllocationProbe();
    probe.run(work, 0, RUNS);
    least = Math.min(least, probe.finish().bytes);
  }
  return least;
}

const move = (player: PosePlayer) => () => {
  player.advance(0.013);
  player.pose();
};

export interface PoseAllocation {
  readonly one: number;
  readonly many: number;
  /** Results for the model given as folder and path. */
  readonly person?: number;
  readonly face?: number;
}

async function measure(): Promise<PoseAllocation> {
  const player = createPosePlayer(makeBody(7, false));
  player.play(0, { fadeSeconds: 0 });
  const one = bytesOf(move(player));
  player.play(KINDS.indexOf("layered"), { fadeSeconds: 0 });
  for (const kind of ["world", "ground", "self", "locked", "grid"] as const) {
    player.addLayer(KINDS.indexOf(kind), 0.5);
  }
  const many = bytesOf(move(player));
  const [, , root, path] = process.argv;
  if (root === undefined) return { one, many };
  const read = async (name: string) => {
    const file = join(root, name);
    return existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
  };
  const model = (await readStudioModel(path, { read }))!;
  const person = createPosePlayer(model);
  person.play(model.motions.sequences.findIndex(({ name }) => name === "walk_all"));
  const face = createFace(model)!;
  const { position, normal } = model.vvd!.vertices;
  const [moved, turned] = [position.slice(), normal.slice()];
  return {
    one,
    many,
    person: bytesOf(move(person)),
    face: bytesOf((i) => {
      face.controllers[i % face.controllers.length] = (i % 10) / 10;
      face.evaluate();
      face.morph(moved, turned);
    }),
  };
}

console.log(JSON.stringify(await measure()));
