import { describe, expect, it } from "vitest";
import { ABLATIONS } from "../../src/bench/report/report.ts";
import { switchOff } from "../../src/bench/run-map.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../src/render/types.ts";

/** Returns the settings that differ from the defaults. */
function changed(settings: RenderSettings): Partial<RenderSettings> {
  const keys = Object.keys(settings) as (keyof RenderSettings)[];
  const other = keys.filter((key) => settings[key] !== DEFAULT_RENDER_SETTINGS[key]);
  return Object.fromEntries(other.map((key) => [key, settings[key]]));
}

describe("ablations", () => {
  it.each(ABLATIONS.filter((one) => one !== "arrayTextures"))("%s turns one setting off", (one) => {
    const settings = { ...DEFAULT_RENDER_SETTINGS };
    switchOff(settings, [one]);
    const expected = one === "antialiasing" ? { samples: 1 } : { [one]: false };
    expect(changed(settings)).toEqual(expected);
  });

  it("keep all settings for the one that needs another renderer", () => {
    const settings = { ...DEFAULT_RENDER_SETTINGS };
    switchOff(settings, ["arrayTextures"]);
    expect(changed(settings)).toEqual({});
  });
});
