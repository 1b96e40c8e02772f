/**
 * Real maps: the GPU culls like the reference, and occlusion hides nothing visible. Cameras jump
 * and turn round, so that the previous frame does not predict the next.
 */

import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadOptionsFor, readMapFile } from "../../src/cli/files/map-file.ts";
import type { MapScene, PropSet } from "../../src/map/types.ts";
import {
  createRenderContext,
  type RenderContext,
} from "../../src/render/context/render-context.ts";
import type { Camera } from "../../src/render/types.ts";
import { openMap } from "../../src/scene/open/map-session.ts";
import { applyLoadEvent } from "../../src/viewer/load/apply-load-event.ts";
import { countDifferent } from "../render/compare-pictures.ts";
import { checkProps, checkWorld, createChecked } from "../render/cull/check-culling.ts";
import { openCullProbe } from "../render/cull/cull-probe.ts";
import { createRandom } from "../render/make-large-map.ts";
import { openTestRenderer, type TestRenderer } from "../render/open-test-renderer.ts";
import { ALL_MAPS, corpusContent, corpusPath } from "../support/corpus.ts";
import { openTestGpu } from "../support/dawn.ts";

const WIDTH = 320;
const HEIGHT = 180;
const PLACES = ALL_MAPS ? 3 : 2;
const POSES_PER_PLACE = 3;

/** Displacements with water; rooms that hide one another. */
const EVERY_RUN = ["lanofdoom_css/gg_canyon.bsp", "lanofdoom_css/cs_crackhouse.bsp"];
const OTHERS = [
  "lanofdoom_css/de_office_h2.bsp",
  "lanofdoom_css/fy_simpsons_h.bsp",
  "lanofdoom_csgo/aim_ag_texture2.bsp",
  "gunman_city2/gunman_city2.bsp",
  "rc_deathmatch1/rc_deathmatch1.bsp",
];

/** Real maps, with the available content of their games. */
const MAPS = [
  {
    name: "visleaf_demo",
    path: resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp"),
    content: [],
  },
  ...[...EVERY_RUN, ...(ALL_MAPS ? OTHERS : [])].map((path) => ({
    name: basename(path, ".bsp"),
    path: corpusPath(path),
    content: corpusContent(path),
  })),
].filter(({ path }) => existsSync(path));

const test = await openTestGpu();

/**
 * Returns poses at the player start and in the middles of some leaves: a look, a step, a look back
 * at each.
 */
function makePoses({ tree, start }: MapScene): Camera[] {
  const random = createRandom(1);
  const leafs = [...tree.leafCluster.keys()].filter((leaf) => tree.leafCluster[leaf] >= 0);
  const poses: Camera[] = [];
  for (let place = 0; place < PLACES; place++) {
    const at = leafs[Math.floor(random() * leafs.length)] * 6;
    const middle = (axis: number) => (tree.leafBox[at + axis] + tree.leafBox[at + 3 + axis]) / 2;
    const [x, y, z] =
      place === 0 || leafs.length === 0
        ? [start.x, start.y, start.z]
        : [middle(0) + 0.37, middle(1) + 0.21, middle(2) + 0.13];
    const yaw = place === 0 ? start.yaw : random() * 360;
    poses.push(
      { x, y, z, pitch: 4, yaw, fov: 90 },
      { x: x + 3, y: y - 2, z, pitch: 3, yaw: yaw + 2, fov: 90 },
      { x, y, z, pitch: -3, yaw: yaw + 180, fov: 90 },
    );
  }
  return poses;
}

