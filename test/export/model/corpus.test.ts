/** Real models as glTF: valid by Khronos' validator, with the engine's poses in three.js. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { METRES_PER_INCH } from "../../../src/export/gltf/space.ts";
import { exportModel } from "../../../src/export/model/export-model.ts";
import { STUDIO_DELTA } from "../../../src/formats/studio/animation/animation-types.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import { createPosePlayer } from "../../../src/model/pose/pose-player.ts";
import { listNewerMdls, NEWER } from "../../formats/studio/studio-corpus.ts";
import { corpusPath, hasCorpus, listCorpusFiles } from "../../support/corpus.ts";
import { faultsOf, meshesOf, openGltf, poseAt, vertexOf } from "../../support/models/gltf.ts";
import { placeVertices } from "./place-vertices.ts";

/** Every ninth model is tested, because the validator takes as long as the export. */
const STEP = 9;
const MOST_SEQUENCES = 12;
const folders = new Map<string, ReadonlyMap<string, string>>();

/** Returns a model with its content, the folder that holds `models`. */
function locate(file: string) {
  const [, root, path] = /^((?:.*\/)?)(models\/.*)$/i.exec(file) ?? [null, `${dirname(file)}/`, ""];
  let names = folders.get(root!);
  if (names === undefined) {
    const all = readdirSync(corpusPath(root!), { recursive: true, encoding: "utf8" });
    names = new Map(all.map((name) => [name.replaceAll("\\", "/").toLowerCase(), name]));
    folders.set(root!, names);
  }
  const read = async (wanted: string) => {
    const name = names.get(wanted);
    return name === undefined ? null : new Uint8Array(readFileSync(corpusPath(root!, name)));
  };
  return { path: (path || file.slice(root!.length)).toLowerCase(), content: { read } };
}

async function open(file: string, textureSize: number) {
  const { path, content } = locate(file);
  const diagnostics = new Diagnostics();
  const model = await readStudioModel(path, content, { diagnostics });
  const access = { content, diagnostics, ledger: new Ledger() };
  // Models of people have some 1,400 sequences, nearly all from included models.
  const sequences = model!.motions.sequences.slice(0, MOST_SEQUENCES).map(({ name }) => name);
  return { model: model!, glb: await exportModel(model!, access, { textureSize, sequences }) };
}

const models = [
  ...listCorpusFiles(".mdl").filter(
    (name, i) => i % STEP === 0 || name.includes("humans/group01") || name.includes("gunman.mdl"),
  ),
  ...listNewerMdls(),
];

describe.skipIf(!hasCorpus)("corpus models as glTF", () => {
  it("are valid, without a warning", async () => {
    const faults: string[] = [];
    for (const file of models) {
      const { glb } = await open(file, 32);
      for (const fault of await faultsOf(glb)) faults.push(`${file}: ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(models.length).toBeGreaterThan(50);
  }, 240_000);

  const moving = [
    "tn2/models/props_lab/bot_male_creepy.mdl",
    "tn2/models/weapons/v_warpgun.mdl",
    "tn2/models/humans/group01/male_07.mdl",
    `${NEWER}/models/weapons/v_ied_source2.mdl`,
  ];
  it.each(moving)("have in three.js the pose of the engine: %s", async (file) => {
    if (!existsSync(join(corpusPath(), file))) return;
    const { model, glb } = await open(file, 0);
    const { scene, animations } = await openGltf(glb);
    const { motions } = model;
    let compared = 0;
    for (const [row, sequence] of motions.sequences.slice(0, 8).entries()) {
      const { flags, frameCount } = motions.animations[sequence.blends[0]];
      if (((flags | sequence.flags) & STUDIO_DELTA) !== 0) continue;
      const clip = animations.find(({ name }) => name === sequence.name)!;
      const player = createPosePlayer(model);
      player.play(row, { fadeSeconds: 0 });
      const seconds = player.duration();
      for (const frame of new Set([0, frameCount >> 1, frameCount - 1])) {
        const cycle = frameCount > 1 ? frame / (frameCount - 1) : 0;
        poseAt(scene, clip, cycle * seconds);
        player.cycle = cycle;
        player.resetSprings();
        player.pose();
        const { palette } = player;
        const placed = placeVertices(model, { lod: 0, body: 0, scale: METRES_PER_INCH, palette });
        const meshes = meshesOf(scene);
        for (const { mesh, vertices } of placed) {
          for (let i = 0; i < vertices.length; i += 13) {
            const found = vertexOf(meshes[mesh], i);
            const off = Math.hypot(...found.map((value, k) => value - vertices[i][k]));
            // A tenth of a millimetre: poses are 32-bit floats in metres.
            expect(off, `${sequence.name} ${frame} vertex ${i}`).toBeLessThan(1e-4);
            compared++;
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });
});
