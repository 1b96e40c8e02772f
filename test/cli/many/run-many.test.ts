/** Verbs on many maps: each in a process of its own, with one list and one exit code. */

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFiles, withoutCompressedCopies } from "../../../src/cli/many/list-files.ts";
import { inJobs, optionsAsArgs } from "../../../src/cli/many/run-many.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { runVisleaf } from "../run-visleaf.ts";

const gpu = await openTestGpu();
afterAll(() => gpu?.close());
const folder = mkdtempSync(join(tmpdir(), "visleaf-many-"));
afterAll(() => rmSync(folder, { recursive: true }));
const maps = join(folder, "maps");
const at = (name: string) => join(maps, name);

beforeAll(() => {
  mkdirSync(at("old"), { recursive: true });
  writeFileSync(at("a.bsp"), makeBsp());
  writeFileSync(at("b.bsp"), "this is no map, however long it is");
  writeFileSync(at("old/c.bsp"), makeBsp({ version: 21 }));
  writeFileSync(at("readme.txt"), "no map");
});

describe("listFiles", () => {
  it("replaces a folder by its maps at any depth, with their names inside it", async () => {
    const { files, isMany } = await listFiles([maps]);
    expect(isMany).toBe(true);
    expect(files).toEqual([
      { path: at("a.bsp"), name: "a" },
      { path: at("b.bsp"), name: "b" },
      { path: at("old/c.bsp"), name: "old/c" },
    ]);
  });

  it("keeps a single file, even one that does not exist", async () => {
    const path = join(folder, "none.bsp");
    expect(await listFiles([path])).toEqual({ files: [{ path, name: "none" }], isMany: false });
  });

  it("refuses a folder without maps", async () => {
    mkdirSync(join(folder, "empty"));
    await expect(listFiles([join(folder, "empty")])).rejects.toThrow("there is no map in");
  });
});

it("withoutCompressedCopies leaves out a .bz2 only where the map lies beside it", () => {
  const paths = ["a.bsp", "a.bsp.bz2", "b.bsp.bz2", "sub/a.bsp.BZ2"];
  const files = paths.map((path) => ({ path, name: path }));
  const kept = withoutCompressedCopies(files).map(({ path }) => path);
  expect(kept).toEqual(["a.bsp", "b.bsp.bz2", "sub/a.bsp.BZ2"]);
});

describe("inJobs", () => {
  it("runs all items, never more at once than the jobs", async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await inJobs([0, 1, 2, 3, 4], 2, new AbortController().signal, async (item) => {
      most = Math.max(most, ++running);
      await new Promise((next) => setTimeout(next, 5 - item));
      done.push(item);
      running--;
    });
    expect([most, done.sort()]).toEqual([2, [0, 1, 2, 3, 4]]);
  });

  it("begins no item after it is aborted", async () => {
    const controller = new AbortController();
    const done: number[] = [];
    await inJobs([0, 1, 2], 1, controller.signal, async (item) => {
      done.push(item);
      if (item === 1) controller.abort();
    });
    expect(done).toEqual([0, 1]);
  });
});

it("optionsAsArgs writes each kind of option, so that negative values stay values", () => {
  const values = { json: true, force: false, camera: "-1,2", content: ["a", "b"], out: "x" };
  expect(optionsAsArgs(values, ["out"])).toEqual([
    ...["--json", "--camera=-1,2", "--content=a", "--content=b"],
  ]);
});

describe("a verb on many maps", () => {
  it("prints one array in the order of the maps, and ends with the worst code", async () => {
    const missing = join(folder, "none.bsp");
    const { code, stdout, stderr } = await runVisleaf(
      ...["inspect", maps, missing, "--json", "--jobs", "3"],
    );
    const rows = JSON.parse(stdout);
    expect(
      rows.map(({ file, version }: { file: string; version: number }) => [file, version]),
    ).toEqual([
      [at("a.bsp"), 20],
      [at("old/c.bsp"), 21],
    ]);
    expect(code).toBe(1);
    const lines = stderr.split("\n");
    expect(JSON.parse(lines[0])).toMatchObject({
      file: at("b.bsp"),
      error: { format: "BSP", code: "bad-magic" },
    });
    expect(lines.slice(1)).toEqual([
      `visleaf: there is no file ${missing}: inspect wants a map, model, texture, material or archive`,
      "visleaf: 4 files: 2 done, 1 bad, 1 failed",
    ]);
  });

  it("passes options on, and prints the text of each", async () => {
    const { code, stdout, stderr } = await runVisleaf(
      ...["inspect", at("a.bsp"), at("old/c.bsp"), "--lump", "planes"],
    );
    expect([code, stderr]).toEqual([0, "visleaf: 2 files: 2 done"]);
    expect(stdout.match(/^name: LUMP_PLANES$/gm)).toHaveLength(2);
  });

  it("refuses two maps with one output, and a wrong number of jobs", async () => {
    const both = [at("a.bsp"), join(maps, "old", "..", "a.bsp")];
    const same = await runVisleaf("shot", ...both, "--out", join(folder, "same"));
    expect([same.code, same.stderr]).toEqual([1, expect.stringContaining("have the same output")]);
    const jobs = await runVisleaf("check", ...both, "--jobs", "0");
    expect([jobs.code, jobs.stderr]).toEqual([1, expect.stringContaining("--jobs is 1 to 64")]);
  });
});

describe.skipIf(gpu === null)("visleaf shot on a folder", () => {
  it("draws each map, and only maps newer than their picture when it is repeated", async () => {
    const out = join(folder, "shots");
    const shoot = (...more: string[]) =>
      runVisleaf("shot", maps, "--out", out, "--size", "32x18", ...more);
    const first = await shoot();
    const pictures = [join(out, "a.png"), join(out, "old/c.png")];
    expect(first).toMatchObject({
      code: 2,
      stdout: pictures.map((path) => `wrote ${path}`).join("\n"),
    });
    expect(first.stderr).toContain("3 files: 2 done, 1 bad");
    expect(readdirSync(out)).toEqual(["a.png", "old"]);
    const before = pictures.map((path) => statSync(path).mtimeMs);
    utimesSync(at("old/c.bsp"), new Date(), new Date(Date.now() + 60_000));
    const second = await shoot();
    expect(second.stderr).toContain("3 files: 1 done, 1 up to date, 1 bad");
    const after = pictures.map((path) => statSync(path).mtimeMs);
    expect([after[0] === before[0], after[1] > before[1]]).toEqual([true, true]);
    expect(readFileSync(pictures[0]).subarray(1, 4).toString()).toBe("PNG");
  });
});
