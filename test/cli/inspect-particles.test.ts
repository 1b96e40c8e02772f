import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FIRE, SMOKE } from "../formats/pcf/made-systems.ts";
import { makePcf } from "../formats/pcf/make-pcf.ts";
import { runVisleaf } from "./run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-pcf-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "fire.pcf");
writeFileSync(path, makePcf([FIRE, SMOKE]));

describe("visleaf inspect of particle systems", () => {
  it("prints systems with their renderers, emitters, materials and children", async () => {
    const { code, stdout } = await runVisleaf("inspect", path);
    expect(code).toBe(0);
    expect(stdout).toContain("fire.pcf: particle systems of version 1, 2 systems, 2 materials");
    expect(stdout).toMatch(/fire .*particle\\fire\.vmt +render_rope +emit_instantaneously +smoke/);
  });

  it("prints all lists as JSON", async () => {
    const { stdout } = await runVisleaf("inspect", path, "--json");
    const { format, encoding, systems } = JSON.parse(stdout);
    expect([format, encoding]).toEqual(["PCF", 2]);
    expect(systems[0]).toMatchObject({ forces: ["random force"], children: ["smoke"] });
  });
});
