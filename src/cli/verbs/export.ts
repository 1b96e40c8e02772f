/** `visleaf export`: a model for other tools. */

import { Content } from "../../content/content.ts";
import { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import { exportModel } from "../../export/model/export-model.ts";
import type { ModelExportOptions } from "../../export/model/export-options.ts";
import { readStudioModel } from "../../model/files/read-studio-model.ts";
import { contentHelp } from "../content/content-help.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { CliError, UsageError } from "../errors.ts";
import { checkOutput, writeWhole } from "../files/write-whole.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseNumbers, parseOptions } from "../options/parse-options.ts";
import { findModel } from "../shot/find-model.ts";
import { say } from "../terminal.ts";
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

/** `all`, `none`, or names. */
function parseSequences(text: string): Pick<ModelExportOptions, "sequences"> {
  if (text === "all") return {};
  return { sequences: text === "none" ? [] : text.split(",").map((name) => name.trim()) };
}

export const exportVerb: Verb = {
  help: `visleaf export MODEL -o MODEL.glb [options]

Writes a model as one file of glTF 2.0: skinned meshes, faces as morph targets, sequences as animations,
skins as variants (KHR_materials_variants), textures as PNG. Metres, y up, z forward.

  -o, --out GLB         the file to write
${contentHelp("  --content PATH        ")}
  --lod N               the LOD that is shown, 0 the finest; the others are further scenes of the file; 0
  --body N              the body groups that are shown, by the number that entities have; all of them are a
                        further scene; 0
  --sequences NAME,...  the sequences to write, all or none; all
  --all-blends          every blend of a sequence as an animation of its own, not only the first
  --texture-size N      most texels on a texture's edge; 0: no materials; 2048
  --scale N             what an inch is written as; 0.0254
  --limit NAME=NUMBER   what it may cost in place of what docs/limits.md says; a number or none; may be repeated

MODEL is an .mdl file, in a folder "models" of its content or with its .vvd and .vtx beside it, or a path in what
--content names: models/props/barrel.mdl. A .qc or an .smd is compiled first. What is missing is named on stderr.`,

  async run(args) {
    const { values, positionals } = parseOptions("export", args, {
      out: { type: "string", short: "o" },
      content: { type: "string", multiple: true, default: [] },
      lod: { type: "string", default: "0" },
      body: { type: "string", default: "0" },
      sequences: { type: "string", default: "all" },
      "all-blends": { type: "boolean", default: false },
      "texture-size": { type: "string", default: "2048" },
      scale: { type: "string", default: "0.0254" },
      limit: { type: "string", multiple: true, default: [] },
    });
    const path = onlyPositional("export", positionals, "model");
    const { out } = values;
    if (out === undefined) throw new UsageError("wants -o, what to write", "export");
    if (!/\.(mdl|qc|smd)$/i.test(path)) {
      throw new UsageError(`${path} is no .mdl, .qc or .smd`, "export");
    }
    const options: ModelExportOptions = {
      lod: parseWhole("--lod", values.lod),
      body: parseWhole("--body", values.body),
      ...parseSequences(values.sequences),
      allBlends: values["all-blends"],
      textureSize: parseWhole("--texture-size", values["texture-size"]),
      scale: parseScale(values.scale),
    };
    const limits = parseLimits("export", values.limit);
    await checkOutput(out, [path, ...values.content]);
    const given = await openContent(values.content);
    printProblems(given);
    const found = await findModel(path, given.sources);
    printProblems(found);
    const content = new Content(found.sources);
    const diagnostics = new Diagnostics();
    const model = await readStudioModel(found.path, content, { diagnostics, limits });
    if (model === null) throw new CliError(`no model ${path}`);
    const access = { content, diagnostics, ledger: new Ledger(limits) };
    await writeWhole(out, await exportModel(model, access, options));
    for (const { message } of diagnostics.warnings) say(message);
  },
};
