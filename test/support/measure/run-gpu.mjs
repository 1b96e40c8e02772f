/**
 * `npm run bench:gpu [-- MAP... OPTIONS]`: bundles `gpu/gpu-program.ts` and runs it on the given
 * maps or the demo. `--bundle DIR` only writes the bundle: with Node, the package `webgpu` beside it
 * and maps, it runs on a machine without a checkout.
 */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vite";

const root = resolve(import.meta.dirname, "../../..");

async function bundle(outDir) {
  await build({
    configFile: join(root, "vite.config.ts"),
    mode: "gpu",
    root,
    logLevel: "error",
    build: { outDir, emptyOutDir: true },
  });
  return join(outDir, "gpu-program.js");
}

const args = process.argv.slice(2);
if (args[0] === "--bundle") {
  console.log(await bundle(resolve(args[1])));
} else {
  const program = await bundle(join(root, "node_modules/.cache/visleaf-gpu"));
  const has = args.some((arg) => existsSync(arg) && !arg.startsWith("--"));
  const maps = has ? [] : [join(root, "assets/visleaf_demo.bsp")];
  const child = spawn(process.execPath, [program, ...maps, ...args], { stdio: "inherit" });
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => child.kill(name));
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}
