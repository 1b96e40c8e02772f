/**
 * Ships each shader that is fetched later once. `dist/cdn/wgsl` has them, because a site may serve `dist/cdn` alone; the
 * library for bundlers and the command import them from there. Five copies would be a third of the package.
 */

import { dirname, join, resolve, sep } from "node:path";
import type { Plugin } from "vite";

const SHADERS = dirname(import.meta.dirname);

/** Marks imports until the bundler writes their paths. */
const MARK = "visleaf:wgsl/";

/** Folder of the shaders, seen from a folder beside `dist/cdn`. */
const FROM_BESIDE = "../cdn/wgsl/";

/** Returns whether a module of the bundle is a shader. */
export const isShader = (id: string): boolean => id.startsWith(SHADERS + sep);

/**
 * Returns the name of a shader's file: its last folder, its name and its variant. Names that the bundler counts up would
 * differ between the elements of maps and of models.
 */
export function nameShader(id: string): string {
  const [path, query = ""] = id.split("?");
  const words = query.split(/[&=]/).filter((word) => word !== "" && word !== "surface");
  const name = path.slice(SHADERS.length + 1).replace(/\.wgsl$/, "");
  return [...name.split(sep).slice(-2), ...words].join("-");
}

/**
 * Leaves shaders that a module imports later out of the bundles that `isBeside` names, whose folder is beside `dist/cdn`.
 * `writeSharedPath` writes their paths.
 */
export function sharedShadersPlugin(isBeside: NonNullable<Plugin["applyToEnvironment"]>): Plugin {
  return {
    name: "visleaf:shared-shaders",
    enforce: "pre",
    applyToEnvironment: isBeside,
    resolveId: {
      filter: { id: /\.wgsl(\?|$)/ },
      handler(source, importer, { kind }) {
        if (kind !== "dynamic-import" || importer === undefined) return null;
        const id = resolve(dirname(importer), source);
        return { id: `${MARK}${nameShader(id)}.js`, external: true };
      },
    },
  };
}

/** Returns the path of a shared shader for `output.paths`, and other ids as they are. */
export function writeSharedPath(id: string): string {
  return id.startsWith(MARK) ? FROM_BESIDE + id.slice(MARK.length) : id;
}

/** Returns the path in `dist/cdn` of a shader that is a file of its own; `null` for other chunks. */
export function sharedFile(moduleIds: readonly string[]): string | null {
  const [id, ...others] = moduleIds;
  if (id === undefined || others.length > 0 || !isShader(id)) return null;
  return join("wgsl", `${nameShader(id)}.js`).replaceAll(sep, "/");
}
