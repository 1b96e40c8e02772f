import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeBsp } from "../../../src/compile/compile-map.ts";
import {
  addEntities,
  CONTENT,
  compileVmf,
  copyOf,
  soundVmf,
} from "../../analysis/check/made-map.ts";
import { runVisleaf } from "../run-visleaf.ts";
import { writeTree } from "../serve-helpers.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-check-"));
afterAll(() => rmSync(base, { recursive: true }));
const sound = join(base, "sound.bsp");
const dead = join(base, "dead.bsp");
const dark = join(base, "dark.bsp");
const broken = join(base, "broken.bsp");
let content: string;

beforeAll(async () => {
  content = writeTree(join(base, "content"), CONTENT);
  const map = await compileVmf(soundVmf());
  writeFileSync(sound, writeBsp(map));
  const other = copyOf(map);
  addEntities(other, [
    ["classname", "logic_auto"],
    ["origin", "64 64 64"],
    ["OnMapSpawn", "nobody,Kill,,0,-1"],
  ]);
  writeFileSync(dead, writeBsp(other));
  const unlit = copyOf(map);
  unlit.lumps.delete("LUMP_VISIBILITY");
  writeFileSync(dark, writeBsp(unlit));
  writeFileSync(broken, "this is no map, however long it is");
});

describe("visleaf check", () => {
  it("prints findings with a camera, rules that could not run, and the limits", async () => {
    const { code, stdout } = await runVisleaf("check", dead);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^dead: 0 errors, 1 warning, 1 note$/m);
    expect(stdout).toMatch(
      /warning {2}dead-outputs: logic_auto: OnMapSpawn fires Kill at "nobody"/,
    );
    expect(stdout).toMatch(/--camera -?[\d.]+(,-?[\d.]+){4}$/m);
    expect(stdout).toMatch(/not checked, because no content was named .*missing-materials/);
    expect(stdout).toMatch(/limits of Source SDK 2013/);
  });

  it("ends in 3 for an error, or for the severity that --fail-on names", async () => {
    const run = async (...args: string[]) => (await runVisleaf("check", ...args)).code;
    expect(await run(dark)).toBe(3);
    expect(await run(dead, "--fail-on", "error")).toBe(0);
    expect(await run(dead, "--fail-on", "warning")).toBe(3);
    expect(await run(sound, "--fail-on", "warning")).toBe(0);
    expect(await run(sound, "--fail-on", "note")).toBe(3);
    expect(await run(sound, "--fail-on", "anything")).toBe(1);
    expect(await run()).toBe(1);
  });

  it("prints all maps as one array, with stable names", async () => {
    const { code, stdout } = await runVisleaf("check", sound, dead, "--content", content, "--json");
    expect(code).toBe(0);
    const reports = JSON.parse(stdout);
    expect(reports.map(({ map }: { map: string }) => map)).toEqual(["sound", "dead"]);
    const names = ["map", "counts", "findings", "untold", "limitsOf", "limits"];
    for (const report of reports) expect(Object.keys(report)).toEqual(names);
    const [finding] = reports[1].findings;
    const keys = "rule severity message why origin camera entity face prop overlay".split(" ");
    expect(Object.keys(finding)).toEqual(keys);
    expect(finding.origin).toEqual([64, 64, 64]);
    expect(reports[0].untold).toEqual([]);
  });

  it("ends in 2 for a bad file, and prints the other reports", async () => {
    const { code, stdout, stderr } = await runVisleaf("check", broken, sound, "--json");
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(JSON.parse(stderr.split("\n")[0]).error).toMatchObject({ code: "bad-magic" });
  });
});
