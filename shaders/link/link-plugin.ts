/**
 * Links WGSL at build time: `import code from "../../shaders/surfaces/world.wgsl"` gives the text of the
 * module with the shared pieces it imports (`import package::common::view::frame::Frame;`).
 * A family's file, imported as `families/lit.wgsl?surface`, gives the surface shaders that draw by it;
 * `families/any.wgsl?surface`, which is no file, those that draw by all of them;
 * `families/lit.wgsl?surface=details` one that is fetched by itself, and `?surface=decals` the world's for what
 * lies on it, `@if(decals)` in the sources; and `?surface&framed` and `?surface&bumped` those of a higher level,
 * `@if(framed)` and `@if(bumped)` in the sources: see `src/map/texture-roles.ts`.
 * `?edges` gives one whose triangles know their corners, `@if(edges)` in the sources.
 * What reads depth may be had for a picture with several samples a pixel: `glow-sight.wgsl?multisampled`.
 * Constants that CPU and GPU share come from `src/render`, as `import constants::NAME;`.
 */

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Plugin } from "vite";
import { link } from "wesl/core";
import {
  isRareFamily,
  isRefractingFamily,
  MATERIAL_FAMILIES,
  type MaterialFamily,
} from "../../src/map/material-families.ts";
import { LEVEL_BUMPED, LEVEL_FRAMED, LEVEL_PLAIN } from "../../src/map/texture-roles.ts";
import { VIEW_CONSTANTS } from "../../src/render/inspect/view-constants.ts";
import { SHADER_CONSTANTS } from "../../src/render/shader-constants.ts";
import { ANY_FAMILY, familyModules } from "./family-modules.ts";
import { minifyShader, shortenNames } from "./minify-shader.ts";

const SURFACE_QUERY = "surface";
const SAMPLES_QUERY = "multisampled";
const EDGES_QUERY = "edges";
/** Families whose shaders light models themselves. */
const MODELED: readonly string[] = [
  "model",
  "teeth",
  "sway",
  "baked",
  "eyes",
  "draped",
  "emissive",
  "infected",
];
const LEVEL_QUERIES = { framed: LEVEL_FRAMED, bumped: LEVEL_BUMPED };

const shaderRoot = dirname(import.meta.dirname);

function readShaderSources(): Record<string, string> {
  const sources: Record<string, string> = {};
  for (const name of readdirSync(shaderRoot, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".wgsl")) {
      sources[`./${name.replaceAll("\\", "/")}`] = readFileSync(join(shaderRoot, name), "utf8");
    }
  }
  return sources;
}

