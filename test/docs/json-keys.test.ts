/** Verbs print the JSON keys that their help names; the benchmark's are in docs/performance.md. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../src/cli/run-command.ts";
import { writeVpk } from "../../src/formats/vpk/index.ts";
import { compileWithVis } from "../analysis/compile-with-vis.ts";
import { makeDoor } from "../analysis/cost/made-costs.ts";
import { compileAndRead, smdText } from "../compile/studiomdl/make-sources.ts";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { GAME_PATHS, makeFiles } from "../formats/vpk/make-files.ts";
import { signVpk } from "../formats/vpk/sign-vpk.ts";
import { addEvents } from "../support/models/add-events.ts";
import { makeMovingModel } from "../support/models/made-model.ts";
import { helpOf, keysAfter, read, sorted } from "./read-docs.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-json-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

function write(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}
const map = write("room.bsp", makeBsp());
const out = (name: string) => join(folder, name);

// biome-ignore lint/suspicious/noExplicitAny: JSON as it is printed.
type Json = any;

/** Runs a verb in this process and parses its standard output. */
async function printed(...args: string[]): Promise<Json> {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await runCommand(args);
  return JSON.parse(lines.join("\n"));
}

const keys = (value: object) => sorted(Object.keys(value));
/** Expects an object to have the keys that follow `start` in a text. */
function expectNamed(value: object, start: string, text: string): void {
  expect(sorted(keysAfter(text, start)), start).toEqual(keys(value));
}

/** Returns the fields of an interface in a source file, including those of its base interfaces. */
function fieldsOf(file: string, name: string): string[] {
  const source = read(file);
  const [, base, body] = source.match(
    new RegExp(`interface ${name}(?: extends (\\w+))? \\{\\n([\\s\\S]*?)\\n\\}`),
  )!;
  const own = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, field]) => field);
  return [...(base === undefined ? [] : fieldsOf(file, base)), ...own];
}

describe("help of verbs that write a map", () => {
  it.each([
    ["convert", ["--to", "v21"]],
    ["repack", ["--lzma"]],
    ["repair", []],
  ] as const)("names the JSON keys of %s", async (verb, options) => {
    const path = write(`${verb}.bsp`, makeBsp().slice(0, verb === "repair" ? -40 : undefined));
    const report = await printed(verb, path, ...options, "--out", out(`${verb}2.bsp`), "--json");
    expectNamed(report, "{out, byteLength", helpOf(verb));
    // `repack` lists no change for a sound map, because packing loses nothing.
    expect(report.changes.length > 0).toBe(verb !== "repack");
    for (const change of report.changes) expectNamed(change, "{lump, action", helpOf(verb));
  });

  it("names the JSON keys of both lump actions", async () => {
    const file = out("room.ent");
    const taken = await printed("lump", map, "extract", "entities", "--out", file, "--json");
    expectNamed(taken, "{out, lump", helpOf("lump"));
    const copy = out("lump.bsp");
    const put = await printed("lump", map, "replace", "entities", file, "--out", copy, "--json");
    expectNamed(put, "{out, lump", helpOf("lump"));
  });

  it("names the JSON keys of all pak actions", async () => {
    const packed = out("packed.bsp");
    const added = write("wall.vmt", "LightmappedGeneric {}");
    const change = await printed(
      "pak",
      map,
      "add",
      added,
      "--as",
      "a.vmt",
      "--out",
      packed,
      "--json",
    );
    expectNamed(change, "{out, byteLength, added", helpOf("pak"));
    const listed = await printed("pak", packed, "list", "--json");
    expectNamed(listed, "{map, byteLength", helpOf("pak"));
    expectNamed(listed.entries[0], "[{path, byteLength, packedByteLength", helpOf("pak"));
    const taken = await printed("pak", packed, "extract", "--out", out("taken"), "--json");
    expectNamed(taken, "{out, files", helpOf("pak"));
    expectNamed(taken.files[0], "[{path, byteLength}]", helpOf("pak"));
    const less = await printed(
      "pak",
      packed,
      "remove",
      "a.vmt",
      "--out",
      out("less.bsp"),
      "--json",
    );
    expectNamed(less, "{out, byteLength, added", helpOf("pak"));
  });

  it("names the JSON keys of pack", async () => {
    const report = await printed("pack", map, "-o", out("room.visleaf.zip"), "--json");
    expectNamed(report, "{out, byteLength", helpOf("pack"));
    expectNamed(report.kinds[0], "[{kind, files", helpOf("pack"));
    expectNamed(report.files[0], "[{path, kind", helpOf("pack"));
    expectNamed(report.missing, "missing: {", helpOf("pack"));
  });
});

