/** Tests reading a map's exposure and bloom settings. */

import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { findToneMapping } from "../../../src/scene/start/exposure.ts";

/** Defaults of `viewpostprocess.cpp`: `mat_autoexposure_*`, `mat_tonemap_*`, `mat_bloomscale`. */
const ENGINE = {
  ...{ min: 0.5, max: 2, rate: 1, brightTarget: 0.6, brightShare: 0.02, leastMedian: 0.03 },
  bloomScale: 1,
};

describe("findToneMapping", () => {
  const find = (...outputs: (readonly [key: string, value: string])[]) => {
    const pairs = outputs.map(([key, value]) => `"${key}" "${value}"`).join("\n");
    return findToneMapping("hdr", parseEntities(`{\n"classname" "logic_auto"\n${pairs}\n}`));
  };
  const say = (...inputs: string[]) =>
    find(...inputs.map((text) => ["OnMapSpawn", `tone,${text},0,-1`] as const));

  it("returns the engine's defaults without outputs, and null in LDR", () => {
    expect(find()).toEqual(ENGINE);
    expect(find(["OnLoadGame", "tone,SetBloomScale,3,0,-1"])).toEqual(ENGINE);
    expect(say("SetBloomScale,much", "SetAutoExposureMin,0", "SetTonemapRate,-1")).toEqual(ENGINE);
    expect(findToneMapping("ldr", [])).toBeNull();
    expect(findToneMapping(null, [])).toBeNull();
  });

  it("applies the map-start outputs, the last one of each kind", () => {
    // As in gunman_city2.
    expect(
      say("SetTonemapRate,0.2", "SetBloomScale,9", "SetBloomScale,1.2", "SetAutoExposureMax,1.5"),
    ).toEqual({ ...ENGINE, rate: 0.2, bloomScale: 1.2, max: 1.5 });
    expect(
      say(
        ...["SetTonemapPercentTarget,45", "SetTonemapPercentBrightPixels,1"],
        ...["SetTonemapMinAvgLum,5", "SetBloomScale,0", "SetTonemapRate,0"],
      ),
    ).toEqual({
      ...ENGINE,
      ...{ brightTarget: 0.45, brightShare: 0.01, leastMedian: 0.05, bloomScale: 0, rate: 0 },
    });
  });

  it("returns to the defaults by the UseDefault inputs", () => {
    const set = ["SetAutoExposureMin,1", "SetAutoExposureMax,1.5", "SetBloomScale,3"];
    expect(say(...set, "UseDefaultAutoExposure,", "UseDefaultBloomScale,")).toEqual(ENGINE);
    expect(say("UseDefaultAutoExposure,", ...set)).toMatchObject({ min: 1, max: 1.5 });
  });

  it("clamps extreme values", () => {
    expect(say("SetAutoExposureMin,3")).toMatchObject({ min: 3, max: 3 });
    expect(say("SetAutoExposureMin,1e-30", "SetAutoExposureMax,1e30")).toMatchObject({
      ...{ min: 1e-3, max: 100 },
    });
    expect(say("SetBloomScale,1e30", "SetTonemapPercentTarget,1e30")).toMatchObject({
      ...{ bloomScale: 100, brightTarget: 1 },
    });
  });
});
