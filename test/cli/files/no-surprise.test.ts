/** No verb overwrites its input, or a file whose name the user did not type. */

import { execFile } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { VERBS } from "../../../src/cli/run-command.ts";
import { LUMP } from "../../../src/formats/bsp/lumps.ts";
import { replaceLumps } from "../../../src/formats/bsp/write/replace-lumps.ts";
import { makeReport } from "../../bench/make-report.ts";
import { gridTriangles, smdText } from "../../compile/studiomdl/make-sources.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { makeStudioFiles } from "../../formats/studio/make-studio.ts";
import { makeZip } from "../../formats/zip/make-zip.ts";
import { runVisleaf } from "../run-visleaf.ts";

const root = mkdtempSync(join(tmpdir(), "visleaf-surprise-"));
afterAll(() => rmSync(root, { recursive: true }));

const text = (content: string) => new TextEncoder().encode(content);
const entry = { name: "cfg/room.txt", data: text("from the map") };
const map = replaceLumps(makeBsp(), new Map([[LUMP.LUMP_PAKFILE, { bytes: makeZip([entry]) }]]));
const studio = makeStudioFiles();
const QC = '$modelname "made/box.mdl"\n$body all "box.smd"\n$sequence idle "box.smd"\n';
const SMD = smdText(gridTriangles("wall", 2, 2));
const report = JSON.stringify(makeReport());

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "m.bsp": map,
  "other.bsp": makeBsp({ version: 21 }),
  "m.vmf": 'world { "classname" "worldspawn" }',
  "m.ent": '{ "classname" "worldspawn" }',
  "cfg.txt": "to pack",
  "a.mdl": studio.mdl,
  "a.vvd": studio.vvd,
  "a.dx90.vtx": studio.vtx,
  "a.phy": "a hull that nothing reads here",
  "box.qc": QC,
  "box.smd": SMD,
  "flight.txt": "0 0 0 0 0 0",
  "old.json": report,
  "new.json": report,
  "game_dir.vpk": "an archive",
  "game_000.vpk": "its part",
};

let folder = "";
const at = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(root, "case-"));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(at(name), content);
});

/** Returns all files of the case with their content. */
function listFiles(): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
      .sort()
      .map((path) => [path, readFileSync(path, "latin1")]),
  );
}

/**
 * Command lines that would overwrite an input, by verb: the input's name, then arguments, in which
 * IN is the path under which the input is named as an output. A verb without output files has
 * "writes nothing".
 */
const CASES: Readonly<Record<string, "writes nothing" | readonly (readonly string[])[]>> = {
  inspect: [["m.bsp", "m.bsp", "--report", "IN"]],
  explain: "writes nothing",
  check: "writes nothing",
  shot: [
    ["m.bsp", "m.bsp", "--out", "IN"],
    ["a.vvd", "a.mdl", "--out", "IN"],
    ["other.bsp", "a.mdl", "--light", "other.bsp", "--out", "IN"],
    ["game_000.vpk", "m.bsp", "--content", "game_dir.vpk", "--out", "IN"],
  ],
  // `video` writes files that end in .webm or .mp4, and reads none of these.
  video: [],
  overview: [["m.bsp", "m.bsp", "--out", "NAME"]],
  run: "writes nothing",
  bench: [
    ["m.bsp", "m.bsp", "--report", "IN"],
    ["flight.txt", "m.bsp", "--path", "flight.txt", "--report", "IN"],
    ["old.json", "m.bsp", "--baseline", "old.json", "--json", "IN"],
    ["old.json", "--compare", "old.json", "new.json", "--json", "IN"],
    ["new.json", "--compare", "old.json", "new.json", "--report", "IN"],
  ],
  cost: [
    ["m.bsp", "m.bsp", "--heat", "IN"],
    ["other.bsp", "m.bsp", "--against", "other.bsp", "--heat", "IN"],
  ],
  serve: "writes nothing",
  // `site` writes into a folder of its own, which cannot be that of the maps.
  site: [],
  mcp: "writes nothing",
  pack: [["m.bsp", "m.bsp", "-o", "IN"]],
  pak: [["cfg.txt", "m.bsp", "add", "cfg.txt", "--under", "cfg", "-o", "IN"]],
  lump: [
    ["m.bsp", "m.bsp", "extract", "entities", "-o", "IN"],
    ["m.ent", "m.bsp", "replace", "entities", "m.ent", "-o", "IN"],
  ],
  convert: [["m.bsp", "m.bsp", "--to", "v21", "-o", "IN"]],
  // `repack` changes its map in place.
  repack: [],
  diff: [
    ["m.bsp", "m.bsp", "other.bsp", "--report", "IN"],
    ["other.bsp", "m.bsp", "other.bsp", "--report", "IN"],
  ],
  repair: [["m.bsp", "m.bsp", "-o", "IN"]],
  compile: [["m.vmf", "m.vmf", "-o", "IN"]],
  export: [
    ["a.mdl", "a.mdl", "-o", "IN"],
    ["a.vvd", "a.mdl", "-o", "IN"],
    ["a.dx90.vtx", "a.mdl", "-o", "IN"],
    ["a.phy", "a.mdl", "-o", "IN"],
    ["box.smd", "box.smd", "-o", "IN"],
    ["box.smd", "box.qc", "-o", "IN"],
    ["m.bsp", "m.bsp", "-o", "IN"],
  ],
  decompile: [],
};