describe("help of verbs that report", () => {
  it("names the JSON keys of explain", async () => {
    // Most rows have no `more`.
    const rows: object[] = await printed("explain", "--json");
    const all = Object.assign({}, ...rows);
    expectNamed(all, "[{kind, code", helpOf("explain"));
  });

  it("names the JSON keys of run", async () => {
    const report = await printed("run", map, "--fire", "0,worldspawn,Explode", "--json");
    expectNamed(report, "{map, seconds", helpOf("run"));
    expectNamed(report.events[0], "events: [{time, kind", helpOf("run"));
  });

  it("names the JSON keys of cost, with a place and another compile", async () => {
    const path = write("door.bsp", (await compileWithVis(makeDoor())).bytes);
    const options = ["--place", "64,64,64", "--against", path, "--heat", out("heat.png")];
    const report = await printed("cost", path, ...options, "--json");
    const text = helpOf("cost");
    expectNamed(report, "{map, by, visibility", text);
    expectNamed(report.visibility, "{clusters, visited", text);
    expectNamed(report.worst[0], "{rank, camera", text);
    expectNamed(report.worst[0].camera, "camera: {x, y, z", text);
    expectNamed(report.place, "{x, y, z, cluster", text);
    expectNamed(report.place.sample, "{things, triangles", text);
    expectNamed(report.place.closings, "{before, beforeClusters", text);
    expectNamed(report.place.closings.closings[0], "{opening: {box", text);
    expectNamed(report.place.closings.closings[0].opening, "opening: {box", text);
    expectNamed(report.against, "{places, onlyBefore", text);
    expect(sorted(keysAfter(text, "{axis, at"))).toEqual(
      sorted(fieldsOf("src/analysis/place/propose-hints.ts", "Hint")),
    );
  });

  it("names the JSON keys of inspect for maps", async () => {
    const text = helpOf("inspect");
    const report = await printed("inspect", map, "--json");
    expectNamed(report.limits[0], "{lump, unit", text);
    for (const key of ["records", "recordBytes", "byteLength", "share", "title", "name"]) {
      expect(text).toMatch(new RegExp(`\\b${key}\\b`));
      expect(Object.keys(report.lumps[0])).toContain(key);
    }
    for (const key of ["unused", "overlapping", "limits", "limitsOf"]) {
      expect(text).toMatch(new RegExp(`\\b${key}\\b`));
      expect(Object.keys(report)).toContain(key);
    }
    const lump = await printed("inspect", map, "--lump", "planes", "--json");
    expectNamed(lump, "{format, index", text);
    expectNamed(lump.tables[0], "tables: [{name", text);
  });

  it("names the JSON keys of inspect for models", async () => {
    const text = helpOf("inspect");
    const moving = addEvents(makeMovingModel()["models/lift.mdl"], 1, [{ cycle: 1, event: 5004 }]);
    const lift = await printed("inspect", write("lift.mdl", moving), "--json");
    expectNamed(lift.sequenceList[1], "{name, activity", text);
    expectNamed(lift.sequenceList[1].events[0], "[{frame, event", text);
    expectNamed(lift.animationList[0], "{name, frames, fps, flags, flagNames, isExternal", text);
    expectNamed(lift.materialList[0], "{name, paths", text);
    for (const key of [...Object.keys(lift.header), "listFault", "header"]) {
      expect(text).toMatch(new RegExp(`\\b${key}\\b`));
    }
    const script = `$modelname still.mdl\n$cdmaterials models/made\n$body body "body.smd"
      $sequence idle "body.smd"\n$attachment "eye" "root" 0 0 1\n$hbox 0 "root" -1 -1 -1 1 1 1\n`;
    const corner = (x: number, y: number) => ({ position: [x, y, 0], bone: 0 });
    const body = smdText([["red", corner(0, 0), corner(8, 0), corner(0, 8)]]);
    const { files } = compileAndRead(script, { "body.smd": body });
    const still = await printed("inspect", write("still.mdl", files.mdl), "--json");
    expectNamed(still.attachmentList[0], "{name, bone, origin", text);
    expectNamed(still.hitboxList[0], "{set, bone", text);
  });

  it("names the JSON keys of inspect --verify, and of an error", async () => {
    const text = helpOf("inspect");
    const vpk = signVpk(writeVpk(makeFiles(GAME_PATHS)), [], { signs: "file" });
    vpk[vpk.length - 1] ^= 1;
    const verdict = await printed("inspect", write("pak01_dir.vpk", vpk), "--verify", "--json");
    expectNamed(verdict, "{format, version, isSound", text);
    expectNamed(verdict.files, "files: {", text);
    expectNamed(verdict.pieces, "pieces: {", text);
    expectNamed(verdict.signature, "signature: {", text);
    expectNamed(verdict.faults[0], '"error": {', helpOf("inspect"));
  });
});