/** The files that have entry points, by their paths below `shaders/`: all but what they share. */
export function listShaders(): string[] {
  const names = Object.keys(readShaderSources()).map((path) => path.slice("./".length));
  return names.filter((name) => !/^(common|families)\//.test(name)).sort();
}

export interface ShaderVariant {
  /** Of materials that it draws, if it draws any. */
  readonly family?: string;
  /** `LEVEL_*`: what its vertices hand on to its fragments. */
  readonly level?: number;
  /** Whether it draws what lies on surfaces. */
  readonly decals?: boolean;
  /** Whether the depth that it reads has several samples a pixel. */
  readonly multisampled?: boolean;
  /** Whether its triangles know their corners, for who draws their edges. */
  readonly edges?: boolean;
}

/** The linked WGSL of one file below `shaders/`, given by its path inside that folder. */
export async function linkShader(name: string, variant: ShaderVariant = {}): Promise<string> {
  const {
    family = ANY_FAMILY,
    level = LEVEL_PLAIN,
    decals = false,
    multisampled = false,
    edges = false,
  } = variant;
  const sources = readShaderSources();
  const handedOn = Math.max(level, levelOf(family));
  const linked = await link({
    weslSrc: { ...sources, ...familyModules(family, sources, level) },
    rootModuleName: `./${name}`,
    debugWeslRoot: "shaders",
    constants: { ...SHADER_CONSTANTS, ...VIEW_CONSTANTS },
    // What blends is drawn by all families in one, but for the rare ones.
    conditions: {
      framed: handedOn >= LEVEL_FRAMED,
      bumped: handedOn >= LEVEL_BUMPED,
      decals,
      multisampled,
      edges,
      refracting: refracts(family),
      rare: isRare(family),
      translucent: family === ANY_FAMILY || isRare(family),
      modulating: ["modulate", "shadow"].includes(family),
      shadowing: family === "shadow",
      ghostly: family === "ghost",
      doubled: ["two-texture", "energy", "multiblend"].includes(family),
      modeled: MODELED.includes(family),
      baked: family === "baked",
      flowing: family === "flow",
      swaying: family === "sway",
      teeth: family === "teeth",
      eyes: family === "eyes",
      energy: family === "energy",
      seamless: family.startsWith("seamless"),
      seamlessBumped: family === "seamless-bumped",
      draped: family === "draped",
      infected: family === "infected",
      layered: family === "layers",
      multiblend: family === "multiblend",
      walled: family === "wall",
    },
  });
  return linked.dest;
}

const rowOf = (family: string) => MATERIAL_FAMILIES.findIndex(({ name }) => name === family);

function isRare(family: string): boolean {
  return isRareFamily(rowOf(family));
}

function levelOf(family: string): number {
  const row: MaterialFamily | undefined = MATERIAL_FAMILIES[rowOf(family)];
  return row?.level ?? LEVEL_PLAIN;
}

function refracts(family: string): boolean {
  return isRefractingFamily(rowOf(family));
}

/** Of the names that the shaders declare, and of the constants that they import. */
export function shippedNames(): ReadonlyMap<string, string> {
  const sources = Object.values(readShaderSources());
  return shortenNames(sources, [...Object.keys(SHADER_CONSTANTS), ...Object.keys(VIEW_CONSTANTS)]);
}

export function shaderLinkPlugin(): Plugin {
  /** null: from source, where shaders stay as they are written. */
  let names: ReadonlyMap<string, string> | null = null;
  return {
    name: "visleaf:link-wgsl",
    enforce: "pre",
    configResolved: ({ command }) => {
      names = command === "build" ? shippedNames() : null;
    },
    resolveId(source, importer) {
      if (!source.includes(`/${ANY_FAMILY}.wgsl?${SURFACE_QUERY}`) || !importer) return null;
      return resolve(dirname(importer), source);
    },
    async load(id) {
      const [path, query] = id.split("?");
      if (!path.endsWith(".wgsl")) return null;
      const name = relative(shaderRoot, path).replaceAll("\\", "/");
      for (const source of Object.keys(readShaderSources())) {
        this.addWatchFile(join(shaderRoot, source));
      }
      const textOf = async (...linked: Parameters<typeof linkShader>) => {
        const code = await linkShader(...linked);
        return JSON.stringify(names === null ? code : minifyShader(code, names));
      };
      const asked = new URLSearchParams(query ?? "");
      const family = basename(name, ".wgsl");
      const level = Object.entries(LEVEL_QUERIES).find(([query]) => asked.has(query))?.[1];
      const alone = asked.get(SURFACE_QUERY);
      const edges = asked.has(EDGES_QUERY);
      if (alone !== "") {
        const code = await (alone === null
          ? textOf(name, { multisampled: asked.has(SAMPLES_QUERY), edges })
          : alone === "decals"
            ? textOf("surfaces/world.wgsl", { family, level, decals: true })
            : textOf(`surfaces/${alone}.wgsl`, { family, level, edges }));
        return { code: `export default ${code};`, map: null };
      }
      const exported = ["world", "props"].map(async (shader) => {
        const code = await textOf(`surfaces/${shader}.wgsl`, { family, level });
        return `export const ${shader} = ${code};`;
      });
      return { code: (await Promise.all(exported)).join("\n"), map: null };
    },
  };
}
