/** `visleaf shot`: draws a map from one place, or a model alone, as a PNG. */

import { join } from "node:path";
import { isModelSource } from "../../content/is-model-source.ts";
import type { Warning } from "../../core/diagnostics.ts";
import { MARK_SETS, MARKS, type MarkChoice, parseMarks } from "../../map/mark-kinds.ts";
import type { LightSideName } from "../../map/types.ts";
import { VIEWS } from "../../render/inspect/view-list.ts";
import type { Camera, FrameStats } from "../../render/types.ts";
import { DEFAULT_FOV } from "../../viewer/camera/camera.ts";
import { LINE_KINDS, type LineKind } from "../../viewer/model/lines/shown-lines.ts";
import { contentHelp } from "../content/content-help.ts";
import { listMissing } from "../content/missing-content.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { EXIT_DONE, UsageError } from "../errors.ts";
import { defaultOutput } from "../files/default-output.ts";
import { parseSide, readMapWith } from "../files/map-file.ts";
import { checkOutput } from "../files/write-whole.ts";
import { listFiles } from "../many/list-files.ts";
import { optionsAsArgs, parseJobs, runMany } from "../many/run-many.ts";
import { parseFires, parseSeed } from "../options/parse-fire.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseNumbers, parseOptions, parseSize } from "../options/parse-options.ts";
import { parseSettings, parseViewName } from "../options/parse-settings.ts";
import { openHeadlessRenderer } from "../render/headless-renderer.ts";
import { loadMapFile } from "../render/load-map-file.ts";
import { type ModelShot, type ShotLight, shotModel } from "../shot/shot-model.ts";
import type { ShownMoment } from "../shot/shot-moment.ts";
import { shotParticles } from "../shot/shot-particles.ts";
import { type ShotRequest, writeShot, writeWarnings } from "../shot/shot-request.ts";
import { watchShot } from "../shot/watch-shot.ts";
import { printJson, printLines, say } from "../terminal.ts";
import type { Verb } from "../verb.ts";

/** A day, as in `visleaf run`. */
const MOST_SECONDS = 86_400;

async function shotMap(
  request: ShotRequest,
  side: LightSideName,
  moment: ShownMoment,
): Promise<void> {
  const { path, width, height, camera, settings, textureBudget, limits } = request;
  const content = await openContent(request.content);
  printProblems(content);
  const map = await readMapWith(path, content.sources);
  const headless = await openHeadlessRenderer(width, height);
  const watch = watchShot(path);
  try {
    const { renderer } = headless;
    Object.assign(renderer.settings, settings);
    const loaded = await loadMapFile(headless, map, side, {
      ...{ textureBudgetBytes: textureBudget, limits },
    });
    const { scene, warnings } = loaded;
    // At time 0 the map is as it was built.
    if (moment.seconds > 0) {
      const { showMoment } = await import("../shot/shot-moment.ts");
      showMoment(headless, loaded, moment);
    }
    if (request.marks.names.length > 0) {
      const { showMarks } = await import("../shot/shot-marks.ts");
      await showMarks(renderer, map, request);
    }
    await writeShot(headless, watch, request, camera ?? { ...scene.start, fov: DEFAULT_FOV });
    writeWarnings(warnings);
    if (request.printsStats) printJson(summarizeShot(await renderer.readStats(), warnings));
  } finally {
    watch.stop();
    headless.close();
  }
}

/** Returns the data of `--stats`. */
function summarizeShot(stats: FrameStats, warnings: readonly Warning[]) {
  const { leaf, cluster, visibleClusters, chunks, triangles, draws } = stats;
  const { props, details, decals, shadows, sprites, ropeSegments } = stats;
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
    shadows,
    sprites,
    ropeSegments,
    missing,
  };
}

function parseCamera(text: string, option = "--camera"): Camera {
  const [x, y, z, pitch, yaw, fov] = parseNumbers("shot", option, text, 5, 6);
  if (fov !== undefined && (fov < 1 || fov > 170)) {
    throw new UsageError(`${option}: a field of view is 1 to 170 degrees, not ${fov}`, "shot");
  }
  return { x, y, z, pitch, yaw, fov: fov ?? DEFAULT_FOV };
}

/** Parses a size in megabytes; returns bytes. */
function parseTextureBudget(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [megabytes] = parseNumbers("shot", "--texture-budget", text, 1, 1);
  if (megabytes >= 0) return megabytes * 2 ** 20;
  throw new UsageError(`--texture-budget is 0 or more, not ${megabytes}`, "shot");
}

