import { describe, expect, it } from "vitest";
import { createViewAddress, formatView, parseView } from "../../src/app/view-address.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../src/render/types.ts";

const CAMERA = { x: 1, y: 2, z: 3, pitch: 4, yaw: 5, fov: 90 };

describe("the view fragment", () => {
  it("has only the camera if all settings are defaults", () => {
    expect(formatView(CAMERA, { ...DEFAULT_RENDER_SETTINGS })).toBe("#camera=1,2,3,4,5,90");
    expect(parseView("#camera=1,2,3,4,5,90")).toEqual({
      camera: CAMERA,
      settings: {},
      map: null,
      marks: "",
    });
  });

  it("restores settings, except those used only for measuring", () => {
    const settings = { wireframe: true, props: false, exposure: 2.5 };
    const all = { ...DEFAULT_RENDER_SETTINGS, ...settings, timing: true, gpuCulling: false };
    const fragment = formatView(CAMERA, all);
    expect(fragment).toBe("#camera=1,2,3,4,5,90&show=-props,wireframe&exposure=2.5");
    expect(parseView(fragment)).toEqual({ camera: CAMERA, settings, map: null, marks: "" });
  });

  it("has the kind of model shadows, except for silhouettes, the default", () => {
    const shown = (propShadows: RenderSettings["propShadows"]) => {
      const fragment = formatView(CAMERA, { ...DEFAULT_RENDER_SETTINGS, propShadows });
      return [fragment.split("&")[1], parseView(fragment)?.settings.propShadows];
    };
    expect([true, "silhouette" as const].map(shown)).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect([false, "off" as const].map(shown)).toEqual([
      ["show=-propShadows", "off"],
      ["show=-propShadows", "off"],
    ]);
    expect(shown("blob")).toEqual(["show=blobShadows", "blob"]);
  });

  it("has the surface view, and rejects invalid names", () => {
    const fragment = formatView(CAMERA, { ...DEFAULT_RENDER_SETTINGS, view: "luxel-density" });
    expect(fragment).toBe("#camera=1,2,3,4,5,90&view=luxel-density");
    expect(parseView(fragment)?.settings).toEqual({ view: "luxel-density" });
    for (const odd of ["", "A", "a%26b", "<b>", "x".repeat(41)]) {
      expect(parseView(`#camera=1,2,3,4,5&view=${odd}`)?.settings).toEqual({});
    }
  });

  it("has the models' level of detail, and rejects impossible ones", () => {
    const linked = (modelLod: number) => {
      const settings = { ...DEFAULT_RENDER_SETTINGS, modelLod, lowResTextures: true };
      const fragment = formatView(CAMERA, settings);
      return [fragment.split("&").slice(1).join("&"), parseView(fragment)?.settings.modelLod];
    };
    expect(linked(-1)).toEqual(["show=lowResTextures", undefined]);
    expect(linked(2.5)).toEqual(["show=lowResTextures&lod=2", 2]);
    expect(linked(99)).toEqual(["show=lowResTextures&lod=7", 7]);
    for (const odd of ["", "8", "-1", "1e0", "01"]) {
      expect(parseView(`#camera=1,2,3,4,5&lod=${odd}`)?.settings).toEqual({});
    }
  });

  it("has the name of the map", () => {
    const fragment = formatView(CAMERA, { ...DEFAULT_RENDER_SETTINGS }, "a b&c");
    expect(fragment).toBe("#camera=1,2,3,4,5,90&map=a%20b%26c");
    expect(parseView(fragment)?.map).toBe("a b&c");
  });

  it("has the marks drawn over the map", () => {
    const fragment = formatView(CAMERA, { ...DEFAULT_RENDER_SETTINGS }, null, "trigger,lines");
    expect(fragment).toBe("#camera=1,2,3,4,5,90&marks=trigger,lines");
    expect(parseView(fragment)?.marks).toBe("trigger,lines");
  });

  it("ignores unknown settings and exposures out of range", () => {
    const view = parseView("#camera=1,2,3,4,5&show=__proto__,-constructor,timing&exposure=1e9");
    expect(view?.settings).toEqual({});
    expect(parseView("#show=wireframe")).toBeNull();
    expect(parseView("#camera=1,2")).toBeNull();
  });
});

describe("createViewAddress", () => {
  it("waits between writes, and writes only changes", () => {
    const written: string[] = [];
    const address = createViewAddress((fragment) => written.push(fragment));
    const camera = { ...CAMERA };
    const settings = { ...DEFAULT_RENDER_SETTINGS };
    address.update(camera, settings, null, 0);
    address.update(camera, settings, null, 10_000);
    camera.x = 2;
    address.update(camera, settings, null, 10_010);
    camera.x = 3;
    address.update(camera, settings, null, 10_020);
    expect(written).toEqual(["#camera=1,2,3,4,5,90", "#camera=2,2,3,4,5,90"]);
    settings.wireframe = true;
    address.update(camera, settings, null, 10_400);
    expect(written).toHaveLength(2);
    address.update(camera, settings, null, 10_600);
    expect(written.at(-1)).toBe("#camera=3,2,3,4,5,90&show=wireframe");
    settings.propShadows = "blob";
    address.update(camera, settings, null, 12_000);
    expect(written.at(-1)).toBe("#camera=3,2,3,4,5,90&show=wireframe,blobShadows");
    settings.propShadows = true;
    address.update(camera, settings, "other", 20_000);
    expect(written.at(-1)).toBe("#camera=3,2,3,4,5,90&show=wireframe&map=other");
  });
});
