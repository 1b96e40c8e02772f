/** `visleaf export`: writes a model or a map for other tools. */

import { Content } from "../../content/content.ts";
import { isModelSource } from "../../content/is-model-source.ts";
import { formatBytes } from "../../content/report/format-bytes.ts";
import type { ContentSource } from "../../content/types.ts";
import { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { exportMap, type MapExportOptions } from "../../export/map/export-map.ts";
import { exportModel, type ModelExportOptions } from "../../export/model/export-model.ts";
import { readStudioModel } from "../../model/files/read-studio-model.ts";
import { inFile } from "../compile/bad-source.ts";
import { decompileModelFile } from "../compile/decompile-model-file.ts";
import { contentHelp } from "../content/content-help.ts";
import { describeMissing, isMissing, listMissing } from "../content/missing-content.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { CliError, UsageError } from "../errors.ts";
import { defaultOutput, stemOf } from "../files/default-output.ts";
import { countOf } from "../files/headline.ts";
import { parseSide, readMapWith } from "../files/map-file.ts";
import { checkOutput, writeWhole } from "../files/write-whole.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseNumbers, parseOptions } from "../options/parse-options.ts";
import { findModel } from "../shot/find-model.ts";
import { printLines, say } from "../terminal.ts";
import type { Verb } from "../verb.ts";

function parseWhole(option: string, text: string): number {
  const [value] = parseNumbers("export", option, text, 1, 1);
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 31) return value;
  throw new UsageError(`${option} is a whole number from 0 on, not "${text}"`, "export");
}

function parseScale(text: string): number {
  const [value] = parseNumbers("export", "--scale", text, 1, 1);
  if (value > 0) return value;
  throw new UsageError(`--scale is above 0, not ${value}`, "export");
}

/** Parses `all`, `none`, or names. */
function parseSequences(text: string): Pick<ModelExportOptions, "sequences"> {
  if (text === "all") return {};
  return { sequences: text === "none" ? [] : text.split(",").map((name) => name.trim()) };
}

/** Options that apply only to models, or only to maps. */
const MODEL_OPTIONS = ["lod", "body", "sequences", "all-blends"] as const;
const MAP_OPTIONS = ["side"] as const;

