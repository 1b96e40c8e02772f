/** `--limit`: the cost that a map may have. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { runVisleaf } from "./run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-limits-"));
afterAll(() => rmSync(folder, { recursive: true }));
const room = join(folder, "room.bsp");
writeFileSync(room, makeBsp());

const inspect = (...limits: string[]) =>
  runVisleaf("inspect", room, "--json", ...limits.flatMap((limit) => ["--limit", limit]));

it("--limit refuses a map above a limit, with the exit code of a bad file", async () => {
  const { code, stderr } = await inspect("faceEdges=43");
  expect(code).toBe(2);
  expect(JSON.parse(stderr).error).toMatchObject({ code: "too-large", found: "44" });
});

it("--limit accepts a map within a limit, and leaves out optional parts above it", async () => {
  const whole = await inspect("faceEdges=44", "entities=none");
  expect(JSON.parse(whole.stdout).counts.entities).toBe(3);
  const { code, stdout } = await inspect("entities=2");
  expect(code).toBe(0);
  const { counts, lumps } = JSON.parse(stdout);
  expect(counts.entities).toBe(0);
  const lump = lumps.find(({ name }: { name: string }) => name === "LUMP_ENTITIES");
  expect(lump.problem).toContain("too-large");
});

it("--limit rejects an unknown limit", async () => {
  const { code, stderr } = await inspect("fog=3");
  expect(code).toBe(1);
  expect(stderr).toContain('no limit "fog"');
});
