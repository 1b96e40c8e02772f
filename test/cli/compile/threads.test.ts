/** Compiling in the threads of the built command. */

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const outDir = mkdtempSync(join(tmpdir(), "visleaf-threads-"));
let built: typeof import("./compile-in-threads.ts");

beforeAll(async () => {
  // The build sets NODE_ENV for the whole process.
  const { NODE_ENV } = process.env;
  await build({
    configFile: join(root, "vite.config.ts"),
    mode: "cli",
    root,
    logLevel: "error",
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          visleaf: join(root, "src/cli/main.ts"),
          compile: join(root, "test/cli/compile/compile-in-threads.ts"),
        },
      },
    },
  });
  process.env.NODE_ENV = NODE_ENV;
  built = await import(pathToFileURL(join(outDir, "compile.js")).href);
});
afterAll(() => rmSync(outDir, { recursive: true }));

describe("compiling in threads", () => {
  it("gives the same map and visibility for one, two and three threads", async () => {
    const hashAll = async (threads: number) =>
      (await built.compileInThreads(threads)).map((bytes) =>
        createHash("sha256").update(bytes).digest("hex"),
      );
    const one = await hashAll(1);
    expect(one).toHaveLength(5);
    expect(await hashAll(2)).toEqual(one);
    expect(await hashAll(3)).toEqual(one);
  });

  it("rejects with the error of a thread", async () => {
    await expect(built.runUnknownProgram()).rejects.toThrow("no known program");
  });
});
