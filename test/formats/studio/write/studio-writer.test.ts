/** Tests that numbers, texts and offsets stay in place when a model writer's buffer grows. */

import { describe, expect, it } from "vitest";
import { StudioWriter } from "../../../../src/formats/studio/write/studio-writer.ts";
import { compileAndRead, smdText } from "../../../compile/studiomdl/make-sources.ts";

const list = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("StudioWriter", () => {
  it("keeps written data when its buffer grows, and continues in the new buffer", () => {
    const out = new StudioWriter();
    // The buffer starts with 4,096 bytes: records lie before, across and after each doubling.
    const places = list(700).map((i) => out.reserve(40 + (i % 7), 4));
    const late = places.map((at, i) => {
      out.string(at, at, `text ${i % 50}`);
      out.i32(at + 4, i);
      out.i16(at + 8, -i, i);
      out.f32(at + 12, [i / 2, -1]);
      out.u8(at + 20, i & 255, 7);
      out.fixedString(at + 22, 6, `name${i}`);
      out.bytes(at + 28, Uint8Array.of(i >>> 8, 9));
      return out.reserve(i % 3 === 0 ? 100 : 4);
    });
    for (const [i, at] of late.entries()) out.i32(at, ~i);
    const bytes = out.finish();
    expect(bytes.length).toBeGreaterThan(32_768);
    const view = new DataView(bytes.buffer);
    const textAt = (at: number) =>
      new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
    const wrong = places.filter((at, i) => {
      const found = [
        ...[textAt(at + view.getInt32(at, true)), view.getInt32(at + 4, true)],
        ...[view.getInt16(at + 8, true), view.getInt16(at + 10, true)],
        ...[view.getFloat32(at + 12, true), view.getFloat32(at + 16, true)],
        ...[bytes[at + 20], bytes[at + 21], textAt(at + 22), bytes[at + 28], bytes[at + 29]],
        view.getInt32(late[i], true),
      ];
      const wanted = [
        ...[`text ${i % 50}`, i, -i, i, i / 2, -1, i & 255, 7],
        ...[`name${i}`.slice(0, 5), i >>> 8, 9, ~i],
      ];
      return found.join() !== wanted.join();
    });
    expect(wrong).toEqual([]);
    // Each text is written only once.
    expect(new TextDecoder().decode(bytes).split("text 49")).toHaveLength(2);
  });

  it("writes the same bytes for a model after a larger one", () => {
    const build = (triangles: number) => {
      const corner = (x: number, y: number, z: number) => ({ position: [x, y, z], bone: 0 });
      const body = list(triangles).map(
        (i) => ["red", corner(i % 90, 0, i), corner(8, i % 70, i), corner(0, 8, i)] as const,
      );
      const script = '$modelname a.mdl\n$body body "body.smd"\n$sequence idle "body.smd"\n';
      return compileAndRead(script, { "body.smd": smdText(body) });
    };
    const small = build(2);
    const large = build(3000);
    expect(large.files.vvd.length).toBeGreaterThan(400_000);
    const { position } = large.vvd.vertices;
    const heights = new Set(list(position.length / 3).map((vertex) => position[vertex * 3 + 2]));
    expect(heights.size).toBe(3000);
    expect(large.mesh.indices.length).toBe(9000);
    expect(build(2).files).toEqual(small.files);
  });
});
