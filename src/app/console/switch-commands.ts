/** Engine variables that correspond to a render setting, one row each. */

import type { RenderSettings } from "../../viewer/index.ts";
import { type ConsoleCommand, ConsoleError, type ConsoleHost } from "./console-types.ts";

type SwitchName = {
  [K in keyof RenderSettings]: RenderSettings[K] extends boolean ? K : never;
}[keyof RenderSettings];

interface SwitchRow {
  readonly name: string;
  readonly setting: SwitchName;
  readonly help: string;
  /** True if 1 switches the setting off. */
  readonly isInverse?: true;
  /** True if the engine variable is a strength: every value but 0 is on. */
  readonly isStrength?: true;
}

const SWITCHES: readonly SwitchRow[] = [
  {
    name: "mat_showlowresimage",
    setting: "lowResTextures",
    help: "Textures at low resolution: mips of 16 texels.",
  },
  { name: "mat_specular", setting: "specular", help: "Reflections of cubemaps on surfaces." },
  { name: "mat_bumpmap", setting: "bumps", help: "Normal maps." },
  { name: "mat_phong", setting: "phong", help: "Highlights of lamps on models." },
  { name: "mat_wireframe", setting: "wireframe", help: "Edges of all triangles." },
  {
    name: "r_drawstaticprops",
    setting: "props",
    help: "Models: static props and models of entities.",
  },
  { name: "r_drawbrushmodels", setting: "brushModels", help: "Doors and other brush entities." },
  { name: "r_drawdisp", setting: "displacements", help: "Displacements." },
  { name: "r_drawdetailprops", setting: "details", help: "Grass and other detail sprites." },
  { name: "r_drawsprites", setting: "sprites", help: "Glows and other sprites." },
  { name: "r_drawdecals", setting: "decals", help: "Decals and overlays." },
  { name: "r_drawropes", setting: "ropes", help: "Ropes and cables." },
  {
    name: "r_drawtranslucentworld",
    setting: "translucent",
    help: "Translucent surfaces, such as glass.",
  },
  { name: "r_skybox", setting: "sky", help: "The sky, and the 3D skybox." },
  {
    name: "r_novis",
    setting: "pvs",
    help: "Draws as if every leaf saw every other.",
    isInverse: true,
  },
  {
    name: "r_lockpvs",
    setting: "freezePvs",
    help: "Freezes visibility, so that you can look at it from elsewhere.",
  },
  {
    name: "r_portalsopenall",
    setting: "areaPortals",
    help: "Opens all area portals.",
    isInverse: true,
  },
  {
    name: "r_occlusion",
    setting: "occlusion",
    help: "Skips surfaces and models that others hide.",
  },
  {
    name: "r_frustumcullworld",
    setting: "frustum",
    help: "Skips surfaces and models outside the view.",
  },
  { name: "fog_enable", setting: "fog", help: "The map's fog." },
  { name: "mat_colorcorrection", setting: "colorCorrection", help: "The map's colour correction." },
  { name: "mat_disable_bloom", setting: "bloom", help: "No bloom.", isInverse: true },
  { name: "mat_dynamic_tonemapping", setting: "autoExposure", help: "Exposure follows the view." },
  {
    name: "mat_software_aa_strength",
    setting: "fxaa",
    help: "Antialiasing in the finished picture.",
    isStrength: true,
  },
];