it("every verb has a row in the table", () => {
  expect(Object.keys(CASES)).toEqual(Object.keys(VERBS));
});

const rows = Object.entries(CASES).flatMap(([verb, cases]) =>
  cases === "writes nothing" ? [] : cases.map(([input, ...args]) => ({ verb, input, args })),
);

describe.each([
  ["by its name", (input: string) => at(input)],
  [
    "by a symbolic link",
    (input: string) => {
      symlinkSync(at(input), at(`link-${input}`));
      return at(`link-${input}`);
    },
  ],
  [
    "by a hard link",
    (input: string) => {
      linkSync(at(input), at(`second-${input}`));
      return at(`second-${input}`);
    },
  ],
])("an input %s", (_, name) => {
  it.each(rows)("is not overwritten: $verb $args", async ({ verb, input, args }) => {
    let output = name(input);
    // `overview` takes a name without an extension.
    if (args.includes("NAME")) {
      symlinkSync(output, at("radar.txt"));
      output = at("radar");
    }
    const before = listFiles();
    const words = args.map((word) => {
      if (word === "IN" || word === "NAME") return output;
      return Object.hasOwn(FILES, word) ? at(word) : word;
    });
    const { code, stderr } = await runVisleaf(verb, ...words);
    expect(stderr).toContain("is an input and would be overwritten");
    expect(code).toBe(1);
    expect(listFiles()).toEqual(before);
  });
});

it("one file cannot be two outputs", async () => {
  const both = ["--json", at("x.json"), "--report", at("x.json")];
  const { code, stderr } = await runVisleaf("bench", at("m.bsp"), ...both);
  expect(stderr).toContain("would be written twice");
  expect(code).toBe(1);
});

it.each([
  { verb: "repack", args: ["m.bsp", "--no-lzma"] },
  { verb: "pak", args: ["m.bsp", "remove", "cfg/room.txt"] },
  { verb: "lump", args: ["m.bsp", "replace", "entities", "m.ent"] },
])("$verb changes its map in place, also when -o names it", async ({ verb, args }) => {
  const words = args.map((word) => (Object.hasOwn(FILES, word) ? at(word) : word));
  expect(await runVisleaf(verb, ...words)).toMatchObject({ code: 0 });
  symlinkSync(at("m.bsp"), at("link"));
  writeFileSync(at("m.bsp"), map);
  expect(await runVisleaf(verb, ...words, "-o", at("link"))).toMatchObject({ code: 0 });
});

