/**
 * Writes `licenses.md` beside the files of a build: the licence of visleaf, and of each package whose code the build
 * contains. Vite's own `build.license` leaves out workers.
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

export const NOTICES_FILE = "licenses.md";

const HEAD = "# Licences\n\nThese files contain code of the following packages.\n";
const HEADING = /^## (\S+) - .*$/m;
const LICENCE_FILE = /^(licen[cs]e|copying)(\.|$)/i;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url: string };
}

/** Returns the folder of the package that a module belongs to; `null` for modules without a file. */
export function findPackage(id: string): string | null {
  if (id.startsWith("\0")) return null;
  const end = id.lastIndexOf("/node_modules/");
  if (end < 0) return null;
  const path = id.slice(end + "/node_modules/".length).split("/");
  const name = path.slice(0, path[0].startsWith("@") ? 2 : 1);
  return join(id.slice(0, end), "node_modules", ...name);
}

/** Returns the section of one package. Throws an `Error` if the package has no licence text. */
export function writeNotice(folder: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license, repository, homepage } = manifest;
  const file = readdirSync(folder).find((each) => LICENCE_FILE.test(each));
  if (file === undefined || license === undefined) {
    throw new Error(
      `${name} ${version} is bundled, but its package has no licence text: ${folder}`,
    );
  }
  const source = typeof repository === "object" ? repository.url : (repository ?? homepage);
  const text = readFileSync(join(folder, file), "utf8").replaceAll("\r", "").trim();
  return `## ${name} - ${version} (${license})\n\nSource: ${source}\n\n${text}\n`;
}

/** Returns the sections of one or more `licenses.md` as one, by package name, each once. */
export function mergeNotices(files: readonly string[]): string {
  const parts = files.flatMap((file) => file.split(/^(?=## \S+ - )/m));
  const sections = parts.filter((part) => part.startsWith("## ")).map((part) => `${part.trim()}\n`);
  return [HEAD, ...new Set(sections.sort())].join("\n");
}

/** Returns the packages that a `licenses.md` names. */
export const listNotices = (text: string): string[] =>
  text.split("\n").flatMap((line) => HEADING.exec(line)?.[1] ?? []);

export interface Notices {
  /** Collects the packages of the build of a worker. */
  readonly worker: () => Plugin;
  /** Collects the packages of a build, and writes the file. Several builds may share an output folder. */
  readonly main: () => Plugin;
}

/** @param own folder with the `package.json` and the licence of visleaf */
export function collectNotices(own: string): Notices {
  const folders = new Set([own]);
  const collect: Plugin["generateBundle"] = (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      for (const id of file.type === "chunk" ? file.moduleIds : []) {
        const folder = findPackage(id);
        if (folder !== null) folders.add(folder);
      }
    }
  };
  return {
    worker: () => ({ name: "visleaf:worker-notices", generateBundle: collect }),
    main: () => ({
      name: "visleaf:notices",
      generateBundle: collect,
      writeBundle({ dir, file }) {
        const path = join(dir ?? dirname(file!), NOTICES_FILE);
        const before = existsSync(path) ? [readFileSync(path, "utf8")] : [];
        writeFileSync(path, mergeNotices([...before, ...[...folders].map(writeNotice)]));
      },
    }),
  };
}
