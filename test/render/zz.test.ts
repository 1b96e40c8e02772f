import { writeFileSync } from "node:fs";
import { PNG } from "pngjs";
import { expect, it } from "vitest";
import { openTestGpu } from "../support/dawn.ts";
import {
  bannerImage,
  makeScene,
  makeSceneProps,
  resolvedMaterials,
  START,
  sceneImages,
} from "./make-scene.ts";
import { openTestRenderer } from "./open-test-renderer.ts";

it("draws", async () => {
  const test = (await openTestGpu())!;
  const t = await openTestRenderer(test, 640, 360);
  const { renderer } = t;
  const shot = async (name: string) => {
    renderer.render({ ...START, fov: 90 });
    const png = new PNG({ width: 640, height: 360 });
    png.data = Buffer.from(await renderer.readPixels());
    writeFileSync(`/tmp/r/${name}.png`, PNG.sync.write(png));
    console.log(
      name,
      JSON.stringify({ ...renderer.stats, passGpuMs: [...renderer.stats.passGpuMs] }),
    );
  };
  await shot("empty");
  renderer.setScene(makeScene());
  await shot("plain");
  renderer.setMaterials(resolvedMaterials());
  sceneImages.forEach((image, i) => renderer.setTexture("world", i, image));
  renderer.setProps(makeSceneProps());
  renderer.setTexture("props", 0, bannerImage);
  await shot("full");
  renderer.settings.wireframe = true;
  await shot("wire");
  expect(t.errors).toEqual([]);
  t.destroy();
  test.close();
});
