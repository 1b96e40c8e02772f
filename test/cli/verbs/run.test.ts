import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { runVisleaf } from "../run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-run-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const lumps = makeBspLumps();
lumps.set("LUMP_ENTITIES", {
  version: 0,
  bytes: new TextEncoder().encode(`{ "classname" "worldspawn" }
{ "classname" "logic_auto" "OnMapSpawn" "fan,Start,,0.5,-1" }
{ "classname" "func_rotating" "targetname" "fan" "maxspeed" "90" }
{ "classname" "npc_crow" "targetname" "crow" }\0`),
});
const map = write("machine.bsp", assembleBsp(lumps));

describe("visleaf run", () => {
  it("prints what happens, and what is not simulated", async () => {
    const args = ["--seconds", "2", "--fire", "1,crow,FlyAway,now, please"];
    const { code, stdout } = await runVisleaf("run", map, ...args);
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "   0.195  logic_auto (row 1) OnMapSpawn -> fan.Start() after 0.5 s",
      '   0.705  logic_auto (row 1) OnMapSpawn => func_rotating "fan".Start()',
      '   1.020  outside => npc_crow "crow".FlyAway(now, please): the class is not simulated',
      "machine: 3 events in 1.99 s",
      "Not simulated: npc_crow (1 inputs)",
    ]);
  });

  it("prints JSON with the events of one entity, and what moved", async () => {
    const args = ["--seconds", "1.2", "--from", "0.5", "--entity", "FAN", "--json"];
    const { stdout } = await runVisleaf("run", map, ...args);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      ...{ map: "machine", seconds: 1.2, ticks: 80, seed: 0, isMultiplayer: false },
      ...{ dropped: 0, notRun: [] },
      moved: [{ class: "func_rotating", name: "fan", origin: [0, 0, 0] }],
    });
    expect(report.moved[0].angles[1]).toBeCloseTo(44.1, 1);
    // The output itself fired before.
    expect(report.events).toHaveLength(1);
    expect(report.events[0]).toEqual({
      ...{ time: 0.705, kind: "input", input: "Start", value: "", delay: 0 },
      caller: { row: 1, class: "logic_auto", name: "" },
      ...{ output: "OnMapSpawn", target: "fan", activator: null },
      entity: { row: 2, class: "func_rotating", name: "fan" },
    });
  });

  it.each([
    [["--seconds", "-1"], "--seconds is 0 to 86400"],
    [["--from", "x"], "--from"],
    [["--seed", "0.5"], "--seed is a whole number"],
    [["--fire", "1,fan"], "--fire is TIME,TARGET,INPUT[,PARAMETER]"],
    [["--fire", "soon,fan,Start"], "--fire is TIME,TARGET,INPUT[,PARAMETER]"],
  ])("ends in 1 for %j", async (args, says) => {
    const { code, stderr } = await runVisleaf("run", map, ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
  });

  it("ends in 2 for a file that is no map", async () => {
    const { code, stderr } = await runVisleaf("run", write("bad.bsp", "VBSP, or not"));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^visleaf: .*BSP/);
  });
});
