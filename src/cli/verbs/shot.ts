/** `visleaf shot`: a map, seen from one place, as a PNG. */

import { PNG } from "pngjs";
import type { Warning } from "../../core/diagnostics.ts";
import type { Camera, FrameStats } from "../../render/types.ts";
import { DEFAULT_FOV } from "../../viewer/camera/camera.ts";
import { contentHelp } from "../content/content-help.ts";
import { describeMissing, isMissing, listMissing } from "../content/missing-content.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { UsageError } from "../errors.ts";
import { parseSide, readMapWith } from "../files/map-file.ts";
import { checkOutput, writeWhole } from "../files/write-whole.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseNumbers, parseOptions, parseSize } from "../options/parse-options.ts";
import { parseSettings } from "../options/parse-settings.ts";
import { openHeadlessRenderer } from "../render/headless-renderer.ts";
import { loadMapFile } from "../render/load-map-file.ts";
import { printJson, say } from "../terminal.ts";
import type { Verb } from "../verb.ts";

/** What `--stats` prints. */
function summarizeShot(stats: FrameStats, warnings: readonly Warning[]) {
  const { leaf, cluster, visibleClusters, chunks, triangles, draws } = stats;
  const { props, details, decals, sprites, ropeSegments } = stats;
  const missing = listMissing(warnings);
  return {
    leaf,
    cluster,
    visibleClusters,
    chunks,
    triangles,
    draws,
    props,
    details,
    decals,
    sprites,
    ropeSegments,
    missing,
  };
}

function writeWarnings(warnings: readonly Warning[]): void {
  for (const warning of warnings) {
    if (!isMissing(warning)) say(`${warning.subject}: ${warning.message}`);
  }
  // Of a map without its game that is hundreds of files: `--stats` has all their names.
  for (const line of describeMissing(listMissing(warnings))) say(line);
}

function parseCamera(text: string): Camera {
  const [x, y, z, pitch, yaw, fov] = parseNumbers("shot", "--camera", text, 5, 6);
  if (fov !== undefined && (fov < 1 || fov > 170)) {
    throw new UsageError(`--camera: a field of view is 1 to 170 degrees, not ${fov}`, "shot");
  }
  return { x, y, z, pitch, yaw, fov: fov ?? DEFAULT_FOV };
}

/** In bytes. */
function parseTextureBudget(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [megabytes] = parseNumbers("shot", "--texture-budget", text, 1, 1);
  if (megabytes >= 0) return megabytes * 2 ** 20;
  throw new UsageError(`--texture-budget is 0 or more, not ${megabytes}`, "shot");
}

function encodePng(width: number, height: number, rgba: Uint8Array): Uint8Array {
  const png = new PNG({ width, height });
  png.data.set(rgba);
  return PNG.sync.write(png, { colorType: 2 });
}

export const shotVerb: Verb = {
  help: `visleaf shot MAP --out PNG [options]

Draws a map from one place.

  --out PNG                      the picture to write
  --camera X,Y,Z,PITCH,YAW[,FOV] where to look from; else where the map starts
  --time SECONDS                 the moment that is shown, of what moves by itself; 0
  --size WIDTHxHEIGHT            pixels; 1280x720
${contentHelp("  --content PATH                 ")}
  --side hdr|ldr                 the light to use where the map has both; hdr
  --texture-budget MB            most that textures may take; larger ones are shown smaller; 1024
  --limit NAME=NUMBER            what the map may cost in place of what docs/limits.md says, item by
                                 item; a number or none; may be repeated
  --settings NAME=VALUE          a switch of the picture, on or off; may be repeated:
                                 textures, lightmaps, props, details, decals, sprites, ropes, sky,
                                 displacements, brushModels, translucent, fog, wireframe, fullbright,
                                 pvs, areaPortals, frustum, fxaa, colorCorrection, lightStyles;
                                 autoExposure, of maps lit for HDR,
                                 on at first, and their bloom, off at first where the CPU draws; exposure=NUMBER,
                                 times the map's own; sharpen=NUMBER, 0 to 1;
                                 renderScale=NUMBER, 0.25 to 2, edges of what is drawn in those of the picture;
                                 detailSway=NUMBER, inches that grass sways at most;
                                 waterReflection, off at first where the CPU draws;
                                 samples=1 or 4, a pixel's: 4 smooth the edges
  --stats                        print one JSON object about the frame:
                                 {leaf, cluster, visibleClusters, chunks, triangles, draws, props,
                                 details, decals, sprites, ropeSegments, missing: {materials, textures,
                                 models}}

On stderr: what is left out for being damaged, a line each, and what is missing, a line a kind.`,

  async run(args) {
    const { values, positionals } = parseOptions("shot", args, {
      out: { type: "string" },
      camera: { type: "string" },
      time: { type: "string", default: "0" },
      size: { type: "string", default: "1280x720" },
      content: { type: "string", multiple: true, default: [] },
      side: { type: "string", default: "hdr" },
      "texture-budget": { type: "string" },
      limit: { type: "string", multiple: true, default: [] },
      settings: { type: "string", multiple: true, default: [] },
      stats: { type: "boolean", default: false },
    });
    const path = onlyPositional("shot", positionals, "map");
    const out = values.out;
    if (out === undefined) throw new UsageError("wants --out, the picture to write", "shot");
    const [width, height] = parseSize("shot", "--size", values.size);
    const camera = values.camera === undefined ? null : parseCamera(values.camera);
    const [seconds] = parseNumbers("shot", "--time", values.time, 1, 1);
    const settings = parseSettings("shot", values.settings);
    const side = parseSide("shot", values.side);
    const budget = parseTextureBudget(values["texture-budget"]);
    const limits = parseLimits("shot", values.limit);
    await checkOutput(out, [path, ...values.content]);
    const content = await openContent(values.content);
    printProblems(content);
    const map = await readMapWith(path, content.sources);

    const headless = await openHeadlessRenderer(width, height);
    try {
      const { renderer } = headless;
      Object.assign(renderer.settings, settings);
      const { scene, warnings } = await loadMapFile(headless, map, side, budget, limits);
      await renderer.settled();
      renderer.render(camera ?? { ...scene.start, fov: DEFAULT_FOV }, seconds);
      const pixels = await renderer.readPixels();
      await headless.drain();
      await writeWhole(out, encodePng(width, height, pixels));
      writeWarnings(warnings);
      if (values.stats) printJson(summarizeShot(await renderer.readStats(), warnings));
    } finally {
      headless.close();
    }
  },
};
