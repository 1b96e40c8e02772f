/** Tests detail props that are models: instances after the static props, with their own light. */

import { describe, expect, it } from "vitest";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp, DetailLights, DetailProps } from "../../../src/formats/bsp/types.ts";
import { NO_BAKED_LIGHT, type PropSet } from "../../../src/map/props.ts";
import { LIGHTS_PER_PROP, NO_WORLD_LIGHT } from "../../../src/map/world-lights.ts";
import { buildPropLight } from "../../../src/scene/light/build-prop-light.ts";
import { buildProps } from "../../../src/scene/props/props.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { makeStudioFiles, makeStudioModel } from "../../formats/studio/make-studio.ts";
import { lightOn } from "../../oracle/placed/detail-sprites.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };
const { mdl, vvd, vtx } = makeStudioFiles(makeStudioModel());
const files = (stem: string) => ({
  [`${stem}.mdl`]: mdl,
  [`${stem}.vvd`]: vvd,
  [`${stem}.dx90.vtx`]: vtx,
});
const CONTENT = madeContent({ ...files("models/crate"), ...files("models/tuft") });

/** Two static props, a sprite, a cross shape, and a model. */
const made = parseBsp(makeBsp({ detailProps: true }));
const tree = buildLeafTree(made);
const noLights: DetailLights = { ldr: null, hdr: null };

function modelsOf(change: (objects: Record<string, Uint8Array>) => void): DetailProps {
  const props = made.detailProps as DetailProps;
  const objects = Object.fromEntries(
    Object.entries(props.objects).map(([name, column]) => [
      name,
      typeof column === "number" ? column : column.slice(),
    ]),
  );
  change(objects as unknown as Record<string, Uint8Array>);
  return { ...props, objects: objects as unknown as DetailProps["objects"] };
}

async function build(
  detailProps: DetailProps | null,
  change: Partial<Bsp> = {},
  content = CONTENT,
) {
  const access = accessTo(content);
  const bsp = { ...made, detailProps, detailLights: noLights, ...change } as Bsp;
  const built = await buildProps(bsp, tree, "ldr", access, OPTIONS);
  return { built, props: built?.props as PropSet, access, bsp };
}

/** Returns an instance's cube, the light of each side. */
function cubeOf({ light }: Pick<PropSet, "light">, instance: number): number[][] {
  return [0, 1, 2, 3, 4, 5].map((side) => {
    const at = instance * 18 + side * 3;
    return [...light.ambient.subarray(at, at + 3)];
  });
}

function expectLight(set: Pick<PropSet, "light">, instance: number, rgb: readonly number[]) {
  for (const side of cubeOf(set, instance)) {
    side.forEach((value, c) => {
      expect(value).toBeCloseTo(rgb[c], 6);
    });
  }
}

describe("detail models", () => {
  it("are instances after the static props, with the engine's fade distance", async () => {
    const { props, access } = await build(made.detailProps);
    expect(props.instanceCount).toBe(3);
    expect(props.modelName).toEqual(["models/crate.mdl", "models/tuft.mdl"]);
    expect([...props.instanceVariant]).toEqual([0, 1, 2]);
    expect(props.modelName[props.variantModel[2]]).toBe("models/tuft.mdl");
    const place = props.worldFromModel.subarray(24, 36);
    expect([place[3], place[7], place[11]]).toEqual([200, 100, 0]);
    expect([props.fadeMinDist[2], props.fadeMaxDist[2]]).toEqual([800, 1200]);
    expect(props.clusters[props.instanceFirstCluster[2]]).toBe(tree.leafCluster[2]);
    expect([...props.instanceColor.subarray(8, 12)]).toEqual([1, 1, 1, 1]);
    expect(access.diagnostics.subjects("missing-model")).toEqual([]);
  });

  it("are rotated by their angles", async () => {
    const turned = modelsOf(({ angles }) => angles.set([0, 90, 0], 6));
    const { props } = await build(turned);
    const [xx, , , , yx] = props.worldFromModel.subarray(24, 36);
    expect([Math.round(xx), Math.round(yx)]).toEqual([0, 1]);
  });

  it("are lit by their own light only, equally from all sides", async () => {
    const lit = modelsOf(({ lighting }) => lighting.set([128, 64, 32, 0xff], 8));
    const { props } = await build(lit);
    expectLight(props, 2, lightOn([128, 64, 32, 0xff], []));
    expect(props.light.bakedBase[2]).toBe(NO_BAKED_LIGHT);
    expect([...props.light.lights.subarray(2 * LIGHTS_PER_PROP)]).toEqual(
      new Array(LIGHTS_PER_PROP).fill(NO_WORLD_LIGHT),
    );
    expect(props.light.flags.length).toBe(3);
  });

  it("have styled light of the current side, up to full light", async () => {
    const ldr = {
      count: 2,
      lighting: Uint8Array.of(9, 9, 9, 0, 10, 20, 30, 0),
      style: Uint8Array.of(1, 2),
    };
    const hdr = { count: 1, lighting: Uint8Array.of(1, 2, 3, 9), style: Uint8Array.of(0) };
    const styled = modelsOf(({ lighting, lightStyleCount, lightStyles }) => {
      lighting.set([100, 100, 100, 0xfe], 8);
      lightStyleCount[2] = 1;
      lightStyles[2] = 1;
    });
    const { props, built, bsp, access } = await build(styled, { detailLights: { ldr, hdr } });
    const own = [100, 100, 100, 0xfe];
    expectLight(props, 2, lightOn(own, [{ light: [10, 20, 30, 0], brightness: 1 }]));
    // The other side's list has no such row.
    const relit = await buildPropLight(bsp, tree, "hdr", built!.lighting, access);
    expectLight({ light: relit }, 2, lightOn(own, []));

    styled.objects.lightStyles[2] = 0;
    const bright = await build(styled, { detailLights: { ldr: hdr, hdr } });
    expectLight(bright.props, 2, [1, 1, 1]);
  });

  it("work without static props and with missing models", async () => {
    const alone = await build(made.detailProps, { staticProps: null });
    expect(alone.props.instanceCount).toBe(1);
    expect(alone.props.light.ambient.length).toBe(18);

    const { props, access } = await build(made.detailProps, {}, madeContent(files("models/crate")));
    expect(props.instanceCount).toBe(2);
    expect(access.diagnostics.subjects("missing-model")).toEqual(["models/tuft.mdl"]);
  });

  it("are absent if no detail prop is a model", async () => {
    const { props } = await build(modelsOf(({ type }) => type.fill(1)));
    expect(props.instanceCount).toBe(2);
    expect((await build(null, { staticProps: null })).built).toBeNull();
  });
});
