/** `visleaf inspect FILE.vpk --verify`: finds and names a wrong byte in any section. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { verifyVpk } from "../../src/cli/files/verify-file.ts";
import { memoryBytes } from "../../src/content/bytes/memory-bytes.ts";
import { FormatError } from "../../src/core/errors.ts";
import { parseVpk, writeSplitVpk, writeVpk } from "../../src/formats/vpk/index.ts";
import { GAME_PATHS, makeFiles } from "../formats/vpk/make-files.ts";
import { type Signing, signVpk } from "../formats/vpk/sign-vpk.ts";
import { corpusPath, hasCorpus } from "../support/corpus.ts";
import { runVisleaf } from "./run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-verify-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PRELOAD = 10;
const files = makeFiles(GAME_PATHS);
const single = writeVpk(files, { preloadByteLength: PRELOAD });
const split = writeSplitVpk(files, 250, { preloadByteLength: PRELOAD });

let runs = 0;
/** Verifies a VPK in a separate folder, with its parts beside its directory. */
async function verify(directory: Uint8Array, parts: readonly (Uint8Array | null)[] = []) {
  const place = join(folder, String(runs++));
  mkdirSync(place);
  const path = join(place, "pak01_dir.vpk");
  writeFileSync(path, directory);
  parts.forEach((part, i) => {
    if (part) writeFileSync(join(place, `pak01_00${i}.vpk`), part);
  });
  const { code, stdout, stderr } = await runVisleaf("inspect", path, "--verify", "--json");
  if (stdout === "") return { code, verdict: null, faults: [stderr] };
  const verdict = JSON.parse(stdout);
  const faults: string[] = verdict.faults.map(
    (fault: { where: string; code: string }) => `${fault.where} ${fault.code}`,
  );
  return { code, verdict, faults };
}

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice();
  copy[at < 0 ? copy.length + at : at] ^= 0x10;
  return copy;
}

