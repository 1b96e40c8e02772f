import { describe, expect, it } from "vitest";
import { createViewAddress, formatView, parseView } from "../../src/app/view-address.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../src/render/types.ts";

const CAMERA = { x: 1, y: 2, z: 3, pitch: 4, yaw: 5, fov: 90 };

describe("a view in an address", () => {
  it("is the camera alone where nothing else is special", () => {
    expect(formatView(CAMERA, { ...DEFAULT_RENDER_SETTINGS })).toBe("#camera=1,2,3,4,5,90");
    expect(parseView("#camera=1,2,3,4,5,90")).toEqual({
      camera: CAMERA,
      settings: {},
      map: null,
      marks: "",
    });
  });

  it("brings settings back, and not those that only measure", () => {
    const settings = { wireframe: true, props: false, exposure: 2.5 };
    const all = { ...DEFAULT_RENDER_SETTINGS, ...settings, timing: true, gpuCulling: false };
    const fragment = formatView(CAMERA, all);
    expect(fragment).toBe("#camera=1,2,3,4,5,90&show=-props,wireframe&exposure=2.5");
    expect(parseView(fragment)).toEqual({ camera: CAMERA, settings, map: null, marks: "" });
  });

  it("says what shadows of models look like, but for silhouettes", () => {
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

  it("says how surfaces are shown, and takes no name that could be none", () => {
    const fragment = formatView(CAMERA, { ...DEFAULT_RENDER_SETTINGS, view: "luxel-density" });
    expect(fragment).toBe("#camera=1,2,3,4,5,90&view=luxel-density");
    expect(parseView(fragment)?.settings).toEqual({ view: "luxel-density" });
    for (const odd of ["", "A", "a%26b", "<b>", "x".repeat(41)]) {
      expect(parseView(`#camera=1,2,3,4,5&view=${odd}`)?.settings).toEqual({});
    }
  });

  it("says at which level of detail models are, and takes none that there cannot be", () => {
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

  it("names the map that it is a view of", () => {
    const fragment = formatView(CAMERA, { ...DEFAULT_RENDER_SETTINGS }, "a b&c");
    expect(fragment).toBe("#camera=1,2,3,4,5,90&map=a%20b%26c");
    expect(parseView(fragment)?.map).toBe("a b&c");
  });

  it("says what is drawn over the map", () => {
    const fragment = formatView(CAMERA, { ...DEFAULT_RENDER_SETTINGS }, null, "trigger,lines");
    expect(fragment).toBe("#camera=1,2,3,4,5,90&marks=trigger,lines");
    expect(parseView(fragment)?.marks).toBe("trigger,lines");
  });

  it("passes over what is not known, and takes no exposure that shows nothing", () => {
    const view = parseView("#camera=1,2,3,4,5&show=__proto__,-constructor,timing&exposure=1e9");
    expect(view?.settings).toEqual({});
    expect(parseView("#show=wireframe")).toBeNull();
    expect(parseView("#camera=1,2")).toBeNull();
  });
});

describe("writing the address", () => {
  it("waits between writes, and writes only what has changed", () => {
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
