import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "fflate";
import { afterAll, expect, it } from "vitest";
import { parseBsp } from "../../../../src/formats/bsp/index.ts";
import { crc32 } from "../../../../src/formats/zip/crc32.ts";
import { parseZip } from "../../../../src/formats/zip/parse-zip.ts";
import { assembleBsp, makeBspLumps } from "../../../formats/bsp/make-bsp.ts";
import { makeZip } from "../../../formats/zip/make-zip.ts";
import { runVisleaf } from "../../run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-repair-"));
afterAll(() => rmSync(folder, { recursive: true }));

const text = (length: number, letter: string) => new TextEncoder().encode(letter.repeat(length));
const packed = text(900, "b");
const FILES = new Map([
  ["materials/Maps/room/a.vmt", text(700, "a")],
  ["materials/b.vmt", packed],
  ["materials/c.vmt", text(5000, "c")],
]);

function makeRoom(): Uint8Array {
  const lumps = makeBspLumps();
  const entries = [...FILES].map(([name, data]) =>
    data === packed
      ? { name, data: deflateSync(data), method: 8, byteLength: data.length, crc: crc32(data) }
      : { name, data },
  );
  lumps.set("LUMP_PAKFILE", { version: 0, bytes: makeZip(entries) });
  return assembleBsp(lumps);
}

const room = makeRoom();

async function repair(bytes: Uint8Array, ...options: string[]) {
  const [path, out] = [join(folder, "in.bsp"), join(folder, "out.bsp")];
  rmSync(out, { force: true });
  writeFileSync(path, bytes);
  const result = await runVisleaf("repair", path, "--out", out, ...options);
  return { ...result, out, bytes: existsSync(out) ? new Uint8Array(readFileSync(out)) : null };
}

it("repair copies a sound map byte for byte, and says so", async () => {
  const { code, stdout, stderr, out, bytes } = await repair(room);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`${out}: ${room.length} bytes; sound, copied byte for byte`);
  expect(bytes).toEqual(room);
  const { stdout: json } = await repair(room, "--json");
  expect(JSON.parse(json)).toEqual({ out, byteLength: room.length, isSame: true, changes: [] });
});

it("repair rebuilds a cut pakfile from its intact files", async () => {
  const { code, stderr, bytes } = await repair(room.subarray(0, room.length - 400));
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^visleaf: LUMP_PAKFILE rebuilt: \d+ of \d+ bytes are there, 2 of the 3 files found in them are kept$/,
  );
  const zip = parseZip(parseBsp(bytes!).pakfile);
  expect(zip.entries.map(({ name, method }) => [name, method])).toEqual([
    ["materials/Maps/room/a.vmt", 0],
    ["materials/b.vmt", 8],
  ]);
  for (const entry of zip.entries) expect(zip.read(entry)).toEqual(FILES.get(entry.name));
  // The geometry before it is unchanged.
  const end = room.length - 8000;
  expect(bytes!.subarray(1036, end)).toEqual(room.subarray(1036, end));
  const again = await repair(bytes!);
  expect(again.stdout).toContain("sound");
});

it("repair lists each change as JSON", async () => {
  const { stdout, bytes } = await repair(room.subarray(0, room.length - 7000), "--json");
  const { isSame, byteLength, changes } = JSON.parse(stdout);
  expect({ isSame, byteLength }).toEqual({ isSame: false, byteLength: bytes!.length });
  expect(changes.map(({ lump }: { lump: string }) => lump)).toContain("LUMP_PAKFILE");
});

it("repair writes nothing and ends in 2 if the geometry is lost", async () => {
  const { code, stderr, bytes } = await repair(room.subarray(0, 1300));
  expect({ code, bytes }).toEqual({ code: 2, bytes: null });
  expect(stderr).toMatch(/^visleaf: BSP LUMP_PLANES at byte 24: .* \[truncated\]$/);
});

it("repair requires an output other than its input", async () => {
  const path = join(folder, "own.bsp");
  writeFileSync(path, room);
  expect((await runVisleaf("repair", path, "--out", path)).code).toBe(1);
  expect(new Uint8Array(readFileSync(path))).toEqual(room);
});

it("repair names lumps as inspect does", async () => {
  const lumps = makeBspLumps({ version: 21 });
  lumps.set("LUMP_UNUSED1", { version: 0, bytes: new Uint8Array(32) });
  const map = assembleBsp(lumps, { version: 21 });
  // The lump lies beyond the file's end.
  new DataView(map.buffer).setInt32(8 + 23 * 16, 1 << 24, true);
  const { changes } = JSON.parse((await repair(map, "--json")).stdout);
  expect(changes).toMatchObject([{ lump: "LUMP_PROPHULLS", action: "dropped" }]);
  expect(changes[0].message).toContain("LUMP_PROPHULLS");
});
