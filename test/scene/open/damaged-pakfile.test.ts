/** Tests that a map with a damaged pakfile uses the intact files and reports their number. */

import { describe, expect, it } from "vitest";
import { decipherMap } from "../../../src/formats/bsp/cipher.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";

const text = (content: string) => new TextEncoder().encode(content);
const FILES = new Map([
  ["materials/brick/brickwall001a.vmt", text("LightmappedGeneric { $color [1 0 0] }")],
  ["zz/last.txt", text("the file that the end of the map cuts off ".repeat(50))],
]);

function makeMap(pakfile: Uint8Array): Uint8Array {
  const lumps = makeBspLumps();
  lumps.set("LUMP_PAKFILE", { version: 0, bytes: pakfile });
  return assembleBsp(lumps);
}

async function load(bytes: Uint8Array) {
  const session = openMap(bytes, [], {
    name: "map",
    side: "hdr",
    textureCompressionBc: true,
    maxTextureDimension: 4096,
  });
  for await (const event of session.load()) {
    if (event.type !== "done") continue;
    const of = (code: string) => event.warnings.filter((warning) => warning.code === code);
    return {
      missing: of("missing-material").map(({ subject }) => subject),
      damage: of("damaged-section").map(({ subject, message }) => `${subject}: ${message}`),
    };
  }
  throw new Error("a load without an end");
}

describe("the packed files of a map", () => {
  const zip = writeZip(FILES);
  const wall = "materials/brick/brickwall001a.vmt";

  it("are used without a warning if the pakfile is sound", async () => {
    const { missing, damage } = await load(makeMap(zip));
    expect(missing).not.toContain(wall);
    expect(damage).toEqual([]);
  });

  it("are used if the map is enciphered", async () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => 200 - i);
    const { missing, damage } = await load(decipherMap(makeMap(zip), 0, key));
    expect(missing).not.toContain(wall);
    expect(damage).toEqual([]);
  });

  it("are used as far as they are intact, with one warning, if the end record is missing", async () => {
    const broken = zip.slice();
    broken.fill(0, zip.length - 22);
    const { missing, damage } = await load(makeMap(broken));
    expect(missing).not.toContain(wall);
    expect(damage).toEqual([expect.stringMatching(/^LUMP_PAKFILE: .* 2 of the 2 files found/)]);
  });

  it("are recovered up to the point where the download was cut", async () => {
    const map = makeMap(zip);
    const cut = map.subarray(0, map.length - Math.round(zip.length / 2));
    const { missing, damage } = await load(cut);
    expect(missing).not.toContain(wall);
    expect(damage).toEqual([expect.stringMatching(/^LUMP_PAKFILE: .* 1 of the 2 files found/)]);
  });

  it("are reported as lost if none can be recovered", async () => {
    const { missing, damage } = await load(makeMap(new Uint8Array(500).fill(7)));
    expect(missing).toContain(wall);
    expect(damage).toEqual([expect.stringContaining("none of the map's own files")]);
  });
});