export const exportVerb: Verb = {
  help: `visleaf export MODEL [-o MODEL.glb] [options]
visleaf export MAP [-o MAP.glb] [options]
visleaf export MODEL.mdl [-o DIR] --format smd [--force]

Writes a model or a map as one glTF 2.0 file, in metres, y up, z forward. A model has skinned meshes, flexes
as morph targets, sequences as animations, skins as variants (KHR_materials_variants), textures as PNG. A
map has faces, displacements, brush entities, props, and lightmaps in the second texture coordinates.
docs/models.md lists what is left out.

  -o, --out GLB         the file to write; default: the input's name with .glb, in the current folder
  --format glb|smd      smd writes into a folder, as \`visleaf decompile\` does, and takes only --force; glb
  --force               --format smd: replace existing files in the folder
${contentHelp("  --content PATH        ")}
  --lod N               model: LOD of the first scene, 0 is the finest; other LODs are more scenes; 0
  --body N              model: body groups of the first scene, as the engine's body number; 0
  --sequences NAME,...  sequences to write, all or none; all
  --all-blends          write every blend of a sequence as an animation, not the result at rest
  --texture-size N      largest edge of a texture; 0 writes no materials; 2048, map 1024
  --side hdr|ldr        which light to use if the map has both; hdr
  --scale N             length of one inch in the file; 0.0254
  --limit NAME=NUMBER   change a limit of docs/limits.md; NUMBER may be none; repeatable

MODEL is an .mdl in a "models" folder of its content or beside its .vvd and .vtx, or a path in --content:
models/props/barrel.mdl. A .qc, an .smd or a .vta is compiled first. Missing files are named on stderr.`,

  async run(args) {
    const { values, positionals } = parseOptions("export", args, {
      out: { type: "string", short: "o" },
      force: { type: "boolean", default: false },
      content: { type: "string", multiple: true, default: [] },
      lod: { type: "string" },
      body: { type: "string" },
      sequences: { type: "string" },
      "all-blends": { type: "boolean" },
      "texture-size": { type: "string" },
      side: { type: "string" },
      format: { type: "string", default: "glb" },
      scale: { type: "string", default: "0.0254" },
      limit: { type: "string", multiple: true, default: [] },
    });
    const path = onlyPositional("export", positionals, "model or map");
    if (values.format === "smd") {
      if (!/\.mdl$/i.test(path)) throw new UsageError(`${path} is no .mdl`, "export");
      const folder = values.out ?? stemOf(path);
      printLines(await decompileModelFile(path, folder, values.force));
      return;
    }
    if (values.format !== "glb") {
      throw new UsageError(`--format is glb or smd, not "${values.format}"`, "export");
    }
    if (values.force) throw new UsageError("--force is only for --format smd", "export");
    const isModel = /\.mdl$/i.test(path) || isModelSource(path);
    const strange = isModel ? MAP_OPTIONS : MODEL_OPTIONS;
    const given = strange.find((name) => values[name] !== undefined);
    if (given !== undefined) {
      const found = isModel ? "model" : "map";
      throw new UsageError(
        `--${given} is only for ${isModel ? "maps" : "models"}, and ${path} is a ${found}`,
        "export",
      );
    }
    const scale = parseScale(values.scale);
    const textureSize = values["texture-size"];
    const shared = {
      scale,
      ...(textureSize === undefined
        ? {}
        : { textureSize: parseWhole("--texture-size", textureSize) }),
    };
    const limits = parseLimits("export", values.limit);
    const out = values.out ?? (await defaultOutput(path, ".glb"));
    await checkOutput(out, [path, ...values.content]);
    const content = await openContent(values.content);
    printProblems(content);
    const { glb, diagnostics } = isModel
      ? await writeModel(path, content.sources, limits, {
          ...shared,
          lod: parseWhole("--lod", values.lod ?? "0"),
          body: parseWhole("--body", values.body ?? "0"),
          ...parseSequences(values.sequences ?? "all"),
          allBlends: values["all-blends"] ?? false,
        })
      : await writeMap(path, content.sources, {
          ...shared,
          limits,
          side: parseSide("export", values.side ?? "hdr"),
        });
    await writeWhole(out, glb);
    printLines([`wrote ${out}: ${describeGlb(glb)}`]);
    for (const warning of diagnostics.warnings) if (!isMissing(warning)) say(warning.message);
    for (const line of describeMissing(listMissing(diagnostics.warnings))) say(line);
  },
};

/** Counts what a glTF file holds, from its JSON chunk. */
function describeGlb(glb: Uint8Array): string {
  const jsonBytes = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  const gltf: Readonly<Record<string, unknown>> = JSON.parse(
    new TextDecoder().decode(glb.subarray(20, 20 + jsonBytes)),
  );
  const counts = [
    countOf(gltf.meshes, "mesh", "meshes"),
    countOf(gltf.materials, "material"),
    countOf(gltf.images, "image"),
    countOf(gltf.animations, "animation"),
  ];
  return [formatBytes(glb.length), ...counts.filter((text) => text !== null)].join(", ");
}

interface Written {
  readonly glb: Uint8Array;
  readonly diagnostics: Diagnostics;
}

async function writeModel(
  path: string,
  sources: readonly ContentSource[],
  limits: Limits,
  options: ModelExportOptions,
): Promise<Written> {
  const found = await findModel(path, sources);
  printProblems(found);
  const content = new Content(found.sources);
  const diagnostics = new Diagnostics();
  const model = await readStudioModel(found.path, content, { diagnostics, limits });
  if (model === null) throw new CliError(`no model ${path}`);
  const access = { content, diagnostics, ledger: new Ledger(limits) };
  return { glb: await exportModel(model, access, options), diagnostics };
}

async function writeMap(
  path: string,
  sources: readonly ContentSource[],
  options: MapExportOptions,
): Promise<Written> {
  const map = await readMapWith(path, sources);
  return inFile(path, () => exportMap(map.name, map.bytes, map.sources, options));
}
