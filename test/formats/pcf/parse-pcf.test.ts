import { describe, expect, it } from "vitest";
import { parsePcf } from "../../../src/formats/pcf/parse-pcf.ts";
import { summarizePcf } from "../../../src/formats/pcf/summarize-pcf.ts";
import { catchFormatError } from "../studio/catch-format-error.ts";
import { FIRE, SMOKE } from "./made-systems.ts";
import { element, elements, makeDmx, string } from "./make-dmx.ts";
import { makePcf } from "./make-pcf.ts";

describe("parsePcf", () => {
  it.each([1, 2, 3, 4, 5])("reads systems, functions and children of encoding %i", (encoding) => {
    const pcf = parsePcf(makePcf([FIRE, SMOKE], encoding, 2));
    expect(pcf).toMatchObject({ encodingVersion: encoding, formatVersion: 2, elementCount: 17 });
    const [fire, smoke] = pcf.systems;
    expect([fire.name, smoke.name, smoke.material]).toEqual([
      "fire",
      "smoke",
      "particle\\smoke.vmt",
    ]);
    expect(fire.children).toEqual([{ system: 1, name: "smoke", delay: 0.5 }]);
    expect(fire.forces.map(({ functionName }) => functionName)).toEqual(["random force"]);
    expect(smoke.operators.map(({ functionName }) => functionName)).toEqual([
      "Lifespan Decay",
      "Movement Basic",
      "Oscillate Vector",
    ]);
    expect(smoke.operators[1].params.get("gravity")).toMatchObject({
      numbers: Float64Array.of(0, 0, 5),
    });
  });

  it("reads systems that only others refer to, after those of the list", () => {
    const system = (name: string) => ({
      type: "DmeParticleSystemDefinition",
      name,
      attributes: { material: string("") },
    });
    const root = {
      type: "DmElement",
      name: "",
      attributes: { particleSystemDefinitions: elements(2, 2) },
    };
    const bytes = makeDmx({ encoding: 2, elements: [root, system("first"), system("second")] });
    expect(parsePcf(bytes).systems.map(({ name }) => name)).toEqual(["second", "first"]);
  });

  it("names children of other files by their own names", () => {
    const root = { type: "DmElement", name: "", attributes: {} };
    const system = {
      type: "DmeParticleSystemDefinition",
      name: "one",
      attributes: { children: elements(2) },
    };
    const child = { type: "DmeParticleChild", name: "far", attributes: { child: element(-1) } };
    const bytes = makeDmx({ encoding: 2, elements: [root, system, child] });
    expect(parsePcf(bytes).systems[0].children).toEqual([{ system: -1, name: "far", delay: 0 }]);
  });

  it("refuses other formats and versions", () => {
    const root = { type: "DmElement", name: "", attributes: {} };
    const made = (format: string, formatVersion: number) =>
      makeDmx({ encoding: 2, format, formatVersion, elements: [root] });
    const codeOf = (bytes: Uint8Array) => catchFormatError(() => parsePcf(bytes)).code;
    expect(codeOf(made("model", 1))).toBe("unsupported");
    expect(codeOf(made("pcf", 3))).toBe("bad-version");
  });
});

describe("summarizePcf", () => {
  it("lists systems, materials, and functions by frequency", () => {
    const twice = { ...FIRE, operators: { "Lifespan Decay": {} } };
    const summary = summarizePcf(parsePcf(makePcf([twice, SMOKE])));
    expect(summary.systems[1]).toMatchObject({
      name: "smoke",
      maxParticles: 40,
      emitters: ["emit_continuously"],
      children: [],
    });
    expect(summary.systems[0].children).toEqual(["smoke"]);
    expect(summary.materials).toEqual(["particle\\fire.vmt", "particle\\smoke.vmt"]);
    expect(summary.functions[0]).toEqual({ list: "operators", name: "Lifespan Decay", count: 2 });
  });

  it("cuts names, so that shared long ones cannot multiply", () => {
    const long = "x".repeat(1000);
    const summary = summarizePcf(parsePcf(makePcf([{ name: long, material: long }])));
    expect(summary.systems[0].name).toHaveLength(301);
    expect(summary.materials[0]).toHaveLength(301);
  });
});
