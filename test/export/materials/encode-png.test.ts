import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { encodePng } from "../../../src/export/materials/encode-png.ts";

const [width, height] = [5, 3];
const rgba = Uint8Array.from({ length: width * height * 4 }, (_, i) => (i * 37 + (i >> 3)) & 0xff);

describe("encodePng", () => {
  it("keeps every byte of RGBA", () => {
    const png = PNG.sync.read(Buffer.from(encodePng(width, height, rgba, true)));
    expect([png.width, png.height]).toEqual([width, height]);
    expect(Uint8Array.from(png.data)).toEqual(rgba);
  });

  it("leaves out alpha on request", () => {
    const png = PNG.sync.read(Buffer.from(encodePng(width, height, rgba, false)));
    expect(Uint8Array.from(png.data)).toEqual(rgba.map((value, i) => (i % 4 === 3 ? 255 : value)));
  });
});
