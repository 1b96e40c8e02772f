/** `visleaf compile`: its outputs and messages, and that it writes all files or none. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { allSides, boxBrush } from "../../../src/compile/generate/brush.ts";
import { Carving } from "../../../src/compile/generate/carving.ts";
import { VmfBuilder } from "../../../src/compile/generate/rooms.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { writeVmf } from "../../../src/formats/vmf/write-vmf.ts";
import { runVisleaf } from "../run-visleaf.ts";

const root = mkdtempSync(join(tmpdir(), "visleaf-compile-"));
afterAll(() => rmSync(root, { recursive: true }));

let folder = "";
let content = "";
beforeEach(() => {
  folder = mkdtempSync(join(root, "case-"));
  content = join(folder, "content");
  mkdirSync(join(content, "materials"), { recursive: true });
  writeFileSync(join(content, "materials/wall.vmt"), '"LightmappedGeneric" { "$model" 0 }');
});

const WALL = { material: "wall" };
const PAINT = { floor: WALL, ceiling: WALL, wall: WALL };

/** Makes two rooms with a door between them and a lamp in one. */
function twoRooms(): VmfBuilder {
  const carving = new Carving(16);
  carving.hollow([0, 0, 0, 128, 128, 128], PAINT);
  carving.hollow([144, 0, 0, 272, 128, 128], PAINT);
  carving.hollow([128, 32, 0, 144, 96, 96], PAINT);
  const map = new VmfBuilder({});
  map.addBrush(...carving.brushes());
  map.addPoint("info_player_start", [64, 64, 8], {});
  map.addPoint("light", [64, 64, 100], { _light: "255 200 150 200" });
  return map;
}

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const compileMap = (vmf: string, ...more: string[]) =>
  runVisleaf("compile", vmf, "-o", join(folder, "room.bsp"), "--content", content, ...more);
const listOutputs = () =>
  readdirSync(folder).filter((name) => /\.(bsp|lin|prt|unf\w+)$/.test(name));

