/** The samples of README and docs, compiled unchanged against the package's sources. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GIVEN, listSamples, type Sample } from "./list-samples.ts";

const root = resolve(import.meta.dirname, "../..");
const DOORS = {
  visleaf: "src/component/index.ts",
  "visleaf/viewer": "src/viewer/index.ts",
  "visleaf/model": "src/component/model-element.ts",
  "visleaf/marks": "src/component/marks.ts",
  "visleaf/react": "src/component/react.ts",
  "visleaf/formats": "src/formats/index.ts",
  "visleaf/formats/bsp": "src/formats/bsp/index.ts",
  "visleaf/scene": "src/scene/index.ts",
};

const OPTIONS = {
  target: "ES2022",
  module: "ESNext",
  moduleResolution: "bundler",
  lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  types: ["@webgpu/types", "vite/client"],
  jsx: "react-jsx",
  allowJs: true,
  checkJs: true,
  strict: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

describe("samples of README and docs", () => {
  const samples = listSamples();
  let folder: string;
  // Inside the checkout, so that types of packages are found.
  beforeAll(() => {
    mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
    folder = mkdtempSync(join(root, "node_modules/.cache/visleaf-samples-"));
    writeFileSync(join(folder, "given.d.ts"), GIVEN);
    writeFileSync(join(folder, "wgsl.d.ts"), readFileSync(join(root, "src/wgsl.d.ts")));
    const paths = Object.fromEntries(
      Object.entries(DOORS).map(([door, path]) => [door, [join(root, path)]]),
    );
    const compilerOptions = { ...OPTIONS, paths };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const compile = (...compiled: readonly Sample[]): string => {
    for (const { name, code } of compiled) writeFileSync(join(folder, name), code);
    try {
      const tsc = join(root, "node_modules/typescript/bin/tsc");
      execFileSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8", stdio: "pipe" });
      return "";
    } catch (error) {
      return String((error as { stdout?: string }).stdout ?? error);
    } finally {
      for (const { name } of compiled) rmSync(join(folder, name));
    }
  };

  it("exist for the viewer, the readers and React", () => {
    const all = samples.map(({ code }) => code).join();
    for (const door of [
      '"visleaf"',
      '"visleaf/viewer"',
      '"visleaf/model"',
      '"visleaf/formats/bsp"',
      '"visleaf/react"',
    ]) {
      expect(all).toContain(door);
    }
  });

  it("compile strictly, and a faulty sample would be reported", () => {
    const react = samples.find(({ code }) => code.includes('"visleaf/react"'))!;
    const code = react.code.replace("autoplay", "autoplays");
    // One compiler run for both: of all samples, only the changed one has a fault.
    const wrong = { name: `wrong-${react.name}`, code };
    const lines = compile(...samples, wrong)
      .trim()
      .split("\n");
    expect(lines.filter((line) => line.includes(wrong.name)).join("\n")).toContain("autoplays");
    const others = lines.filter((line) => /^\S/.test(line) && !line.includes(wrong.name));
    expect(others).toEqual([]);
  });
});