export const SWITCH_COMMANDS: readonly ConsoleCommand[] = [
  ...SWITCHES.map(makeSwitch),
  {
    name: "mat_fullbright",
    form: "0|1|2",
    help: "1: without light. 2: light only, without textures.",
    word: "fullbright, textures",
    value: ({ settings }) => (settings.fullbright ? "1" : settings.textures ? "0" : "2"),
    run([text], { settings }) {
      const value = readValue(this, text, [0, 1, 2]);
      settings.fullbright = value === 1;
      settings.textures = value !== 2;
      return undefined;
    },
  },
  {
    name: "r_shadows",
    form: "0|1",
    help: "Shadows of models that are entities.",
    word: "propShadows",
    value: ({ settings }) =>
      settings.propShadows === false || settings.propShadows === "off" ? "0" : "1",
    run([text], { settings }) {
      settings.propShadows = readSwitch(this, text) ? true : "off";
      return undefined;
    },
  },
  {
    name: "mat_antialias",
    form: "0|1|2|4|8",
    help: "Samples per pixel: 4 for values of 2 or more, otherwise 1.",
    word: "samples",
    value: ({ settings }) => String(settings.samples),
    run([text], { settings }) {
      settings.samples = readValue(this, text, [0, 1, 2, 4, 8]) >= 2 ? 4 : 1;
      return settings.samples > 1 ? "Four samples per pixel." : "One sample per pixel.";
    },
  },
  {
    name: "cl_detail_max_sway",
    form: "<inches>",
    help: "How far the tops of detail sprites sway, 0 to 16.",
    word: "detailSway",
    value: ({ settings }) => String(settings.detailSway),
    run([text], { settings }) {
      settings.detailSway = Math.min(16, Math.max(0, parseNumber(text)));
      return undefined;
    },
  },
  {
    name: "r_lod",
    form: "-1|0|…|7",
    help: "Level of detail of all models, or the last one that a model has; -1 chooses by size.",
    word: "modelLod",
    value: ({ settings }) => String(settings.modelLod),
    run([text], { settings }) {
      settings.modelLod = Math.min(7, Math.max(-1, Math.floor(parseNumber(text))));
      return undefined;
    },
  },
  {
    name: "mat_hdr_level",
    form: "0|1|2",
    help: "The map's light: 0 and 1 for LDR, 2 for HDR, if it has both.",
    word: "side",
    value: ({ lightSide }) => (lightSide === "hdr" ? "2" : "0"),
    async run([text], host) {
      await host.setLightSide(readValue(this, text, [0, 1, 2]) === 2 ? "hdr" : "ldr");
      return undefined;
    },
  },
];

function makeSwitch({ name, setting, help, isInverse, isStrength }: SwitchRow): ConsoleCommand {
  const isOne = ({ settings }: ConsoleHost): boolean => settings[setting] !== (isInverse === true);
  return {
    name,
    form: "0|1",
    help,
    word: isInverse ? `${setting}, off` : setting,
    value: (host) => (isOne(host) ? "1" : "0"),
    run([text], { settings }) {
      const isOn = isStrength ? parseNumber(text) !== 0 : readSwitch(this, text);
      settings[setting] = isOn !== (isInverse === true);
      return undefined;
    },
  };
}

/**
 * Makes a command from one of visleaf's settings, or returns `null` if the name is not a setting.
 */
export function settingCommand(typed: string, settings: RenderSettings): ConsoleCommand | null {
  const name = Object.keys(settings).find((key) => key.toLowerCase() === typed) as
    | keyof RenderSettings
    | undefined;
  const old = name === undefined ? undefined : settings[name];
  if (name === undefined || (typeof old !== "boolean" && typeof old !== "number")) return null;
  return {
    name,
    form: typeof old === "boolean" ? "0|1" : "<number>",
    help: "A setting of visleaf.",
    word: name,
    value: (host) => String(Number(host.settings[name])),
    run([text], host) {
      const value = typeof old === "boolean" ? readSwitch(this, text) : parseNumber(text);
      Object.assign(host.settings, { [name]: value });
      return undefined;
    },
  };
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

/** Parses a number. Throws `ConsoleError` if the text is not a number. */
export function parseNumber(text: string | undefined): number {
  const value = NUMBER.test(text ?? "") ? Number(text) : Number.NaN;
  if (!Number.isFinite(value))
    throw new ConsoleError(`"${(text ?? "").slice(0, 40)}" is not a number.`);
  return value;
}

/**
 * Parses one of the given values. Other engine values, such as `mat_wireframe 3` or
 * `r_drawbrushmodels 2`, have no equivalent: they throw `ConsoleError` instead of counting as 1.
 */
export function readValue(
  { name, form }: Pick<ConsoleCommand, "name" | "form">,
  text: string | undefined,
  values: readonly number[],
): number {
  const value = parseNumber(text);
  if (values.includes(value)) return value;
  throw new ConsoleError(`${name} takes ${form} here, not ${value}.`);
}

/** Parses 0 or 1. Throws `ConsoleError` for other values. */
export const readSwitch = (
  command: Pick<ConsoleCommand, "name" | "form">,
  text: string | undefined,
): boolean => readValue(command, text, [0, 1]) === 1;