describe("visleaf compile of a map", () => {
  it("writes a lit map with visibility, and the same bytes again", async () => {
    const vmf = write("room.vmf", writeVmf(twoRooms().build()));
    const { code, stdout, stderr } = await compileMap(vmf, "--prt");
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("room.bsp");
    for (const stage of ["vbsp", "portal flow", "vrad: direct light", "all"]) {
      expect(stderr).toMatch(new RegExp(`^${stage}: \\d+\\.\\d+ s$`, "m"));
    }
    expect(listOutputs()).toEqual(["room.bsp", "room.prt"]);
    const bytes = readFileSync(join(folder, "room.bsp"));
    const bsp = parseBsp(new Uint8Array(bytes));
    expect(bsp.visibility?.clusterCount).toBeGreaterThan(2);
    expect(bsp.ldr?.lighting.some((value) => value > 0)).toBe(true);
    expect(bsp.hdr).not.toBeNull();
    expect(readFileSync(join(folder, "room.prt"), "latin1")).toMatch(/^PRT1\n\d+\n\d+\n/);

    expect((await compileMap(vmf)).code).toBe(0);
    expect(readFileSync(join(folder, "room.bsp")).equals(bytes)).toBe(true);
  });

  it("writes the path of a leak, and no map", async () => {
    const map = twoRooms();
    map.addPoint("light", [0, 0, 4000], { _light: "255 255 255 100" });
    const { code, stderr } = await compileMap(write("leak.vmf", writeVmf(map.build())));
    expect(code).toBe(2);
    expect(stderr.split("\n").at(-1)).toMatch(/^visleaf: VMF .*leak\.vmf: .* line \d+: .*leak/);
    expect(listOutputs()).toEqual(["room.lin"]);
    const lines = readFileSync(join(folder, "room.lin"), "latin1").trim().split("\n");
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.split(" ").map(Number).every(Number.isFinite)).toBe(true);
  });

  it("reports file and line of a broken source on one line, and keeps an older map", async () => {
    const old = write("room.bsp", "an older map");
    const text = writeVmf(twoRooms().build());
    const brokenLine = text.split("\n").findIndex((line) => line.includes('"plane"')) + 1;
    const cases = {
      "a side without a plane": text.replace(/"plane" "[^"]*"/, '"plane" "(0 0 0) (1 1 1)"'),
      "a block that does not end": text.slice(0, text.length - 40),
      "a world without a face": text.replaceAll(
        '"material" "wall"',
        '"material" "tools/toolsnodraw"',
      ),
    };
    for (const [name, broken] of Object.entries(cases)) {
      const { code, stdout, stderr } = await compileMap(write("bad.vmf", broken));
      expect(code, name).toBe(2);
      expect(stdout).toBe("");
      const faults = stderr.split("\n").filter((line) => line.startsWith("visleaf:"));
      expect(faults, name).toHaveLength(1);
      expect(faults[0], name).toMatch(/^visleaf: VMF .*bad\.vmf: .* at line \d+: expected /);
      if (name.includes("plane")) expect(faults[0]).toContain(`line ${brokenLine}:`);
    }
    expect(readFileSync(old, "latin1")).toBe("an older map");
    expect(listOutputs()).toEqual(["room.bsp"]);
  });

  it("names all missing models and --content in one warning", async () => {
    const map = twoRooms();
    for (const model of ["models/b.mdl", "models/a.mdl", "models/b.mdl"]) {
      map.addPoint("prop_static", [64, 64, 8], { model });
    }
    const { code, stderr } = await compileMap(write("props.vmf", writeVmf(map.build())), "--fast");
    expect(code, stderr).toBe(0);
    const warnings = stderr.split("\n").filter((line) => line.startsWith("warning:"));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /2 models of static props .*: models\/a\.mdl, models\/b\.mdl; --content /,
    );
  });

  it("compiles materials without a VMT, and names all of them and --content in one warning", async () => {
    const text = writeVmf(twoRooms().build())
      .replace('"material" "wall"', '"material" "GONE"')
      .replace('"material" "wall"', '"material" "lost/too"');
    const { code, stderr } = await compileMap(write("gone.vmf", text), "--fast");
    expect(code, stderr).toBe(0);
    const warnings = stderr.split("\n").filter((line) => line.startsWith("warning:"));
    expect(warnings).toEqual([
      "warning: 2 materials have no VMT, compiled as plain walls of 128x128 texels: gone, lost/too; " +
        "--content PATH names a folder or archive that has them",
    ]);
    expect(listOutputs()).toEqual(["room.bsp"]);
  });

  it("lists detail brushes in the leafs that they touch", async () => {
    const map = twoRooms();
    map.addDetail(boxBrush([176, 32, 0, 208, 64, 32], allSides(WALL)));
    const { code, stderr } = await compileMap(write("d.vmf", writeVmf(map.build())), "--fast");
    expect(code, stderr).toBe(0);
    const bsp = parseBsp(new Uint8Array(readFileSync(join(folder, "room.bsp"))));
    // Five faces of the box; its bottom is not visible.
    const isOnTop = (face: number) => {
      const z = bsp.planes.dist[bsp.faces.plane[face]];
      return bsp.planes.normal[bsp.faces.plane[face] * 3 + 2] !== 0 && z === 32;
    };
    const top = Array.from({ length: bsp.faces.count }, (_, face) => face).filter(isOnTop);
    expect(top).toHaveLength(1);
    expect(bsp.faces.area[top[0]]).toBe(32 * 32);
  });
});

const TRIANGLE = `version 1
nodes
0 "root" -1
end
skeleton
time 0
0 0 0 0 0 0 0
end
triangles
stone
0 0 0 0 0 0 1 0 0
0 8 0 0 0 0 1 1 0
0 0 8 0 0 0 1 0 1
end
`;
const QC = `$modelname "things/wedge.mdl"
$staticprop
$cdmaterials "models/things"
$body body "wedge.smd"
$sequence idle "wedge.smd" fps 1
`;