describe("a file whose name comes from the input", () => {
  it.each([
    { verb: "decompile", args: ["a.mdl", "-o", "out"], file: "a.qc" },
    { verb: "export", args: ["a.mdl", "--format", "smd", "-o", "out"], file: "a.qc" },
    { verb: "compile", args: ["box.qc", "-o", "out"], file: "models/made/box.vvd" },
    { verb: "pak", args: ["m.bsp", "extract", "-o", "out"], file: "cfg/room.txt" },
  ])("is replaced only with --force: $verb", async ({ verb, args, file }) => {
    const words = args.map((word) =>
      Object.hasOwn(FILES, word) || word === "out" ? at(word) : word,
    );
    const old = at(join("out", file));
    mkdirSync(dirname(old), { recursive: true });
    writeFileSync(old, "of someone else");
    const before = listFiles();
    const refused = await runVisleaf(verb, ...words);
    expect(refused.stderr).toContain(file);
    expect(refused.stderr).toContain("--force");
    expect(refused.code).toBe(1);
    expect(listFiles()).toEqual(before);

    const forced = await runVisleaf(verb, ...words, "--force");
    expect(forced.code, forced.stderr).toBe(0);
    expect(readFileSync(old, "latin1")).not.toBe("of someone else");
    // Writing the same files again is no conflict.
    const after = listFiles();
    expect(await runVisleaf(verb, ...words)).toMatchObject({ code: 0 });
    expect(listFiles()).toEqual(after);
  });

  it("is never written over an input, even with --force", async () => {
    // The QC lies at the path of the MDL that it makes.
    mkdirSync(at("models/made"), { recursive: true });
    writeFileSync(at("models/made/box.mdl"), QC);
    symlinkSync(at("models/made/box.mdl"), at("linked.qc"));
    const before = listFiles();
    const { code, stderr } = await runVisleaf("compile", at("linked.qc"), "-o", folder, "--force");
    expect(stderr).toContain("is an input");
    expect(code).toBe(1);
    expect(listFiles()).toEqual(before);
  });

  it.each([
    ["export", "a.mdl", "-o", "x.glb", "--force"],
    ["compile", "m.vmf", "-o", "x.bsp", "--force"],
    ["pak", "m.bsp", "remove", "cfg/room.txt", "--force"],
  ])("does not exist for %s without a folder, which refuses --force", async (verb, ...args) => {
    const words = args.map((word) => (Object.hasOwn(FILES, word) ? at(word) : word));
    const { code, stderr } = await runVisleaf(verb, ...words);
    expect(code).toBe(1);
    expect(stderr).toContain("--force");
  });
});

it("an older output that the user names is replaced", async () => {
  for (let time = 0; time < 2; time++) {
    const words = ["convert", at("m.bsp"), "--to", "v21", "-o", at("out.bsp")];
    expect(await runVisleaf(...words)).toMatchObject({ code: 0 });
  }
});

it("a command may overwrite the input of an earlier command in the same process", async () => {
  expect(await runVisleaf("inspect", at("other.bsp"))).toMatchObject({ code: 0 });
  const words = ["convert", at("m.bsp"), "--to", "v21", "-o", at("other.bsp")];
  expect(await runVisleaf(...words)).toMatchObject({ code: 0 });
});

describe("input files", () => {
  /** Modules that may read files directly, because these are never inputs of a verb that writes. */
  const FREE = new Set([
    "files/inputs.ts",
    // Reads what exists at the output's path.
    "files/write-whole.ts",
    "pak/extract-pak.ts",
    "find-checkout.ts",
    "serve/serve-bench-page.ts",
    // These read files that their child processes wrote.
    "mcp/call-tool.ts",
    "site/site-map.ts",
  ]);

  it("go through the module that records inputs", () => {
    const source = resolve(import.meta.dirname, "../../../src/cli");
    const names = readdirSync(source, { recursive: true, encoding: "utf8" });
    const readers = names.filter(
      (name) =>
        name.endsWith(".ts") &&
        /\b(readFile|readFileSync|createReadStream)\(/.test(
          readFileSync(join(source, name), "utf8"),
        ),
    );
    expect(readers.filter((name) => !FREE.has(name))).toEqual([]);
  });
});

it.skipIf(process.platform === "win32")(
  "the bundle's process leaves a refused output unchanged",
  async () => {
    // The exit code that a shell sees from the started command.
    const command = resolve(import.meta.dirname, "../../../src/cli/from-source.mjs");
    const run = promisify(execFile)(process.execPath, [
      command,
      ...["compile", at("m.vmf"), "-o", at("m.vmf")],
    ]);
    await expect(run).rejects.toMatchObject({ code: 1 });
    expect(readFileSync(at("m.vmf"), "latin1")).toBe(FILES["m.vmf"]);
  },
  60_000,
);