describe.skipIf(test === null)("culling of real maps on the GPU", () => {
  /** One renderer with occlusion culling, which depends on earlier frames; the other without. */
  let t: TestRenderer;
  let plain: TestRenderer;
  let context: RenderContext;
  beforeAll(async () => {
    t = await openTestRenderer(test!, WIDTH, HEIGHT);
    plain = await openTestRenderer(test!, WIDTH, HEIGHT);
    plain.renderer.settings.occlusion = false;
    context = await createRenderContext(t.gpu, null, { arrayTextures: true });
  });
  afterEach(async () => {
    for (const { gpu, renderer, errors } of [t, plain]) {
      renderer.clear();
      await gpu.device.queue.onSubmittedWorkDone();
      expect(errors).toEqual([]);
    }
  });
  afterAll(() => {
    t.destroy();
    plain.destroy();
    test!.close();
  });

  async function load(
    path: string,
    content: string[],
  ): Promise<{ scene: MapScene; props: PropSet | null }> {
    const { name, bytes, sources } = await readMapFile(path, content);
    const session = openMap(bytes, sources, loadOptionsFor(t.gpu, name, "hdr"));
    let scene: MapScene | null = null;
    let props: PropSet | null = null;
    for await (const event of session.load()) {
      await applyLoadEvent(t.renderer, event);
      await applyLoadEvent(plain.renderer, event);
      if (event.type === "scene") scene = event.scene;
      if (event.type === "materials" && scene) scene = { ...scene, materials: event.materials };
      if (event.type === "props") props = event.props;
    }
    if (scene === null) throw new Error("a load without a scene");
    return { scene, props };
  }

  it.each(MAPS)("draws the reference's set and picture: $name", async ({ name, path, content }) => {
    const { scene, props } = await load(path, content);
    const probe = await openCullProbe(context, scene, props, WIDTH, HEIGHT);
    const poses = makePoses(scene);
    const chunks = createChecked();
    const instances = createChecked();
    let triangles = 0;
    let allTriangles = 0;
    let byGpu = 0;
    let byCpu = 0;
    for (const [pose, camera] of poses.entries()) {
      // Without the PVS there is far more to hide.
      const pvs = pose < POSES_PER_PLACE * (PLACES - 1);
      for (const settings of [probe.settings, t.renderer.settings, plain.renderer.settings]) {
        settings.pvs = pvs;
      }
      probe.cull(camera);
      await checkWorld(probe, chunks);
      if (props !== null) await checkProps(probe, instances);

      await t.renderer.settled();
      t.renderer.render(camera);
      const picture = await t.renderer.readPixels();
      const own = await t.renderer.readStats();
      plain.renderer.settings.gpuCulling = true;
      await plain.renderer.settled();
      plain.renderer.render(camera);
      byGpu += countDifferent(picture, await plain.renderer.readPixels());
      const other = await plain.renderer.readStats();
      expect(own.triangles).toBeLessThanOrEqual(other.triangles);
      triangles += own.triangles;
      allTriangles += other.triangles;
      plain.renderer.settings.gpuCulling = false;
      await plain.renderer.settled();
      plain.renderer.render(camera);
      byCpu += countDifferent(picture, await plain.renderer.readPixels());
    }
    const translucentBatches = probe.translucent?.batches.count ?? 0;
    probe.destroy();
    const pixels = poses.length * WIDTH * HEIGHT;
    console.log(
      `${name}: chunks ${chunks.drawnRows} of ${chunks.rows} (${chunks.openRows} open), ` +
        `triangles ${chunks.drawnTriangles} of ${chunks.triangles} (${chunks.openTriangles} open), ` +
        `instances ${instances.drawnRows} of ${instances.rows} (${instances.openRows} open); ` +
        `${translucentBatches} sets in order; with occlusion ${triangles} of ${allTriangles} triangles; ` +
        `of ${pixels} pixels differ ${byGpu} from no occlusion, ${byCpu} from the CPU's culling`,
    );
    expect(chunks.openRows).toBeLessThanOrEqual(chunks.rows / 10_000);
    expect(instances.openRows).toBeLessThanOrEqual(instances.rows / 1000);
    // The first of coplanar surfaces is visible, and the drawing order depends on earlier frames.
    expect(byGpu).toBeLessThanOrEqual(pixels * 1e-4);
    expect(byCpu).toBeLessThanOrEqual(pixels * 1e-4);
  });
});
