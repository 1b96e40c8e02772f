/** `visleaf lump`: extracting and replacing one lump of a map. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LUMP } from "../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { type MakeBspOptions, makeBsp } from "../../../formats/bsp/make-bsp.ts";
import { hasCorpus, listFewMaps, readCorpus } from "../../../support/corpus.ts";
import { runVisleaf } from "../../run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-lump-"));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

function write(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, `${count++}-${name}`);
  writeFileSync(path, bytes);
  return path;
}
const makeMap = (options: MakeBspOptions = {}) => write("room.bsp", makeBsp(options));

describe("visleaf lump", () => {
  it("extracts the entities as text, and replaces them by changed ones", async () => {
    const map = makeMap();
    const file = join(folder, "room.ent");
    expect(await runVisleaf("lump", map, "extract", "entities", "--out", file)).toMatchObject({
      code: 0,
    });
    const text = readFileSync(file, "utf8");
    expect(text.endsWith("}\n")).toBe(true);
    writeFileSync(file, text.replace("sky_day01_01", "sky_night_of_the_longest_name"));
    const changed = join(folder, "night.bsp");
    const { code, stdout } = await runVisleaf(
      ...["lump", map, "replace", "LUMP_ENTITIES", file, "--out", changed, "--json"],
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      out: changed,
      lump: "LUMP_ENTITIES",
      packed: false,
    });
    const [old, night] = [map, changed].map((path) => parseBsp(readFileSync(path)));
    expect(night.entities[0].get("skyname")).toBe("sky_night_of_the_longest_name");
    expect(night.faces).toEqual(old.faces);
    expect(night.staticProps).toEqual(old.staticProps);
    expect(readFileSync(map)).toEqual(Buffer.from(makeBsp()));
  });

  it("replaces a lump by its extracted bytes without changing the map", async () => {
    const forms = [
      {},
      { littleEndian: false },
      { headerOrder: "left4dead2", version: 21 },
    ] as const;
    for (const options of forms) {
      const map = makeMap(options);
      for (const name of ["entities", "faces", "game_lump", "pakfile"]) {
        const file = join(folder, name);
        await runVisleaf("lump", map, "extract", name, "--out", file);
        expect((await runVisleaf("lump", map, "replace", name, file)).code).toBe(0);
        expect(readFileSync(map), name).toEqual(Buffer.from(makeBsp(options)));
      }
    }
  });

  it("extracts a packed lump decompressed, or unchanged with --stored", async () => {
    const map = makeMap({ lzma: ["LUMP_FACES"] });
    const plain = join(folder, "faces.plain");
    await runVisleaf("lump", map, "extract", "faces", "--out", plain);
    const packed = join(folder, "faces.packed");
    await runVisleaf("lump", map, "extract", "faces", "--out", packed, "--stored");
    expect(readFileSync(packed).subarray(0, 4).toString()).toBe("LZMA");
    const original = parseBsp(readFileSync(map));
    await runVisleaf("lump", map, "replace", "faces", packed);
    expect(parseBsp(readFileSync(map)).lumps[LUMP.LUMP_FACES]).toEqual(
      original.lumps[LUMP.LUMP_FACES],
    );
    await runVisleaf("lump", map, "replace", "faces", plain);
    const { faces, lumps } = parseBsp(readFileSync(map));
    expect(lumps[LUMP.LUMP_FACES].compressed).toBe(false);
    expect(faces).toEqual(original.faces);
  });

  it("reports impossible requests", async () => {
    const map = makeMap();
    const out = join(folder, "none");
    const ends = [
      [["lump", map, "extract", "walls", "--out", out], 1, "no lump of a map is called walls"],
      [["lump", map, "extract", "faces"], 1, "--out"],
      [["lump", map, "replace", "entities", write("empty.ent", "nothing")], 1, "holds no entities"],
      [["lump", map, "turn", "faces"], 1, "wants MAP extract NAME"],
      [["lump", write("no.bsp", "nothing"), "extract", "faces", "--out", out], 2, "bad-magic"],
    ] as const;
    for (const [args, code, message] of ends) {
      const end = await runVisleaf(...args);
      expect({ code: end.code, stdout: end.stdout }, message).toEqual({ code, stdout: "" });
      expect(end.stderr).toContain(message);
    }
    expect(readFileSync(map)).toEqual(Buffer.from(makeBsp()));
  });

  it.skipIf(!hasCorpus)(
    "replaces the entities of real maps by themselves without a change",
    async () => {
      const file = join(folder, "real.ent");
      for (const name of listFewMaps()) {
        const bytes = readCorpus(name);
        const map = write("real.bsp", bytes);
        await runVisleaf("lump", map, "extract", "entities", "--stored", "--out", file);
        expect((await runVisleaf("lump", map, "replace", "entities", file)).code, name).toBe(0);
        expect(Buffer.compare(readFileSync(map), Buffer.from(bytes)), name).toBe(0);
        rmSync(map);
      }
    },
    60_000,
  );
});