/** Parses a whole number from 0. */
function parseRow(option: string, text: string): number {
  const [row] = parseNumbers("shot", option, text, 1, 1);
  if (Number.isInteger(row) && row >= 0) return row;
  throw new UsageError(`${option} wants a whole number from 0, not "${text}"`, "shot");
}

function parseFrame(text: string): number {
  const [frame] = parseNumbers("shot", "--frame", text, 1, 1);
  if (frame >= 0) return frame;
  throw new UsageError(`--frame is 0 or more, not ${frame}`, "shot");
}

const isModel = (path: string) => /\.mdl$/i.test(path) || isModelSource(path);

/** Lists the views, one line for each group. */
function listViews(): string {
  const groups = [...new Set(VIEWS.map(({ group }) => group))];
  const lines = groups.map((group) => {
    const names = VIEWS.filter((view) => view.group === group).map(({ name }) => name);
    return `${group.toLowerCase()}: ${names.join(", ")}`;
  });
  return lines.map((line) => `${" ".repeat(33)}${line}`).join(";\n");
}

/** Lists the names of marks, wrapped to the width of the help. */
function markHelp(): string {
  const names = [...MARKS.map(({ name }) => name), ...Object.keys(MARK_SETS)];
  const lines = [""];
  for (const name of names) {
    const line = lines.at(-1) as string;
    if (line.length + name.length > 60) lines.push(name);
    else lines[lines.length - 1] = line === "" ? name : `${line}, ${name}`;
  }
  return lines.join(`,\n${" ".repeat(33)}`);
}

function parseMarkNames(texts: readonly string[]): MarkChoice {
  return parseMarks(texts.join(","), (word) => {
    const names = MARKS.map(({ name }) => name).join(", ");
    throw new UsageError(`--marks is one of ${names}, not "${word}"`, "shot");
  });
}

const isMark = (name: string) =>
  MARKS.some((mark) => mark.name === name.toLowerCase()) ||
  Object.hasOwn(MARK_SETS, name.toLowerCase());

