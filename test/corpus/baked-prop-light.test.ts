import { describe, expect, it } from "vitest";
import { openContent } from "../../src/cli/content/open-content.ts";
import { NO_BAKED_LIGHT, type PropSet } from "../../src/map/props.ts";
import { openMap } from "../../src/scene/open/map-session.ts";
import { corpusContent, hasCorpus, readCorpus } from "../support/corpus.ts";

async function loadProps(map: string) {
  const { sources } = await openContent(corpusContent(map));
  const session = openMap(readCorpus(map), sources, {
    name: map,
    side: "hdr",
    textureCompressionBc: true,
    maxTextureDimension: 8192,
  });
  let props: PropSet | null = null;
  for await (const event of session.load()) if (event.type === "props") props = event.props;
  return { props: props as PropSet | null, session };
}

describe.skipIf(!hasCorpus)("baked light of real props", () => {
  it("covers every vertex of a map's static props", async () => {
    const { props, session } = await loadProps("gunman_city2/gunman_city2.bsp");
    // Two static props, then 18 entities without baked light.
    expect(props?.instanceCount).toBe(20);
    const { baked, bakedBase } = props!.light;
    const isBaked = Array.from(bakedBase, (base) => base !== NO_BAKED_LIGHT);
    expect(isBaked.flatMap((is, i) => (is ? [i] : []))).toEqual([0, 1]);
    // Alpha is stored with every colour: a word of 0 would be a vertex that no strip group uses.
    expect(baked.every((word) => word >>> 24 === 255)).toBe(true);
    expect(session.diagnostics.subjects("lighting")).toEqual([]);
    const relit = await session.relight("ldr");
    expect(relit.light?.baked.length).toBe(baked.length);
  });

  it("is left out for another version of the model, with a warning", async () => {
    const { props, session } = await loadProps("gc_city03_22_2/gc_city03_22_2.bsp");
    const asteroid = "models/gunman/brushprops/asteroid002.mdl";
    const models = Array.from(
      props!.instanceVariant,
      (variant) => props!.modelName[props!.variantModel[variant]],
    );
    expect(models.filter((model) => model === asteroid)).toHaveLength(4);
    expect(props!.light.bakedBase.every((base) => base === NO_BAKED_LIGHT)).toBe(true);
    // Placeholders of missing models cause no warning about light.
    expect(models.filter((model) => model === "models/gunman/screen001a.mdl")).toHaveLength(11);
    expect(session.diagnostics.subjects("lighting")).toEqual([asteroid]);
  });
});
