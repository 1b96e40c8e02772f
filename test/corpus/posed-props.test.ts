/**
 * Sequences of entities in real maps: their bones on the GPU, compared with the pose player, at and
 * between frames.
 */

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openContent } from "../../src/cli/content/open-content.ts";
import { MapContent } from "../../src/content/maps/map-content.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { readBuffer } from "../../src/gpu/read-back.ts";
import { readStudioModel } from "../../src/model/files/read-studio-model.ts";
import { createPosePlayer } from "../../src/model/pose/pose-player.ts";
import type { PropGeometry } from "../../src/render/props/prop-geometry.ts";
import { propSource } from "../../src/render/props/prop-source.ts";
import { buildProps } from "../../src/scene/props/props.ts";
import { findSequence } from "../../src/scene/props/stand-models.ts";
import { buildLeafTree } from "../../src/scene/world/leaf-tree.ts";
import { makeMaterials } from "../render/make-materials.ts";
import { makeMap } from "../render/make-world.ts";
import { openTestRenderer } from "../render/open-test-renderer.ts";
import { accessTo, madeContent } from "../scene/content-sources.ts";
import { corpusPath, hasCorpus, readCorpus } from "../support/corpus.ts";
import { openTestGpu } from "../support/dawn.ts";

const test = hasCorpus ? await openTestGpu() : null;

/** Map, content, and one playing model: its name, sequence, frames, and duration in seconds. */
const REAL: [string, string, string, string, number, number][] = [
  [
    "gunman_city2/gunman_city2.bsp",
    "gunman_city2/content",
    "models/gunman/gunman.mdl",
    "act_idle",
    31,
    1.5,
  ],
  [
    "gunman_city2/gunman_city2.bsp",
    "gunman_city2/content",
    "models/gunman/forcefield001a.mdl",
    "pulse",
    81,
    80 / 59.94,
  ],
  [
    "tn2/maps/tuffs_nightmare2.bsp",
    "tn2",
    "models/humans/group01/male_02.mdl",
    "idle_subtle",
    280,
    9.3,
  ],
];

describe.skipIf(test === null)("sequences of real maps", () => {
  it.each(REAL)(
    "have the pose player's bones: %s, with %s: %s, %s",
    async (map, content, name, wanted, frames, duration) => {
      const bsp = parseBsp(readCorpus(map));
      const { sources } = await openContent([corpusPath(content)]);
      const access = accessTo(madeContent({}));
      const found = {
        ...access,
        content: new MapContent(sources, access.diagnostics, access.ledger),
      };
      const options = { textureCompressionBc: true, maxTextureDimension: 64 };
      const built = await buildProps(bsp, buildLeafTree(bsp), "ldr", found, options);
      const set = built!.props;
      const motion = set.motion!;
      const row = Array.from(motion.posedInstance).findIndex(
        (instance) => set.modelName[set.variantModel[set.instanceVariant[instance]]] === name,
      );
      expect(motion.trackFrameCount[motion.posedTrack[row]]).toBe(frames);

      const files = {
        async read(path: string) {
          const file = corpusPath(content, path);
          return existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
        },
      };
      const model = await readStudioModel(name, files);
      const player = createPosePlayer(model!);
      player.play(findSequence(model!.motions.sequences, wanted), { fadeSeconds: 0 });
      expect(player.duration()).toBeCloseTo(duration, 2);

      const t = await openTestRenderer(test!, 16, 16);
      let geometry: PropGeometry | null = null;
      t.renderer.setScene(makeMap([], makeMaterials([])));
      t.renderer.setSource((...args) => {
        const source = propSource(set)(...args);
        geometry = source.parts[0] as PropGeometry;
        return source;
      });
      Object.assign(t.renderer.settings, { frustum: false, pvs: false, sky: false });
      await t.renderer.settled();
      const off: number[] = [];
      for (const frame of [0, 7, 12.5, frames - 3.4]) {
        const seconds = (frame / (frames - 1)) * player.duration();
        t.renderer.render({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 }, seconds);
        const bytes = await readBuffer(t.gpu, geometry!.bones);
        const palette = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
        player.cycle = frame / (frames - 1);
        player.resetSprings();
        player.pose();
        const first = motion.posedFirstBone[row] * 12;
        off.push(
          Math.max(...player.palette.map((value, k) => Math.abs(value - palette[first + k]))),
        );
      }
      // Inches, for a model that is six feet tall.
      for (const inches of off) expect(inches).toBeLessThan(1e-3);
      expect(t.errors).toEqual([]);
      t.destroy();
    },
  );
});
