/** Messages about mistyped words and missing files, and the names of outputs that nobody named. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { VERBS } from "../../src/cli/run-command.ts";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { makeStudioFiles } from "../formats/studio/make-studio.ts";
import { runVisleaf } from "./run-visleaf.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-messages-"));
const started = process.cwd();
afterAll(() => rmSync(base, { recursive: true }));

beforeEach(() => {
  process.chdir(mkdtempSync(join(base, "case-")));
  mkdirSync("in");
  writeFileSync("in/room.bsp", makeBsp());
});
afterEach(() => process.chdir(started));

const errorOf = async (...args: string[]) => {
  const { code, stdout, stderr } = await runVisleaf(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  return stderr;
};

describe("suggestions", () => {
  it.each([
    ["inspct", "inspect"],
    ["chekc", "check"],
    ["overveiw", "overview"],
  ])("name the verb that %s is near to", async (typed, verb) => {
    expect(await errorOf(typed)).toBe(
      `visleaf: there is no verb "${typed}"; did you mean ${verb}? (see \`visleaf --help\`)`,
    );
  });

  it("name the option that a mistyped one is near to, and none for a strange word", async () => {
    expect(await errorOf("check", "--contnet", "x")).toContain(
      "'--contnet'; did you mean --content?",
    );
    expect(await errorOf("check", "--banana", "x")).not.toContain("did you mean");
  });

  it("name the file that a mistyped one is near to", async () => {
    expect(await errorOf("inspect", "in/rom.bsp")).toBe(
      `visleaf: there is no file in/rom.bsp; did you mean ${join("in", "room.bsp")}?`,
    );
  });
});

describe("a missing file", () => {
  const MORE: Readonly<Record<string, readonly string[]>> = {
    bench: ["--frames", "1"],
    convert: ["--to", "v20"],
    diff: ["none2.bsp"],
    lump: ["extract", "entities", "--out", "x"],
    pak: ["list"],
    repack: ["--lzma"],
  };
  const names = Object.keys(VERBS).filter((verb) => !["explain", "serve"].includes(verb));

  it.each(names)("is reported by %s in one sentence without system codes", async (verb) => {
    const source = { compile: "none.vmf", decompile: "none.mdl" }[verb] ?? "none.bsp";
    const stderr = await errorOf(verb, source, ...(MORE[verb] ?? []));
    expect(stderr).toContain(source);
    expect(stderr).toMatch(/^visleaf: there is no (file|folder) .+$/);
    expect(stderr).not.toMatch(/ENOENT|\bstat\b|syscall/);
  });

  it("is reported with what the verb expects", async () => {
    expect(await errorOf("repack", "none", "--lzma")).toBe(
      "visleaf: there is no file none: repack wants a map",
    );
  });

  it("in a missing folder names the folder", async () => {
    expect(await errorOf("inspect", "nowhere/none.bsp")).toContain("there is no folder nowhere");
  });

  it("has another message than a folder in its place", async () => {
    for (const verb of ["cost", "pack", "repair"]) {
      expect(await errorOf(verb, "in")).toBe("visleaf: in is a folder, not a file");
    }
  });
});

describe("an output without a name", () => {
  it.each([
    ["repair", ["in/room.bsp"], "room_repaired.bsp"],
    ["convert", ["in/room.bsp", "--to", "csgo"], "room_v21.bsp"],
    ["pack", ["in/room.bsp"], "room.visleaf.zip"],
    ["export", ["in/room.bsp", "--texture-size", "0"], "room.glb"],
  ])("of %s has the input's name, is stated, and replaces no file", async (verb, args, name) => {
    const { code, stdout } = await runVisleaf(verb, ...args);
    expect([code, readdirSync(".").sort()]).toEqual([0, ["in", name].sort()]);
    expect(stdout).toContain(name);
    writeFileSync(name, "mine");
    expect(await errorOf(verb, ...args)).toBe(
      `visleaf: ${name} exists already: --out ${name} replaces it`,
    );
    expect(readFileSync(name, "utf8")).toBe("mine");
  });

  it("of decompile is a folder with the model's name", async () => {
    const { mdl, vvd, vtx } = makeStudioFiles();
    for (const [ending, bytes] of [
      ["mdl", mdl],
      ["vvd", vvd],
      ["dx90.vtx", vtx],
    ] as const) {
      writeFileSync(`in/panel.${ending}`, bytes);
    }
    const { code, stdout } = await runVisleaf("decompile", "in/panel.mdl");
    expect([code, readdirSync("panel")]).toEqual([0, expect.arrayContaining(["panel.qc"])]);
    expect(stdout).toContain("wrote them into panel");
  });
});