describe("verbs that draw", () => {
  it("shot --stats names the keys of what it prints", () => {
    const help = helpOf("shot");
    const keysOf = (file: string, start: string) => {
      const text = read(file);
      const from = text.indexOf(start);
      return [...text.slice(from, text.indexOf("};", from)).matchAll(/^ {4,6}(\w+)[,:]/gm)].map(
        ([, key]) => key,
      );
    };
    expect(sorted(keysAfter(help, "{leaf, cluster"))).toEqual(
      sorted(keysOf("src/cli/verbs/shot.ts", "  return {\n    leaf,")),
    );
    const model = read("src/cli/shot/shot-model.ts");
    const call = model.slice(
      model.indexOf("printJson({"),
      model.indexOf("    });\n", model.indexOf("printJson({")),
    );
    const printedKeys = [...call.matchAll(/^ {6}(\w+)[,:]/gm)].map(([, key]) => key);
    expect(sorted(keysAfter(help, "{model, triangles"))).toEqual(sorted(printedKeys));
  });

  it("names each field of bench's report of frames without a GPU", () => {
    const file = "src/bench/frame-cost/frame-report.ts";
    const page = read("docs/performance.md");
    const start = page.indexOf("`visleaf-frame/1` has");
    const section = page.slice(start, page.indexOf("## The report"));
    const [head, run] = section.split("Of each run,");
    const named = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(sorted(named(head))).toEqual(sorted(fieldsOf(file, "FrameReport")));
    const items = [...run.matchAll(/^\* ([^:]+):/gm)].flatMap(([, names]) => named(names));
    expect(sorted(items)).toEqual(sorted(fieldsOf(file, "FrameRun")));
    expect(sorted(keysAfter(run, "over the path: `{"))).toEqual(
      sorted(fieldsOf("src/bench/frame-cost/count-calls.ts", "FrameCalls")),
    );
  });

  it("names each field of bench's report, settings and runs", () => {
    const file = "src/bench/report/report.ts";
    const page = read("docs/performance.md");
    const report = page.slice(page.indexOf("## The report"), page.indexOf("## Figures"));
    const [head, run] = report.split("Of each run:");
    // Names before the colon of each list item.
    const named = (text: string) =>
      [...text.matchAll(/^\* ((?:`[\w.<>]+`(?:, )?)+)/gm)].flatMap(([, names]) =>
        [...names.matchAll(/`([\w.<>]+)`/g)].map(([, name]) => name.split(".")),
      );
    const inHead = new Set(named(head).map((path) => path.at(-1)!));
    const wanted = [
      ...fieldsOf(file, "BenchReport").filter((key) => !["environment", "settings"].includes(key)),
      ...fieldsOf(file, "BenchEnvironment"),
      ...fieldsOf(file, "BenchSettings"),
    ];
    expect(sorted(inHead)).toEqual(sorted(wanted));
    const inRun = new Set(named(run).map(([name]) => name));
    expect(sorted(inRun)).toEqual(sorted(fieldsOf(file, "BenchRun")));
    expect(sorted(keysAfter(report, "distribution is `{"))).toEqual(
      sorted(fieldsOf(file, "Distribution")),
    );
    expect(sorted(keysAfter(run, "each measured round: `{"))).toEqual(
      sorted(fieldsOf(file, "BenchRound")),
    );
    expect(sorted(keysAfter(run, "before it, `{"))).toEqual(sorted(fieldsOf(file, "StartFigures")));
    expect(sorted(keysAfter(run, "`samples`: `{"))).toEqual(sorted(fieldsOf(file, "FrameSamples")));
  });
});