describe("visleaf inspect --verify of a VPK", () => {
  it.each<Signing>([{ signs: "file" }, { signs: "sum" }, { signs: "nothing" }])(
    "finds no fault in sound VPKs: %o",
    async (signing) => {
      const state = signing.signs === "nothing" ? "unsigned" : "good";
      for (const [directory, parts] of [
        [signVpk(single, [], signing), []],
        [signVpk(split.directory, split.parts, signing), split.parts],
      ] as const) {
        const { code, verdict } = await verify(directory, parts);
        expect(code).toBe(0);
        const { pieces, ...rest } = verdict;
        expect(rest).toMatchObject({
          isSound: true,
          files: { count: files.size, sound: files.size },
          sums: ["tree", "archive MD5", "whole file"],
          signature: { state, of: signing.signs === "file" ? "file" : "sum" },
          faults: [],
        });
        expect(pieces.sound).toBe(pieces.count);
        expect(pieces.count).toBeGreaterThan(5);
      }
    },
  );

  it("checks only the files' CRCs in version 1, and if sections are empty", async () => {
    const first = await verify(writeVpk(files, { version: 1 }));
    expect(first).toMatchObject({
      code: 0,
      verdict: { pieces: null, sums: null, signature: null },
    });
    const second = await verify(single);
    expect(second).toMatchObject({ code: 0, verdict: { pieces: { count: 0 }, sums: [] } });
  });

  const signed = signVpk(single, []);
  const { header, filePreloadOffset, fileOffset, ...vpk } = parseVpk(signed);
  const { treeOffset, dataOffset, dataByteLength } = header;
  const pieces = dataOffset + dataByteLength;
  const sums =
    signed.length - 48 - new DataView(signed.buffer, signed.byteOffset).getUint32(24, true);
  const row = vpk.find("readme");
  const WHOLE = ["whole file mismatch", "signature mismatch"];
  it.each([
    ["the tree", treeOffset + filePreloadOffset[row] - 18, ["readme mismatch", "tree mismatch"]],
    ["preload bytes", treeOffset + filePreloadOffset[row], ["readme mismatch", "tree mismatch"]],
    ["a file", dataOffset + fileOffset[row], ["readme mismatch", "pak01_dir.vpk, piece"]],
    [
      "the checksum of a piece",
      pieces + 12,
      ["pak01_dir.vpk, piece 0 mismatch", "archive MD5 mismatch"],
    ],
    [
      "the offset of a piece",
      pieces + 7,
      ["pak01_dir.vpk, piece 0 bad-offset", "archive MD5 mismatch"],
    ],
    ["the tree's checksum", sums, ["tree mismatch"]],
    ["the checksum of the table of pieces", sums + 16, ["archive MD5 mismatch"]],
    ["the whole file's checksum", sums + 32, []],
  ])("finds a wrong byte in %s", async (_, at, expected) => {
    const { code, faults } = await verify(flip(signed, at));
    expect(code).toBe(2);
    const all = [...expected, ...WHOLE];
    expect(faults).toHaveLength(all.length);
    all.forEach((fault, i) => void expect(faults[i]).toContain(fault));
  });

  it.each<[string, Signing, number, string]>([
    ["a signature", {}, -1, "signature mismatch"],
    ["a later signature", { signs: "sum" }, -1, "signature mismatch"],
    ["its key", {}, sums + 48 + 4, "signature bad-value"],
    ["the key's length", {}, sums + 48 + 2, "signature bad-count"],
  ])("finds a wrong byte in %s, and nothing else", async (_, signing, at, fault) => {
    const { code, faults } = await verify(flip(signVpk(single, [], signing), at));
    expect({ code, faults }).toEqual({ code: 2, faults: [fault] });
  });

  it("reports a missing part once, along with faults in the others", async () => {
    const parts: (Uint8Array | null)[] = [null, flip(split.parts[1], 3), ...split.parts.slice(2)];
    const { code, verdict, faults } = await verify(signVpk(split.directory, split.parts), parts);
    expect(code).toBe(2);
    expect(faults).toHaveLength(3);
    expect(faults[0]).toBe("pak01_000.vpk truncated");
    expect(faults[2]).toMatch(/^pak01_001\.vpk, piece \d+ mismatch$/);
    expect(verdict).toMatchObject({ sums: { length: 3 }, signature: { state: "good" } });
    expect(verdict.files.sound).toBeGreaterThan(0);
  });

  it("prints a line per fault on stderr, and the rest as text", async () => {
    const path = join(folder, "text_dir.vpk");
    writeFileSync(path, flip(signed, -1));
    const { code, stdout, stderr } = await runVisleaf("inspect", path, "--verify");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^visleaf: VPK signature at byte \d+: expected .* \[mismatch\]$/);
    expect(stdout).toContain("isSound: false");
    expect(stdout).toContain("state: wrong");
  });

  it("counts pieces with unknown sums, and does not check them", async () => {
    const later = signed.slice();
    later[pieces + 2] = 1;
    const { verdict, faults } = await verify(later);
    expect(faults).toEqual(["archive MD5 mismatch", ...WHOLE]);
    expect(verdict.pieces).toMatchObject({ otherSums: 1, sound: verdict.pieces.count - 1 });
  });

  it("limits the work for pieces that share their bytes", async () => {
    const data = 1000;
    const many = signVpk(writeVpk(new Map([["a", new Uint8Array(data)]])), [], {
      pieceByteLength: 1,
    });
    const at = 28 + new DataView(many.buffer, many.byteOffset).getUint32(8, true) + data;
    const view = new DataView(many.buffer, many.byteOffset + at);
    for (let i = 0; i < data; i++) {
      view.setUint32(i * 28 + 4, 0, true);
      view.setUint32(i * 28 + 8, data, true);
    }
    const { code, faults } = await verify(many);
    expect(code).toBe(2);
    expect(faults.some((fault) => fault.endsWith("too-large"))).toBe(true);
    expect(faults.length).toBeLessThan(data / 4);
  });

  it("ends in a verdict or in one FormatError for any damage", async () => {
    let verdicts = 0;
    for (const sound of [signed, signVpk(single, [], { signs: "sum" })]) {
      for (let i = 0; i < 400; i++) {
        const at = Math.imul(i, 2654435761) >>> 0;
        const bytes = sound.slice();
        // Damages a byte, a word of the tables, or the end.
        if (i % 3 === 0) bytes[at % bytes.length] ^= 1 << (i & 7);
        else if (i % 3 === 1) new DataView(bytes.buffer).setUint32(at % 40, at, true);
        const damaged = i % 3 === 2 ? bytes.subarray(0, at % bytes.length) : bytes;
        const ended = verifyVpk(memoryBytes("a.vpk", damaged), async () => false);
        const verdict = await ended.catch((error: unknown) => {
          if (error instanceof FormatError) return null;
          throw error;
        });
        if (verdict === null) continue;
        verdicts++;
        expect(verdict.isSound, `${i}`).toBe(false);
      }
    }
    expect(verdicts).toBeGreaterThan(200);
  });

  it("requires a VPK", async () => {
    const path = join(folder, "a.vmt");
    writeFileSync(path, "LightmappedGeneric {}");
    expect(await runVisleaf("inspect", path, "--verify")).toMatchObject({ code: 1, stdout: "" });
  });
});

describe.skipIf(!hasCorpus)("real VPKs", () => {
  const at = (name: string) =>
    corpusPath("valvepak_vpk/ValvePak/ValvePak.Test/Files", `${name}.vpk`);
  it.each(["steamdb_test_dir", "steamdb_test_single", "broken_dir"])(
    "%s is sound",
    async (name) => {
      expect(await runVisleaf("inspect", at(name), "--verify")).toMatchObject({ code: 0 });
    },
  );

  it("of Valve's have a signature, and lack a part that is not in the corpus", async () => {
    const run = await runVisleaf("inspect", at("platform_misc_dir"), "--verify", "--json");
    expect(run.code).toBe(2);
    const verdict = JSON.parse(run.stdout);
    expect(verdict.faults.map((fault: { where: string }) => fault.where)).toEqual([
      "platform_misc_000.vpk",
    ]);
    expect(verdict).toMatchObject({
      sums: ["tree", "archive MD5", "whole file"],
      signature: { state: "good", of: "file", keyBits: 1024 },
    });
  });
});
