/** Packs the package as it is published, from builds of this checkout. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { build, createBuilder } from "vite";
import { buildLibrary } from "./build-library.ts";
import { builtPage, isPageBuilt } from "./page-server.ts";

const root = resolve(import.meta.dirname, "../..");

export interface PackedPackage {
  /** Removed by the caller. */
  readonly folder: string;
  /** Path of the `.tgz`. */
  readonly tarball: string;
  /** Bytes of the `.tgz`, and the paths of its files. */
  readonly size: number;
  readonly paths: readonly string[];
  /** Folder that was packed. */
  readonly staged: string;
}

export async function packPackage(): Promise<PackedPackage> {
  const { folder, lib, cdn } = await buildLibrary([
    ...["lib", "cdnMap", "cdnModel", "cdnWorker", "cdnFileWorker", "cdnFormats"],
  ]);
  const staged = join(folder, "staged");
  mkdirSync(join(staged, "dist"), { recursive: true });
  // A checkout's files, without those that npm never packs and the large ones.
  const skipped = /(^|\/)node_modules$|^(\.git|dist|assets)$|^test\/golden|^docs\/pictures\/./;
  cpSync(root, staged, {
    recursive: true,
    filter: (path) => !skipped.test(relative(root, path).replaceAll("\\", "/")),
  });
  renameSync(lib, join(staged, "dist/lib"));
  renameSync(cdn, join(staged, "dist/cdn"));
  // Files of the web site must stay out.
  mkdirSync(join(staged, "dist/docs"));
  writeFileSync(join(staged, "dist/docs/index.html"), "site");
  await buildCommand(join(staged, "dist/cli"));
  await copyPage(join(staged, "dist/page"));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: "pipe" });
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const types = join(staged, "dist/lib/types");
  run(process.execPath, tsc, "-p", "src/tsconfig.types.json", "--outDir", types);
  run(process.execPath, "release/prune-types.mjs", types);
  run(process.execPath, "release/examples.mjs", join(staged, "dist/examples"));
  run(process.execPath, "release/readme.mjs", "write", staged);
  const packed = JSON.parse(
    execFileSync("npm", ["pack", "--ignore-scripts", "--json"], { cwd: staged, encoding: "utf8" }),
  );
  const [{ filename, size, files }] = Array.isArray(packed) ? packed : Object.values(packed);
  const paths = files.map(({ path }: { path: string }) => path);
  return { folder, staged, tarball: join(staged, filename), size, paths };
}

/** The output folder is set last: the build takes the shaders of the `dist/cdn` beside it. */
async function buildCommand(outDir: string): Promise<void> {
  const { NODE_ENV } = process.env;
  const config = { root, configFile: join(root, "vite.config.ts"), logLevel: "error" } as const;
  const { environments, build } = await createBuilder({ ...config, mode: "cli" });
  environments.ssr.config.build.outDir = outDir;
  await build(environments.ssr);
  process.env.NODE_ENV = NODE_ENV;
}

async function copyPage(outDir: string): Promise<void> {
  if (isPageBuilt()) cpSync(builtPage(), outDir, { recursive: true });
  else {
    const configFile = join(root, "vite.config.ts");
    await build({ root, configFile, logLevel: "error", build: { outDir, emptyOutDir: true } });
  }
}
