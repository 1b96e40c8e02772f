/** Compares the description of the elements with the elements, their styles and the docs. */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  buildManifest,
  CUSTOM_PROPERTIES,
  ELEMENTS,
  type ElementDescription,
} from "../../src/component/manifest.ts";
import { listElementProps, MAP_NAMES, MODEL_NAMES } from "../../src/component/react-names.ts";
import { VisleafMap } from "../../src/component/visleaf-map.ts";
import { VisleafModel } from "../../src/component/visleaf-model.ts";

const root = resolve(import.meta.dirname, "../..");
const component = join(root, "src/component");
const [map, model] = ELEMENTS;
const CLASSES = { "visleaf-map": VisleafMap, "visleaf-model": VisleafModel };

/** Sources below `src/component` whose names match. */
const sources = (pattern: RegExp): string =>
  readdirSync(component, { recursive: true, encoding: "utf8" })
    .filter((name) => pattern.test(name) && !name.endsWith("manifest.ts"))
    .map((name) => readFileSync(join(component, name), "utf8"))
    .join("\n");

const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1]))].sort();

const keys = (texts: object): string[] => Object.keys(texts).sort();

describe("the description of the elements", () => {
  const code = sources(/\.ts$/);

  for (const element of ELEMENTS) {
    const made = CLASSES[element.tag];
    it(`names the attributes and methods of <${element.tag}>`, () => {
      // Read once, at the start.
      expect(keys(element.attributes)).toEqual([...made.observedAttributes, "present"].sort());
      for (const name of keys(element.methods)) {
        expect(name in made.prototype, name).toBe(true);
      }
    });
  }

  it("names every part and slot", () => {
    const made = found(code, /\bmake(?:Button\(|\("[a-z0-9]+", )"([a-z-]+)"/g);
    const set = found(code, /setAttribute\("part", "([a-z-]+)"/g);
    const toggled = found(code, /part\.toggle\("([a-z-]+)"/g);
    // The list of posters is no part.
    const parts = [...made, ...set, ...toggled].filter((name) => name !== "posters");
    expect([...new Set(parts)].sort()).toEqual(keys(map.parts));
    const slots = [
      ...found(code, /makeSlot\("([a-z]+)"/g),
      ...found(code, /slot\.name = "([a-z]+)"/g),
    ];
    expect(slots.sort()).toEqual(keys(map.slots).filter((name) => !name.endsWith("*")));
  });

  it("names every custom property", () => {
    expect(found(sources(/\.css$/), /var\((--visleaf-[a-z]+)/g)).toEqual(keys(CUSTOM_PROPERTIES));
  });

  it("is in the docs", () => {
    const docs = readFileSync(join(root, "docs/embedding.md"), "utf8");
    const names = (element: ElementDescription) => [
      ...[element.attributes, element.events, element.slots].flatMap(keys),
    ];
    const missing = [...names(map), ...names(model), ...keys(CUSTOM_PROPERTIES)].filter(
      (name) => !docs.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
    const parts = keys(map.parts).filter((name) => !docs.includes(`\`${name}\``));
    // Places and texts that a page has no reason to style.
    expect(parts).toEqual(["actions", "error-line", "layer", "progress-text", "quiet"]);
  });

  it("becomes a manifest with both elements", () => {
    const { modules } = buildManifest() as {
      modules: { path: string; declarations: { tagName: string; attributes: object[] }[] }[];
    };
    expect(modules.map(({ path }) => path)).toEqual(["dist/lib/element.js", "dist/lib/model.js"]);
    expect(modules[0].declarations[0].attributes).toContainEqual({
      name: "camera-bounds",
      fieldName: "cameraBounds",
      type: { text: "string" },
      description: map.attributes["camera-bounds"],
    });
  });
});

describe("the React components", () => {
  const hyphened = (name: string) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

  it.each([
    [map, MAP_NAMES],
    [model, MODEL_NAMES],
  ])("have all attributes and events of an element", (element, names) => {
    const own = keys(element.attributes).filter((name) => name !== "aria-label");
    expect(names.attributes.map(hyphened).sort()).toEqual(own);
    expect([...names.events].sort()).toEqual(keys(element.events));
  });

  it("pass attributes as text, and neither handlers nor false ones", () => {
    const props = {
      ...{ src: "/a.bsp", autoplay: true, noUi: false, minFov: 40, tour: true, poster: undefined },
      ...{ className: "wide", id: "map", onLoad: () => 0, onCameraChange: () => 0, strings: {} },
      onClick: undefined,
    };
    expect(listElementProps(props, MAP_NAMES)).toEqual({
      ...{ src: "/a.bsp", autoplay: true, "min-fov": "40", tour: "", class: "wide", id: "map" },
      onClick: undefined,
    });
  });
});
