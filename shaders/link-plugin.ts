/**
 * Links WGSL at build time: `import code from "../../shaders/world.wgsl"` gives the text of the
 * module with the shared pieces it imports (`import package::common::frame::Frame;`).
 * Constants that CPU and GPU share come from `src/render`, as `import constants::NAME;`.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";
import { link } from "wesl/core";
import { SHADER_CONSTANTS } from "../src/render/shader-constants.ts";

const shaderRoot = import.meta.dirname;

function readShaderSources(): Record<string, string> {
  const sources: Record<string, string> = {};
  for (const name of readdirSync(shaderRoot, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".wgsl")) {
      sources[`./${name.replaceAll("\\", "/")}`] = readFileSync(join(shaderRoot, name), "utf8");
    }
  }
  return sources;
}

/** The linked WGSL of one file below `shaders/`, given by its path inside that folder. */
export async function linkShader(name: string): Promise<string> {
  const linked = await link({
    weslSrc: readShaderSources(),
    rootModuleName: `./${name}`,
    debugWeslRoot: "shaders",
    constants: SHADER_CONSTANTS,
  });
  return linked.dest;
}

/** The same module without comments, indentation and line breaks. WGSL has no strings to spare. */
export function minifyShader(code: string): string {
  return code
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ ?([{}();,:]) ?/g, "$1")
    .trim();
}

export function shaderLinkPlugin(): Plugin {
  let isBuild = false;
  return {
    name: "visleaf:link-wgsl",
    enforce: "pre",
    configResolved: ({ command }) => {
      isBuild = command === "build";
    },
    async load(id) {
      const path = id.split("?")[0];
      if (!path.endsWith(".wgsl")) return null;
      const name = relative(shaderRoot, path).replaceAll("\\", "/");
      for (const source of Object.keys(readShaderSources())) {
        this.addWatchFile(join(shaderRoot, source));
      }
      const linked = await linkShader(name);
      const code = isBuild ? minifyShader(linked) : linked;
      return { code: `export default ${JSON.stringify(code)};`, map: null };
    },
  };
}