export const shotVerb: Verb = {
  help: `visleaf shot MAP|MODEL|PARTICLES [--out PNG] [options]
visleaf shot MAP... --out DIR [--jobs N] [--force] [options]

Draws a picture of a map from one place, of a model (.mdl, or its source: .qc, .smd, .vta), or of one system
of a file of particle systems (.pcf) that runs from its start to --time. MODEL is a file
in a "models" folder of its content, which is searched first, a file beside the files it needs, or a path in
--content: models/props/barrel.mdl. Of several maps, or a folder of maps, writes DIR/MAP.png each; those
newer than their map are kept, a bad map does not end the others, and the exit code is the worst.

  -o, --out PNG                  the picture to write; default: MAP.png, in the current folder
  --jobs N                       several maps: processes at once; 1
  --force                        several maps: draw again what is newer than its map
  --camera X,Y,Z,PITCH,YAW[,FOV] camera; default: the map's start, or the whole model
  --time SECONDS                 moment shown: animations, and doors, fans, lamps and logic of a map, run
                                 as "visleaf run" does; 0
  --fire TIME,TARGET,INPUT[,PARAMETER]
                                 map: input that is sent by then, as ent_fire does; repeatable
  --seed N                       map: seed of random numbers; 0
  --system NAME                  particles: system; default: the first that no other contains
  --sequence NAME                model: sequence, by name or number; default: an idle one
  --frame NUMBER                 model: frame of the sequence; 3.5 is between two; 0
  --skin NUMBER                  model: skin; 0
  --body NUMBER                  model: body groups, as the engine's body number; 0
  --lod NUMBER                   model: level of detail; default: by its size in the picture
  --flex NAME=VALUE              model: value of a flex controller, in its own range; repeatable
  --show KIND                    model: overlay lines: ${LINE_KINDS.join(", ")};
                                 repeatable
  --marks NAME                   map: overlays: ${markHelp()};
                                 "lines" draws edges only, "through" also draws hidden ones; repeatable
  --light MAP[,X,Y,Z]            model: use a map's light at that place, or where its first player starts;
                                 default: studio light
  --size WIDTHxHEIGHT            pixels; 1280x720
${contentHelp("  --content PATH                 ")}
  --side hdr|ldr                 which light to use if the map has both; hdr
  --texture-budget MB            memory for textures; larger ones are shown smaller; 1024
  --limit NAME=NUMBER            change a limit of docs/limits.md; NUMBER may be none; repeatable
  --settings NAME=VALUE          on or off, repeatable:
                                 textures, lightmaps, specular, bumps, phong, props, details, decals,
                                 propShadows (or blob, silhouette), sprites, ropes, sky, displacements,
                                 brushModels, translucent, fog, wireframe, fullbright, pvs, areaPortals,
                                 frustum, fxaa, colorCorrection, fades, shake, lightStyles, animations,
                                 flashlight (off),
                                 autoExposure (HDR maps; on), bloom (off on the software adapter),
                                 waterReflection (off on the software adapter), lowResTextures (16-texel
                                 mips; off); or a number:
                                 exposure (times the map's own), sharpen 0 to 1,
                                 renderScale 0.25 to 2, detailSway (inches of grass sway),
                                 modelLod (level of all models, -1: by size), samples 1 or 4 per pixel
  --view NAME                    debug view of surfaces:
${listViews()};
                                 also takes a name of --marks
  --frozen-at X,Y,Z,PITCH,YAW[,FOV]
                                 camera of the views "frozen" and "culled"; default: --camera
  --stats                        print one JSON object about the frame: {leaf, cluster, visibleClusters,
                                 chunks, triangles, draws, props, details, decals, shadows, sprites,
                                 ropeSegments, missing: {materials, textures, models}}; of a model
                                 {model, triangles, draws, bones, sequence, frame, skin, bodyGroups, lod,
                                 box, light: {map, at, entity, lamps}, camera, missing}; of several
                                 maps an array, with "file"

Damaged parts that are left out (one line each) and missing files (one line per kind) go to stderr.

  visleaf shot de_office.bsp --content "Counter-Strike Source/cstrike" --out office.png
  visleaf shot particles/fire_01.pcf --content hl2 --system env_fire_small --time 3 --out fire.png
  visleaf shot models/humans/male_07.mdl --content hl2 --sequence walk_all --out walk.png`,

  async run(args) {
    const { values, positionals } = parseOptions("shot", args, {
      out: { type: "string", short: "o" },
      jobs: { type: "string", default: "1" },
      force: { type: "boolean", default: false },
      camera: { type: "string" },
      time: { type: "string", default: "0" },
      fire: { type: "string", multiple: true },
      seed: { type: "string" },
      sequence: { type: "string" },
      system: { type: "string" },
      frame: { type: "string" },
      skin: { type: "string" },
      body: { type: "string" },
      lod: { type: "string" },
      flex: { type: "string", multiple: true },
      show: { type: "string", multiple: true },
      marks: { type: "string", multiple: true },
      light: { type: "string" },
      size: { type: "string", default: "1280x720" },
      content: { type: "string", multiple: true, default: [] },
      side: { type: "string", default: "hdr" },
      "texture-budget": { type: "string" },
      limit: { type: "string", multiple: true, default: [] },
      settings: { type: "string", multiple: true, default: [] },
      view: { type: "string" },
      "frozen-at": { type: "string" },
      stats: { type: "boolean", default: false },
    });
    if (positionals.length === 0) onlyPositional("shot", positionals, "map or model");
    const { files, isMany } = await listFiles(positionals);
    const jobs = parseJobs(values.jobs);
    if (isMany) {
      const folder = values.out ?? ".";
      return runMany({
        ...{ verb: "shot", files, jobs, isJson: values.stats, force: values.force },
        options: optionsAsArgs(values, ["jobs", "force", "out"]),
        outputOf: ({ name }) => {
          const out = join(folder, `${name}.png`);
          return { out, written: [out] };
        },
      });
    }
    const [{ path }] = files;
    const [width, height] = parseSize("shot", "--size", values.size);
    const [seconds] = parseNumbers("shot", "--time", values.time, 1, 1);
    if (seconds > MOST_SECONDS) {
      throw new UsageError(`--time is up to ${MOST_SECONDS}, not "${values.time}"`, "shot");
    }
    const moment = {
      seconds,
      seed: parseSeed("shot", values.seed ?? "0"),
      fires: parseFires("shot", values.fire ?? []),
    };
    const frozen = values["frozen-at"];
    const marks = [...(values.marks ?? [])];
    let { view } = values;
    if (view !== undefined && isMark(view)) {
      marks.push(view);
      view = undefined;
    }
    const out = values.out ?? (await defaultOutput(path, ".png"));
    const request: ShotRequest = {
      ...{ path, out, width, height, seconds, content: values.content },
      camera: values.camera === undefined ? null : parseCamera(values.camera),
      frozenAt: frozen === undefined ? null : parseCamera(frozen, "--frozen-at"),
      settings: {
        ...parseSettings("shot", values.settings),
        ...(view !== undefined && { view: parseViewName("shot", view) }),
      },
      textureBudget: parseTextureBudget(values["texture-budget"]),
      limits: parseLimits("shot", values.limit),
      marks: parseMarkNames(marks),
      printsStats: values.stats,
    };
    const side = parseSide("shot", values.side);
    const isParticles = /\.pcf$/i.test(path);
    const ofMap = (["marks", "fire", "seed"] as const).find((name) =>
      name === "marks" ? marks.length > 0 : values[name] !== undefined,
    );
    if ((isModel(path) || isParticles) && ofMap !== undefined) {
      throw new UsageError(`--${ofMap} is only for maps (.bsp), and ${path} is not one`, "shot");
    }
    if (!isParticles && values.system !== undefined) {
      throw new UsageError(
        `--system is only for particle systems (.pcf), and ${path} is not one`,
        "shot",
      );
    }
    const shot = parseModelShot(path, values, side);
    const light = shot?.light?.map;
    await checkOutput(out, [path, ...values.content, ...(light === undefined ? [] : [light])]);
    if (isParticles) await shotParticles(request, values.system ?? null);
    else if (shot !== null) await shotModel(request, shot);
    else await shotMap(request, side, moment);
    if (values.out === undefined && values.stats) say(`wrote ${out}`);
    else if (values.out === undefined) printLines([`wrote ${out}`]);
    return EXIT_DONE;
  },
};

