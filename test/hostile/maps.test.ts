/** Small files that ask for much: each must end within its time and memory, and in no other way. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTILE_MAPS } from "../support/hostile/maps.ts";
import { bundleProgram } from "../support/measure/bundle-program.ts";
import { MeasuredProcess } from "../support/measure/measured-process.ts";

/** What opening any of them may take. */
const BOUNDS = { ms: 5000, bytes: 2 ** 30 };
/** The machine may be slow, and busy with more than this: a hang takes far longer. */
const PATIENCE = 20;

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => {
  program = await bundleProgram("test/support/measure/measure-program.ts");
});
afterAll(() => program.dispose());

describe("a small map never costs a large machine", () => {
  it.each(Object.entries(HOSTILE_MAPS))("%s", async (_, make) => {
    const child = new MeasuredProcess(program.path);
    const bounds = { ms: BOUNDS.ms * PATIENCE, bytes: BOUNDS.bytes };
    const outcome = await child.ask({ kind: "bsp", file: make() }, bounds);
    child.close();
    if (process.env.VISLEAF_HOSTILE_TABLE) console.log(_, JSON.stringify(outcome));
    expect(outcome).toMatchObject({ end: expect.stringMatching(/^(read|refused)$/) });
    if (!("bytesAtMost" in outcome)) return;
    expect(outcome.bytesAtMost).toBeLessThan(BOUNDS.bytes);
  });
});
