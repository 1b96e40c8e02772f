/** Converting and repacking maps with the command. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { assembleBsp, makeBsp, makeBspLumps } from "../../../formats/bsp/make-bsp.ts";
import { runVisleaf } from "../../run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-convert-"));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

function write(bytes: Uint8Array): string {
  const path = join(folder, `${count++}.bsp`);
  writeFileSync(path, bytes);
  return path;
}
const out = () => join(folder, `${count++}-out.bsp`);

describe("visleaf convert", () => {
  it("writes a map in another form, and lists the changes", async () => {
    const map = write(makeBsp());
    for (const [to, version] of [
      ["v19", 19],
      ["v25", 25],
      ["x360", 20],
    ] as const) {
      const path = out();
      const { code, stdout, stderr } = await runVisleaf("convert", map, "--to", to, "--out", path);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/: \d+ bytes; \d+ lumps written anew$/);
      expect(parseBsp(readFileSync(path)).version).toBe(version);
    }
    expect(readFileSync(map)).toEqual(Buffer.from(makeBsp()));
  });

  it("copies a map that already has the form, packs it on request, and prints JSON", async () => {
    const map = write(makeBsp());
    const same = out();
    const told = await runVisleaf("convert", map, "--to", "v20", "--out", same);
    expect(told.stdout).toContain("copied byte for byte");
    expect(readFileSync(same)).toEqual(readFileSync(map));
    const small = out();
    const { code, stdout } = await runVisleaf(
      ...["convert", map, "--to", "v25", "--lzma", "--out", small, "--json"],
    );
    expect(code).toBe(0);
    const { byteLength, changes } = JSON.parse(stdout);
    expect(readFileSync(small).length).toBe(byteLength);
    expect(byteLength).toBeLessThan(readFileSync(map).length);
    expect(changes).toContainEqual({
      lump: "LUMP_NODES",
      action: "converted",
      message: "rewritten",
    });
  });

  it("warns on stderr of data that the other form cannot hold", async () => {
    const lumps = makeBspLumps();
    lumps.set("LUMP_OVERLAY_FADES", { version: 0, bytes: new Uint8Array(8) });
    const { code, stderr } = await runVisleaf(
      ...["convert", write(assembleBsp(lumps)), "--to", "v19", "--out", out()],
    );
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "visleaf: LUMP_OVERLAY_FADES dropped: version 19 has no such lump",
    });
  });

  it("ends in 2 for an impossible conversion, and writes nothing", async () => {
    const wide = out();
    await runVisleaf("convert", write(makeBsp()), "--to", "v25", "--out", wide);
    const bytes = readFileSync(wide);
    bytes.writeUInt32LE(70000, parseBsp(bytes).lumps[37].offset + 12);
    const before = readdirSync(folder).length;
    const { code, stderr } = await runVisleaf(
      ...["convert", write(bytes), "--to", "v20", "--out", out()],
    );
    expect(code).toBe(2);
    expect(stderr).toContain("LUMP_PRIMITIVES");
    expect(stderr).toContain("70000 does not fit u16");
    expect(readdirSync(folder).length).toBe(before + 1);
  });

  it.each([
    ["tf2", 20],
    ["Garry's Mod", 20],
    ["CS:GO", 21],
    ["portal2", 21],
    ["Momentum Mod", 25],
  ])("takes the game %s for the form that it reads", async (game, version) => {
    const path = out();
    const { code } = await runVisleaf("convert", write(makeBsp()), "--to", game, "--out", path);
    expect([code, parseBsp(readFileSync(path)).version]).toEqual([0, version]);
  });

  it("suggests the form or game that a mistyped one is near to", async () => {
    const { code, stderr } = await runVisleaf(
      ...["convert", write(makeBsp()), "--to", "protal2", "--out", out()],
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining("did you mean portal2?")]);
  });

  it("requires a form and a file, and rejects --lzma with --no-lzma", async () => {
    const map = write(makeBsp());
    for (const args of [
      [map, "--out", out()],
      [map, "--to", "v18", "--out", out()],
      [map, "--to", "v20", "--out", out(), "--lzma", "--no-lzma"],
      ["--to", "v20", "--out", out()],
    ]) {
      expect((await runVisleaf("convert", ...args)).code, args.join(" ")).toBe(1);
    }
    const none = await runVisleaf(
      "convert",
      write(Uint8Array.of(1, 2)),
      "--to",
      "v20",
      "--out",
      out(),
    );
    expect(none.code).toBe(2);
  });
});

describe("visleaf repack", () => {
  it("packs a map in place, and unpacks it again", async () => {
    const map = write(makeBsp());
    const packed = await runVisleaf("repack", map, "--lzma");
    expect({ code: packed.code, stderr: packed.stderr }).toEqual({ code: 0, stderr: "" });
    const small = readFileSync(map);
    expect(small.length).toBeLessThan(makeBsp().length);
    expect(parseBsp(small).lumps.filter(({ compressed }) => compressed).length).toBeGreaterThan(10);
    const plain = out();
    expect((await runVisleaf("repack", map, "--no-lzma", "--out", plain)).code).toBe(0);
    expect(readFileSync(map)).toEqual(small);
    const lengths = (bytes: Uint8Array) => parseBsp(bytes).lumps.map(({ length }) => length);
    expect(lengths(readFileSync(plain))).toEqual(lengths(makeBsp()));
    expect((await runVisleaf("repack", plain, "--no-lzma")).stdout).toContain("byte for byte");
  });

  it("respects the limit of unpacked bytes", async () => {
    const map = write(makeBsp({ lzma: ["LUMP_FACES"] }));
    const { code, stderr } = await runVisleaf(
      ...["repack", map, "--no-lzma", "--limit", "unpackedBytes=100"],
    );
    expect({ code, bytes: readFileSync(map).length }).toEqual({
      code: 2,
      bytes: makeBsp({ lzma: ["LUMP_FACES"] }).length,
    });
    expect(stderr).toContain("too-large");
  });

  it("requires exactly one of --lzma and --no-lzma", async () => {
    const map = write(makeBsp());
    expect((await runVisleaf("repack", map)).code).toBe(1);
    expect((await runVisleaf("repack", map, "--lzma", "--no-lzma")).code).toBe(1);
    expect(readFileSync(map)).toEqual(Buffer.from(makeBsp()));
  });
});
