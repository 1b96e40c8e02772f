/** `visleaf shot`: a map, seen from one place, as a PNG. */

import { writeFile } from "node:fs/promises";
import { PNG } from "pngjs";
import type { Warning, WarningCode } from "../core/diagnostics.ts";
import type { Camera, FrameStats } from "../render/types.ts";
import { DEFAULT_FOV } from "../viewer/camera.ts";
import { UsageError } from "./errors.ts";
import { openHeadlessRenderer } from "./headless-renderer.ts";
import { loadMapFile } from "./load-map-file.ts";
import { parseSide, readMapFile } from "./map-file.ts";
import { onlyPositional, parseNumbers, parseOptions, parseSize } from "./parse-options.ts";
import { parseSettings } from "./parse-settings.ts";
import type { Verb } from "./run-command.ts";

const MISSING = {
  materials: "missing-material",
  textures: "missing-texture",
  models: "missing-model",
} as const satisfies Record<string, WarningCode>;

/** What `--stats` prints. */
function summarizeShot(stats: FrameStats, warnings: readonly Warning[]) {
  const { leaf, cluster, visibleClusters, chunks, triangles, draws, props } = stats;
  const subjects = (code: WarningCode) =>
    warnings.filter((warning) => warning.code === code).map((warning) => warning.subject);
  const missing = {
    materials: subjects(MISSING.materials),
    textures: subjects(MISSING.textures),
    models: subjects(MISSING.models),
  };
  return { leaf, cluster, visibleClusters, chunks, triangles, draws, props, missing };
}

function writeWarnings(warnings: readonly Warning[]): void {
  const isMissing = (code: WarningCode) => (Object.values(MISSING) as WarningCode[]).includes(code);
  for (const { code, subject, message } of warnings) {
    if (!isMissing(code)) console.error(`visleaf: ${subject}: ${message}`);
  }
}

function parseCamera(text: string): Camera {
  const [x, y, z, pitch, yaw, fov] = parseNumbers("shot", "--camera", text, 5, 6);
  if (fov !== undefined && (fov < 1 || fov > 170)) {
    throw new UsageError(`--camera: a field of view is 1 to 170 degrees, not ${fov}`, "shot");
  }
  return { x, y, z, pitch, yaw, fov: fov ?? DEFAULT_FOV };
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
  --camera X,Y,Z,PITCH,YAW[,FOV] where to look from; else where a player starts
  --size WIDTHxHEIGHT            pixels; 1280x720
  --content DIR                  a folder with materials and models; may be repeated
  --side hdr|ldr                 the light to use where the map has both; hdr
  --settings NAME=VALUE          a switch of the picture, on or off; may be repeated:
                                 textures, lightmaps, props, sky, displacements, brushModels,
                                 translucent, wireframe, fullbright, pvs, frustum; exposure=NUMBER
  --stats                        print one JSON object about the frame:
                                 {leaf, cluster, visibleClusters, chunks, triangles, draws, props,
                                 missing: {materials, textures, models}}

What is left out for being damaged is said on stderr, a line each.`,

  async run(args) {
    const { values, positionals } = parseOptions("shot", args, {
      out: { type: "string" },
      camera: { type: "string" },
      size: { type: "string", default: "1280x720" },
      content: { type: "string", multiple: true, default: [] },
      side: { type: "string", default: "hdr" },
      settings: { type: "string", multiple: true, default: [] },
      stats: { type: "boolean", default: false },
    });
    const path = onlyPositional("shot", positionals, "map");
    const out = values.out;
    if (out === undefined) throw new UsageError("wants --out, the picture to write", "shot");
    const [width, height] = parseSize("shot", "--size", values.size);
    const camera = values.camera === undefined ? null : parseCamera(values.camera);
    const settings = parseSettings("shot", values.settings);
    const side = parseSide("shot", values.side);
    const map = await readMapFile(path, values.content);

    const headless = await openHeadlessRenderer(width, height);
    try {
      const { renderer } = headless;
      Object.assign(renderer.settings, settings);
      const { scene, warnings } = await loadMapFile(headless, map, side);
      renderer.render(camera ?? { ...scene.start, fov: DEFAULT_FOV });
      const pixels = await renderer.readPixels();
      await headless.drain();
      await writeFile(out, encodePng(width, height, pixels));
      writeWarnings(warnings);
      if (values.stats)
        console.log(JSON.stringify(summarizeShot(await renderer.readStats(), warnings)));
    } finally {
      headless.close();
    }
  },
};
