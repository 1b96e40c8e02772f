import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { watchShot } from "../../../src/cli/shot/watch-shot.ts";
import { bundleProgram } from "../../support/measure/bundle-program.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => {
  program = await bundleProgram("test/support/watched-shot-program.ts");
});
afterAll(() => program.dispose());

function run(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [program.path, ...args], {
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stderr };
}

describe("watchShot", () => {
  it("ends a main thread that stays at one step, with one line and exit code 1", () => {
    expect(run("loading", "1")).toEqual({
      status: 1,
      stderr: "visleaf: a.bsp: loading did not finish (1 s at one step) and was ended\n",
    });
  });

  it("ends drawing by processor time, scaled to the picture, with one line and exit code 1", () => {
    expect(run("drawing", "0.5")).toEqual({
      status: 1,
      stderr: "visleaf: a.bsp: drawing did not finish (1 s of processor time) and was ended\n",
    });
  });

  it("returns the drawn picture, and passes on a drawing error", async () => {
    const watch = watchShot("a.bsp");
    expect(await watch.draw(1, Promise.resolve("pixels"))).toBe("pixels");
    await expect(watch.draw(1, Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    watch.stop();
  });
});
