/**
 * Tests LUMP_LEAFWATERDATA of generated maps: the texinfo index has 16 bits in version 0 and 32
 * bits in version 1.
 */

import { describe, expect, it } from "vitest";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { assembleBsp, makeBspLumps } from "../make-bsp.ts";

function readWaters(version: number, littleEndian: boolean, rows: readonly (readonly number[])[]) {
  const bytes = new Uint8Array(rows.length * 12);
  const view = new DataView(bytes.buffer);
  rows.forEach(([surfaceZ, minZ, low, high], i) => {
    view.setFloat32(i * 12, surfaceZ, littleEndian);
    view.setFloat32(i * 12 + 4, minZ, littleEndian);
    view.setUint16(i * 12 + 8, low, littleEndian);
    view.setUint16(i * 12 + 10, high, littleEndian);
  });
  const options = { littleEndian };
  const lumps = makeBspLumps(options);
  lumps.set("LUMP_LEAFWATERDATA", { version, bytes });
  return parseBsp(assembleBsp(lumps, options)).leafWaters;
}

describe("LUMP_LEAFWATERDATA", () => {
  it.each([true, false])("version 1 has 32-bit indices (little-endian: %s)", (littleEndian) => {
    // 40000 = 0x9c40 and 70000 = 0x00011170, as halves in the file's byte order.
    const halves = (low: number, high: number) => (littleEndian ? [low, high] : [high, low]);
    const rows = [
      [64, -32, ...halves(0x9c40, 0)],
      [128, 0, ...halves(0x1170, 1)],
      [8, 4, ...halves(0xffff, 0xffff)],
    ];
    const waters = readWaters(1, littleEndian, rows);
    expect([...waters.surfaceTexInfo]).toEqual([40000, 70000, -1]);
    expect([...waters.surfaceZ]).toEqual([64, 128, 8]);
    expect([...waters.minZ]).toEqual([-32, 0, 4]);
  });

  it("version 0 has signed 16-bit indices followed by two padding bytes", () => {
    const waters = readWaters(0, true, [
      [64, -32, 7, 0xcdcd],
      [64, -32, 0xffff, 0xcdcd],
    ]);
    expect([...waters.surfaceTexInfo]).toEqual([7, -1]);
  });
});
