/** The tools of `visleaf mcp`: verbs of the command, with their options as JSON schemas. */

export type OptionType = "text" | "number" | "switch" | "paths" | "path" | "texts";

export interface ToolOption {
  readonly type: OptionType;
  readonly about: string;
}

/** Pictures that a verb writes into a temporary folder of its call. */
export interface ToolPictures {
  /** Value of an option that names the output. */
  readonly option: string;
  /** File or name of the output in the folder. */
  readonly out: string;
  /** Switch of the tool without which the verb writes none; null if it always does. */
  readonly on: string | null;
}

export interface VerbTool {
  readonly verb: string;
  readonly about: string;
  /** Files that it takes, in order: names and descriptions. */
  readonly files: readonly (readonly [name: string, about: string])[];
  readonly options: Readonly<Record<string, ToolOption>>;
  /** Options that each call passes, before those of the client. */
  readonly fixed: readonly string[];
  readonly pictures: ToolPictures | null;
}

const CONTENT: ToolOption = {
  type: "paths",
  about: "Game folders or archives (.vpk, .gma, .zip) with materials and models.",
};
const JSON_SWITCH: ToolOption = { type: "switch", about: "Return JSON instead of text." };
const MAP = ["map", "A map (.bsp, .bsp.bz2, or an archive with one map)."] as const;

export const VERB_TOOLS: readonly VerbTool[] = [
  {
    verb: "inspect",
    about: "Describes a map, model, texture, material or archive: version, counts, lumps, limits.",
    files: [["file", "A map, model, texture, material or archive."]],
    options: {
      lump: { type: "text", about: "Print the first rows of this lump of a map, such as faces." },
      json: JSON_SWITCH,
    },
    fixed: [],
    pictures: null,
  },
  {
    verb: "check",
    about: "Lists what is wrong with a map: each finding has a rule, a sentence and a camera.",
    files: [MAP],
    options: { content: CONTENT, json: JSON_SWITCH },
    fixed: [],
    pictures: null,
  },
  {
    verb: "shot",
    about: "Draws a map from one camera, or a model (.mdl), and returns the picture.",
    files: [["file", "A map, or a model (.mdl)."]],
    options: {
      camera: {
        type: "text",
        about: "x,y,z,pitch,yaw[,fov] in inches and degrees. Default: the map's start.",
      },
      size: { type: "text", about: "WIDTHxHEIGHT in pixels. Default: 960x540." },
      view: { type: "text", about: "Debug view, such as luxels, overdraw, clusters or normals." },
      marks: { type: "texts", about: "Overlays, such as clips, triggers, entities or lights." },
      settings: { type: "texts", about: "Settings, such as props=off or exposure=2." },
      time: { type: "number", about: "Seconds of animations. Default: 0." },
      content: CONTENT,
    },
    fixed: ["--stats"],
    pictures: { option: "out", out: "shot.png", on: null },
  },
  {
    verb: "overview",
    about: "Draws a map from above, to scale, north up, and returns the picture of each layer.",
    files: [MAP],
    options: {
      size: { type: "number", about: "Pixels along an edge. Default: 768." },
      top: { type: "number", about: "Cut off everything above this height." },
      layers: { type: "text", about: "Heights with commas at which the map is cut into layers." },
      content: CONTENT,
    },
    fixed: ["--json"],
    pictures: { option: "out", out: "overview", on: null },
  },
  {
    verb: "cost",
    about: "Counts what the engine draws from each place of a map, the most expensive first.",
    files: [MAP],
    options: {
      place: { type: "text", about: 'x,y,z to measure by itself, or "worst".' },
      top: { type: "number", about: "Places in the list. Default: 10." },
      by: { type: "text", about: "Measure to rank by, such as triangles or batches." },
      heat: { type: "switch", about: "Also return a picture of the costs from above." },
      content: CONTENT,
      json: JSON_SWITCH,
    },
    fixed: [],
    pictures: { option: "heat", out: "heat.png", on: "heat" },
  },
  {
    verb: "diff",
    about: "Lists what changed between two versions of a map.",
    files: [
      ["before", "The older map."],
      ["after", "The newer map."],
    ],
    options: { json: JSON_SWITCH },
    fixed: [],
    pictures: null,
  },
];

/** Values that replace a verb's own defaults. */
export const TOOL_DEFAULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shot: { size: "960x540" },
  overview: { size: "768" },
};

const SCHEMAS: Readonly<Record<OptionType, object>> = {
  text: { type: "string" },
  path: { type: "string" },
  number: { type: "number" },
  switch: { type: "boolean" },
  texts: { type: "array", items: { type: "string" }, maxItems: 32 },
  paths: { type: "array", items: { type: "string" }, maxItems: 32 },
};

/** Returns the JSON schema of a tool's arguments. */
export function schemaOf({ files, options }: VerbTool) {
  const fileRows = files.map(([name, about]) => [name, { type: "string", description: about }]);
  const optionRows = Object.entries(options).map(([name, { type, about }]) => {
    return [name, { ...SCHEMAS[type], description: about }];
  });
  return {
    type: "object" as const,
    properties: Object.fromEntries([...fileRows, ...optionRows]),
    required: files.map(([name]) => name),
    additionalProperties: false,
  };
}
