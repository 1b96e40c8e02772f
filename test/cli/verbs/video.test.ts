import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { runVisleaf } from "../run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-video-"));
afterAll(() => rmSync(folder, { recursive: true }));

const room = join(folder, "room.bsp");
writeFileSync(room, makeBsp());
const track = join(folder, "bad.json");
writeFileSync(track, '{"format": "visleaf-track/1",\n"keys": [{"time": 0}]}');
const out = join(folder, "room.webm");

describe("visleaf video", () => {
  it.each([
    ["two flights", [room, "--tour", "--track", track], "--tour and --track are two flights"],
    ["another kind of file", [room, "--out", "a.gif"], "ends in .webm or .mp4"],
    [
      "an odd size",
      [room, "--out", out, "--size", "161x90"],
      "even numbers from 16 to 7680, not 161",
    ],
    ["half a frame", [room, "--out", out, "--fps", "0.5"], "1 to 120 frames a second"],
    ["too many frames", [room, "--out", out, "--seconds", "1201"], "may last 1200 s, not 1201 s"],
  ])("refuses %s before a browser starts", async (_, args, says) => {
    const { code, stderr } = await runVisleaf("video", ...args);
    expect(stderr).toContain(says);
    expect(code).toBe(1);
  });

  it("names the line of a bad track, and a bad map, with exit code 2", async () => {
    const bad = await runVisleaf("video", room, "--out", out, "--track", track);
    expect(bad.stderr).toContain(`${track} at line 2: expected "at": [x, y, z]`);
    expect(bad.code).toBe(2);
    expect((await runVisleaf("video", track, "--out", out)).code).toBe(2);
    expect(existsSync(out)).toBe(false);
  });
});