const ROW_OPTIONS = ["sequence", "frame", "skin", "body", "lod"] as const;
const MODEL_OPTIONS = [...ROW_OPTIONS, "flex", "show", "light"] as const;

function parseFlex(text: string): ModelShot["flexes"][number] {
  const at = text.lastIndexOf("=");
  const value = text.slice(at + 1).trim();
  if (at > 0 && value !== "" && Number.isFinite(Number(value))) {
    return { name: text.slice(0, at).trim(), value: Number(value) };
  }
  throw new UsageError(`--flex wants NAME=NUMBER, not "${text}"`, "shot");
}

function parseLineKind(text: string): LineKind {
  const kind = LINE_KINDS.find((each) => each.toLowerCase() === text.trim().toLowerCase());
  if (kind !== undefined) return kind;
  throw new UsageError(`--show is one of ${LINE_KINDS.join(", ")}, not "${text}"`, "shot");
}

/** Parses `MAP[,X,Y,Z]`. The path may contain commas; three numbers at its end are a place. */
function parseLight(text: string, side: LightSideName): ShotLight {
  const number = "\\s*[-+]?[\\d.]+(?:e[-+]?\\d+)?\\s*";
  const found = new RegExp(`^(.+?)((?:,${number}){3})$`, "i").exec(text);
  if (found === null) return { map: text, at: null, side };
  const [x, y, z] = parseNumbers("shot", "--light", found[2].slice(1), 3, 3);
  return { map: found[1], at: [x, y, z], side };
}

/** Returns the options for a model; null for a map, which must have none of them. */
function parseModelShot(
  path: string,
  values: Partial<Record<(typeof ROW_OPTIONS)[number] | "light", string>> & {
    readonly show?: string[];
    readonly flex?: string[];
  },
  side: LightSideName,
): ModelShot | null {
  if (!isModel(path)) {
    const given = MODEL_OPTIONS.find((name) => values[name] !== undefined);
    if (given === undefined) return null;
    throw new UsageError(`--${given} is only for models (.mdl), and ${path} is not one`, "shot");
  }
  const row = (option: "skin" | "body") => parseRow(`--${option}`, values[option] ?? "0");
  return {
    sequence: values.sequence ?? null,
    frame: parseFrame(values.frame ?? "0"),
    skin: row("skin"),
    body: row("body"),
    flexes: (values.flex ?? []).map(parseFlex),
    show: (values.show ?? []).flatMap((kinds) => kinds.split(",")).map(parseLineKind),
    light: values.light === undefined ? null : parseLight(values.light, side),
    lod: values.lod === undefined ? null : parseRow("--lod", values.lod),
  };
}
