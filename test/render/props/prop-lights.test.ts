/** Tests props lit by the map's lamps and sun, from the map's bytes to pixels. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { propSource } from "../../../src/render/props/prop-source.ts";
import type { LoadEvent } from "../../../src/scene/open/events.ts";
import { linear } from "../../compile/vrad/light-room.ts";
import {
  compileRoom,
  LAMP,
  LAMP_STYLE,
  loadRoom,
  OPEN,
  PANEL_Z,
  ROOFED,
  SUN,
} from "../../scene/light/lit-room.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const SIZE = 64;
const test = await openTestGpu();

describe.skipIf(test === null)("props without baked light", () => {
  let t: TestRenderer;
  let session: Awaited<ReturnType<typeof loadRoom>>["session"];
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    const loaded = await loadRoom(await compileRoom());
    session = loaded.session;
    for (const event of loaded.events) show(event);
    // Darker, so that white is not clipped.
    t.renderer.settings.exposure = 0.5;
    t.renderer.settings.textures = false;
    t.renderer.settings.autoExposure = false;
    t.renderer.settings.bloom = false;
  }, 60_000);
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  function show(event: LoadEvent): void {
    const { renderer } = t;
    if (event.type === "scene") renderer.setScene(event.scene);
    if (event.type === "materials") renderer.setMaterials(event.materials);
    if (event.type === "props") renderer.setSource(propSource(event.props));
  }

  /** Returns the linear light of the panel's middle, seen from straight above. */
  async function panelLight([x, y]: readonly number[]): Promise<number> {
    await t.renderer.settled();
    t.renderer.render({ x: x + 8, y: y + 8, z: PANEL_Z + 40, pitch: 90, yaw: 0, fov: 20 });
    const pixels = await t.renderer.readPixels();
    const value = pixels[((SIZE / 2) * SIZE + SIZE / 2) * 4] / 255;
    const shown = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return shown / 0.5;
  }

  const stated = (side: "ldr" | "hdr") => (linear(255, LAMP[side]) + linear(255, SUN[side])) / 255;

  it("are lit by lamp and sun, and relit with the map", async () => {
    // The panel's lower place and tilt lose a tenth of the lamp's light; the walls add as much.
    const bright = await panelLight(OPEN);
    expect(bright / stated("ldr")).toBeGreaterThan(0.9);
    expect(bright / stated("ldr")).toBeLessThan(1.15);
    const relit = await session.relight("hdr");
    t.renderer.relight(relit.scene, relit.light);
    // The relit map has its own exposure.
    const dim = (await panelLight(OPEN)) / relit.scene.exposure;
    expect(dim / stated("hdr")).toBeGreaterThan(0.9);
    expect(dim / stated("hdr")).toBeLessThan(1.15);
    const back = await session.relight("ldr");
    t.renderer.relight(back.scene, back.light);
    expect(await panelLight(OPEN)).toBeCloseTo(bright, 3);
  });

  it("follow their lamp's style, and get no sun under a roof", async () => {
    const lamp = linear(255, LAMP.ldr) / 255;
    const on = await panelLight(ROOFED);
    t.renderer.setStyle(LAMP_STYLE, 0);
    const off = await panelLight(ROOFED);
    t.renderer.setStyle(LAMP_STYLE, 0.5);
    const half = await panelLight(ROOFED);
    t.renderer.setStyle(LAMP_STYLE, 1);
    expect((on - off) / lamp).toBeGreaterThan(0.85);
    expect((on - off) / lamp).toBeLessThan(1.05);
    expect(half).toBeCloseTo((on + off) / 2, 2);
    expect(off).toBeLessThan(0.1);
  });
});
