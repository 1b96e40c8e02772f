import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { makeStudioFiles } from "../formats/studio/make-studio.ts";
import { runVisleaf } from "./run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

function writeFixture(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const { mdl, vvd, vtx } = makeStudioFiles();

describe("visleaf", () => {
  it("lists its verbs, and prints help for each", async () => {
    const { code, stdout } = await runVisleaf("--help");
    expect(code).toBe(0);
    const verbs = [...stdout.matchAll(/^ {2}visleaf (\w+) /gm)].map((match) => match[1]);
    expect(verbs).toContain("inspect");
    for (const verb of verbs.filter((name) => name !== "VERB")) {
      const help = await runVisleaf(verb, "--help");
      expect(help.code).toBe(0);
      expect(help.stdout).toContain(`visleaf ${verb} `);
    }
  });

  it("ends in 1 without a verb, and for an unknown one", async () => {
    expect((await runVisleaf()).code).toBe(1);
    const { code, stdout, stderr } = await runVisleaf("compost");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe('visleaf: there is no verb "compost" (see `visleaf --help`)');
  });

  it("ends in 1 for invalid arguments, and names the verb's help", async () => {
    for (const args of [["--what", "x.bsp"], []]) {
      const { code, stdout, stderr } = await runVisleaf("inspect", ...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^visleaf: .* \(see `visleaf inspect --help`\)$/);
    }
  });
});

describe("visleaf inspect", () => {
  it("detects a file's format from its bytes, whatever its name", async () => {
    const path = writeFixture("panel.dat", mdl);
    const { code, stdout, stderr } = await runVisleaf("inspect", path, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ format: "MDL", version: 48, checksum: "1234abcd" });
  });

  it("detects the other formats by name", async () => {
    const path = writeFixture("panel.dx90.VTX", vtx);
    const { stdout } = await runVisleaf("inspect", path, "--json");
    expect(JSON.parse(stdout)).toMatchObject({ format: "VTX", checksum: "1234abcd" });
    const material = writeFixture("a.vmt", 'LightmappedGeneric { $basetexture "Brick/Wall" }');
    const { stdout: text } = await runVisleaf("inspect", material);
    expect(text).toContain("shader: lightmappedgeneric");
    expect(text).toContain("$basetexture: Brick/Wall");
  });

  it("prints the rows of a map's lump, all as JSON and the first as text", async () => {
    const path = writeFixture("room.bsp", makeBsp());
    const { code, stdout } = await runVisleaf("inspect", path, "--lump", "planes", "--json");
    expect(code).toBe(0);
    const lump = JSON.parse(stdout);
    expect(lump).toMatchObject({ format: "BSP", name: "LUMP_PLANES", index: 1, byteLength: 280 });
    expect(lump.tables[0]).toMatchObject({ name: "dplane_t", count: 14, recordBytes: 20 });
    expect(lump.tables[0].rows[1]).toEqual({ normal: [1, 0, 0], dist: expect.anything(), type: 0 });
    const { stdout: text } = await runVisleaf("inspect", path, "--lump", "surfedges");
    expect(text).toContain("and 24 more, all of them with --json");
    const wrong = await runVisleaf("inspect", path, "--lump", "walls");
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(wrong.stderr).toContain("no lump of a map is called walls");
  });

  it("sums up a map in its first line", async () => {
    const { stdout } = await runVisleaf("inspect", writeFixture("room.bsp", makeBsp()));
    expect(stdout.split("\n")[0]).toMatch(
      /^room\.bsp: map of version 20, [\d.]+ kB, revision \d+, \d+ faces, .*entit.* light/,
    );
  });

  it("prints every field of the JSON as text", async () => {
    const path = writeFixture("panel.vvd", vvd);
    const json = JSON.parse((await runVisleaf("inspect", path, "--json")).stdout);
    const { stdout } = await runVisleaf("inspect", path);
    for (const name of Object.keys(json)) expect(stdout).toMatch(new RegExp(`^${name}: ?`, "m"));
    expect(stdout).toContain(`vertices: ${json.vertices}`);
  });

  it("ends in 2 for a bad file, with one line", async () => {
    const path = writeFixture("cut.mdl", mdl.subarray(0, 100));
    const { code, stdout, stderr } = await runVisleaf("inspect", path);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^visleaf: MDL .*\[truncated\]$/);
  });

  it("ends in 2 for a bad file, with one JSON object under --json", async () => {
    const path = writeFixture("cut.mdl", mdl.subarray(0, 100));
    const { code, stdout, stderr } = await runVisleaf("inspect", path, "--json");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    const { error } = JSON.parse(stderr);
    expect(Object.keys(error).sort()).toEqual(
      ["code", "expected", "format", "found", "message", "offset", "where"].sort(),
    );
    expect(error).toMatchObject({ format: "MDL", code: "truncated", found: "100 bytes" });
  });

  it("ends in 2 for an empty file with a known extension", async () => {
    for (const name of ["a.bsp", "a.mdl", "a.vvd", "a.vtx", "a.vtf", "a.vmt"]) {
      const { code, stderr } = await runVisleaf("inspect", writeFixture(name, ""));
      expect([name, code]).toEqual([name, 2]);
      expect(stderr.split("\n")).toHaveLength(1);
    }
  });

  it("counts the LODs of a model whose vertices and triangles lie beside it", async () => {
    const path = writeFixture("whole.mdl", mdl);
    const alone = JSON.parse((await runVisleaf("inspect", path, "--json")).stdout);
    expect(alone).toMatchObject({ models: 3, meshes: 4, skins: 2 });
    expect(alone).toMatchObject({ lods: null, fixups: null, weights: null, geometryFault: null });
    writeFixture("whole.vvd", vvd);
    const triangles = writeFixture("whole.dx80.vtx", vtx);
    const whole = JSON.parse((await runVisleaf("inspect", path, "--json")).stdout);
    expect(whole.lods).toEqual([
      { switchPoint: 0, vertices: 16, triangles: 8, stripGroups: 5, strips: 6 },
      { switchPoint: 40, vertices: 13, triangles: 5, stripGroups: 4, strips: 4 },
    ]);
    expect(whole.weights).toEqual({ one: 14, two: 1, three: 1 });
    expect(whole).toMatchObject({ fixups: 5, geometryFault: null, extra: [] });
    writeFixture("whole.vvd", new Uint8Array([...vvd, 9, 0, 0, 0, 9, 0, 0, 0]));
    const behind = JSON.parse((await runVisleaf("inspect", path, "--json")).stdout);
    expect(behind).toMatchObject({ lods: whole.lods, extraFault: expect.stringContaining("VVD") });
    writeFixture("whole.vvd", vvd);
    // Changes the checksum, as if it was compiled again without the others.
    const other = vtx.slice();
    other[16] ^= 1;
    writeFileSync(triangles, other);
    const { code, stdout } = await runVisleaf("inspect", path, "--json");
    expect(code).toBe(0);
    const { lods, geometryFault } = JSON.parse(stdout);
    expect(lods).toBeNull();
    expect(geometryFault).toMatch(/^VTX FileHeader_t.checkSum .* \[mismatch\]$/);
  });

  it("ends in 1 for a missing file, a folder, and an unknown format", async () => {
    const empty = join(folder, "empty");
    mkdirSync(empty);
    const paths = [join(folder, "no.bsp"), empty, writeFixture("a.txt", "hello")];
    for (const path of paths) {
      const { code, stdout, stderr } = await runVisleaf("inspect", path, "--json");
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^visleaf: .+$/);
    }
  });
});

describe("the command from source", () => {
  const launcher = resolve(import.meta.dirname, "../../src/cli/from-source.mjs");
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [launcher, ...args]);

  it("prints only its output, even if two start at once", async () => {
    const path = writeFixture("panel.mdl", mdl);
    const results = await Promise.all([1, 2].map(() => run("inspect", path, "--json")));
    for (const { stdout, stderr } of results) {
      expect(stderr).toBe("");
      expect(JSON.parse(stdout)).toMatchObject({ format: "MDL" });
    }
  });

  it("passes on the exit code", async () => {
    const path = writeFixture("cut.mdl", mdl.subarray(0, 100));
    await expect(run("inspect", path)).rejects.toMatchObject({ code: 2, stdout: "" });
  });
});
