/** Runs `visleaf shot` on a file of particle systems: draws one system alone, at a moment. */

import { resolve } from "node:path";
import { showSystems } from "../../particles/systems/write-systems.ts";
import { particleSource } from "../../render/sources/particle-source.ts";
import { frameModel, MODEL_FOV } from "../../scene/model/frame-model.ts";
import { NoSystemError, openParticleFile } from "../../scene/placed/open-particle-file.ts";
import { QUALITY_LIMITS } from "../../viewer/frame/quality.ts";
import { inFile } from "../compile/bad-source.ts";
import { listMissing } from "../content/missing-content.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { UsageError } from "../errors.ts";
import { readInput } from "../files/inputs.ts";
import { type HeadlessRenderer, openHeadlessRenderer } from "../render/headless-renderer.ts";
import { printJson } from "../terminal.ts";
import { type ShotRequest, writeShot, writeWarnings } from "./shot-request.ts";
import { watchShot } from "./watch-shot.ts";

/** @param system name of the system; null for the first that no other contains */
export async function shotParticles(request: ShotRequest, system: string | null): Promise<void> {
  const { path, width, height, settings } = request;
  const content = await openContent(request.content);
  printProblems(content);
  const bytes = await readInput(resolve(path));
  const headless = await openHeadlessRenderer(width, height);
  const watch = watchShot(path);
  try {
    const { renderer } = headless;
    Object.assign(renderer.settings, settings);
    const shown = await inFile(path, () =>
      showFile(headless, bytes, content.sources, request, system),
    );
    const pose = frameModel(shown.box, { aspect: width / height });
    const camera = request.camera ?? { ...pose, fov: MODEL_FOV };
    await writeShot(headless, watch, request, camera);
    writeWarnings(shown.warnings);
    if (!request.printsStats) return;
    const { triangles, draws } = await renderer.readStats();
    printJson({
      ...{ system: shown.system, triangles, draws, box: [...shown.box] },
      camera: [camera.x, camera.y, camera.z, camera.pitch, camera.yaw, camera.fov],
      missing: listMissing(shown.warnings),
    });
  } finally {
    watch.stop();
    headless.close();
  }
}

async function showFile(
  { gpu, renderer }: HeadlessRenderer,
  bytes: Uint8Array,
  sources: Parameters<typeof openParticleFile>[1],
  { textureBudget, limits }: ShotRequest,
  system: string | null,
) {
  const events = openParticleFile(bytes, sources, {
    textureCompressionBc: gpu.features.textureCompressionBc,
    maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
    textureBudgetBytes: textureBudget ?? QUALITY_LIMITS.high.textureBudgetBytes,
    limits,
    system: system ?? undefined,
  });
  try {
    for await (const event of events) {
      if (event.type === "scene") renderer.setScene(event.scene);
      else if (event.type === "texture") {
        renderer.setTexture(event.owner, event.texture, event.image);
      } else if (event.type === "particles") {
        const { write, isMoving } = showSystems(event.placed);
        renderer.setSource(particleSource(event.particles, write, isMoving));
      } else return event;
    }
  } catch (error) {
    if (error instanceof NoSystemError) throw new UsageError(`${error.message}`, "shot");
    throw error;
  }
  throw new Error("the file ended without its last event");
}
