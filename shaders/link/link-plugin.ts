/**
 * Links WGSL at build time: `import code from "../../shaders/surfaces/world.wgsl"` gives the text of the module with the
 * shared pieces it imports (`import package::common::view::frame::Frame;`). Variants are chosen by query:
 *
 * | import | gives |
 * |---|---|
 * | `families/lit.wgsl?surface` | the world's and the props' shaders of a family |
 * | `families/any.wgsl?surface` | those of all families in one; there is no such file |
 * | `families/lit.wgsl?surface=details` | one of a family's shaders |
 * | `families/lit.wgsl?surface=decals` | the world's shader for decals: `@if(decals)` |
 * | `…?surface&framed`, `…?surface&bumped` | those of a higher level: `@if(framed)`, `@if(bumped)` |
 * | `…?surface=world&lamp` | what projected textures add to a surface: `@if(lamp)` |
 * | `…?edges` | one that knows the corners of its triangles: `@if(edges)` |
 * | `glow-sight.wgsl?multisampled` | one that reads depth with several samples a pixel: `@if(multisampled)` |
 *
 * A family's traits (`src/map/families/family-row.ts`) are conditions as well. Constants that CPU and GPU share come from
 * `src/render/shader-constants.ts`, as `import constants::NAME;`.
 */

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Plugin } from "vite";
import { link } from "wesl/core";
import { TRAITS } from "../../src/map/families/family-row.ts";
import { MATERIAL_FAMILIES } from "../../src/map/material-families.ts";
import { LEVEL_BUMPED, LEVEL_FRAMED, LEVEL_PLAIN } from "../../src/map/texture-roles.ts";
import { VIEW_CONSTANTS } from "../../src/render/inspect/view-constants.ts";
import { SHADER_CONSTANTS } from "../../src/render/shader-constants.ts";
import { ANY_FAMILY, familyModules } from "./family-modules.ts";
import { minifyShader, shortenNames } from "./minify-shader.ts";

const SURFACE_QUERY = "surface";
const SAMPLES_QUERY = "multisampled";
const EDGES_QUERY = "edges";
const LAMP_QUERY = "lamp";
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

/** Lists the files that have entry points, by their paths below `shaders/`. */
export function listShaders(): string[] {
  const names = Object.keys(readShaderSources()).map((path) => path.slice("./".length));
  return names.filter((name) => !/^(common|families)\//.test(name)).sort();
}

export interface ShaderVariant {
  /** Family of the materials that it draws, if it draws any. */
  readonly family?: string;
  /** `LEVEL_*` of the roles that it shows. */
  readonly level?: number;
  /** Whether it draws decals. */
  readonly decals?: boolean;
  /** Whether it draws what projected textures add. */
  readonly lamp?: boolean;
  /** Whether the depth that it reads has several samples a pixel. */
  readonly multisampled?: boolean;
  /** Whether its triangles know their corners, to draw their edges. */
  readonly edges?: boolean;
}

/** Links one file, given by its path below `shaders/`. */
export async function linkShader(name: string, variant: ShaderVariant = {}): Promise<string> {
  const {
    family = ANY_FAMILY,
    level = LEVEL_PLAIN,
    decals = false,
    multisampled = false,
    edges = false,
    lamp = false,
  } = variant;
  const sources = readShaderSources();
  const row = MATERIAL_FAMILIES.find(({ name }) => name === family);
  const isRare = row?.rare === true;
  // Rare families have one level; the requested level is ignored.
  const handedOn = isRare ? (row.level ?? LEVEL_PLAIN) : level;
  const linked = await link({
    weslSrc: { ...sources, ...familyModules(family, sources, isRare ? LEVEL_PLAIN : level) },
    rootModuleName: `./${name}`,
    debugWeslRoot: "shaders",
    constants: { ...SHADER_CONSTANTS, ...VIEW_CONSTANTS },
    conditions: {
      ...Object.fromEntries(TRAITS.map((trait) => [trait, row?.traits?.includes(trait) === true])),
      framed: handedOn >= LEVEL_FRAMED,
      bumped: handedOn >= LEVEL_BUMPED,
      decals,
      multisampled,
      edges,
      lamp,
      rare: isRare,
      // Translucent materials are drawn by the shader of all families, or by their own if they are rare.
      translucent: family === ANY_FAMILY || isRare,
    },
  });
  return linked.dest;
}

/** Returns the short names of what the shaders declare, and of the constants that they import. */
export function shippedNames(): ReadonlyMap<string, string> {
  const sources = Object.values(readShaderSources());
  return shortenNames(sources, [...Object.keys(SHADER_CONSTANTS), ...Object.keys(VIEW_CONSTANTS)]);
}

export function shaderLinkPlugin(): Plugin {
  /** null where the page runs from source: shaders keep their names. */
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
      const lamp = asked.has(LAMP_QUERY);
      if (alone !== "") {
        const code = await (alone === null
          ? textOf(name, { multisampled: asked.has(SAMPLES_QUERY), edges })
          : alone === "decals"
            ? textOf("surfaces/world.wgsl", { family, level, decals: true, lamp })
            : textOf(`surfaces/${alone}.wgsl`, { family, level, edges, lamp }));
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