describe("visleaf compile of a model", () => {
  it("writes its three files below models/", async () => {
    write("wedge.smd", TRIANGLE);
    const out = join(folder, "game");
    const { code, stdout, stderr } = await runVisleaf("compile", write("w.qc", QC), "-o", out);
    expect(code, stderr).toBe(0);
    const names = ["mdl", "vvd", "dx90.vtx"].map((end) => `models/things/wedge.${end}`);
    expect(stdout.split("\n")).toEqual(names);
    const mdl = parseMdl(new Uint8Array(readFileSync(join(out, names[0]))));
    expect(mdl.textures).toEqual(["stone"]);
  });

  it("names the wrong file, and writes nothing", async () => {
    write("wedge.smd", TRIANGLE.replace("0 8 0 0 0 0 1 1 0", "7 8 0 0 0 0 1 1 0"));
    const out = join(folder, "game");
    const { code, stderr } = await runVisleaf("compile", write("w.qc", QC), "-o", out);
    expect(code).toBe(2);
    expect(stderr).toMatch(/visleaf: SMD .*wedge\.smd: .* at line 12: expected /);
    expect(readdirSync(folder)).not.toContain("game");
  });

  it("writes only below the output folder", async () => {
    write("wedge.smd", TRIANGLE);
    const qc = write("w.qc", QC.replace("things/wedge.mdl", "../../../wedge.mdl"));
    const { code } = await runVisleaf("compile", qc, "-o", join(folder, "game"));
    expect(code).not.toBe(0);
    expect(readdirSync(folder)).not.toContain("wedge.mdl");
  });
});

describe("visleaf compile --generate", () => {
  it("makes a map with props that opens without warnings", async () => {
    const out = join(folder, "rooms.bsp");
    const args = ["--faces", "1000", "--props", "20", "--seed", "3", "--fast"];
    const { code, stderr } = await runVisleaf("compile", "--generate", "rooms", "-o", out, ...args);
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain("warning");
    const bsp = parseBsp(new Uint8Array(readFileSync(out)));
    expect(Math.abs(bsp.faces.count - 1000)).toBeLessThanOrEqual(50);
    expect(bsp.staticProps?.count).toBe(20);
  });

  it("makes a maze with several areas, up to its own number of faces", async () => {
    const out = join(folder, "maze.bsp");
    const maze = ["compile", "--generate", "maze", "-o", out, "--fast"];
    expect((await runVisleaf(...maze, "--faces", "2000")).code).toBe(0);
    const bsp = parseBsp(new Uint8Array(readFileSync(out)));
    expect(bsp.areas.count).toBeGreaterThan(2);
    expect(bsp.visibility!.clusterCount).toBeGreaterThan(100);
    const { stderr } = await runVisleaf(...maze, "--faces", "56001");
    expect(stderr).toContain("--faces is a whole number from 1000 to 56000");
    expect((await runVisleaf("compile", "--generate", "town", "-o", out)).stderr).toContain(
      "--generate takes rooms or maze",
    );
  });

  it("makes the same bytes on all cores in the started command", async () => {
    const args = ["--generate", "rooms", "--faces", "1000", "--seed", "3", "--fast"];
    const outs = ["one.bsp", "all.bsp"].map((name) => join(folder, name));
    expect((await runVisleaf("compile", ...args, "-o", outs[0])).code).toBe(0);
    const command = resolve(import.meta.dirname, "../../../src/cli/from-source.mjs");
    execFileSync(process.execPath, [command, "compile", ...args, "-o", outs[1]], { stdio: "pipe" });
    expect(readFileSync(outs[1]).equals(readFileSync(outs[0]))).toBe(true);
  });

  it("rejects numbers out of range", async () => {
    for (const bad of [
      ["--faces", "999"],
      ["--faces", "65001"],
      ["--props", "10001"],
      ["--seed", "-1"],
      ["--faces", "many"],
    ]) {
      const out = join(folder, "x.bsp");
      const { code, stderr } = await runVisleaf(
        "compile",
        "--generate",
        "rooms",
        "-o",
        out,
        ...bad,
      );
      expect(code, bad.join(" ")).toBe(1);
      expect(stderr).toContain("is a whole number from");
    }
    expect(listOutputs()).toEqual([]);
  });
});

describe("visleaf compile", () => {
  it("prints its usage, and rejects incomplete arguments", async () => {
    const { code, stdout } = await runVisleaf("compile", "--help");
    expect(code).toBe(0);
    expect(stdout).toContain("--generate rooms");
    for (const args of [["x.vmf"], ["-o", "x.bsp"], ["x.txt", "-o", "x.bsp"]]) {
      expect((await runVisleaf("compile", ...args)).code).toBe(1);
    }
    expect((await runVisleaf("compile", "/none.vmf", "-o", "x.bsp")).code).toBe(1);
    const nowhere = join(folder, "none", "x.bsp");
    const { code: noFolder, stderr } = await runVisleaf(
      ...["compile", "--generate", "rooms", "-o", nowhere],
    );
    expect(noFolder).toBe(1);
    expect(stderr).not.toContain("vbsp");
  });
});
