import { describe, expect, it } from "vitest";
import { sortDrop } from "../../src/app/bench/bench-page.ts";

const file = (name: string, text = ""): File => new File([text], name);
const report = file("run.json", '{"schema": "visleaf-bench/1"}');
const path = file("flight.json", '{"format": "visleaf-path/1", "poses": []}');
const list = file("cameras.txt", "0 0 0 0 0 0");
const map = file("a.bsp");

describe("sortDrop", () => {
  it("sorts files into reports, flights, maps and content by name and text", async () => {
    const loose = [report, path, list, file("pak01_dir.vpk")].map((blob) => {
      return { path: blob.name, blob };
    });
    const sorted = await sortDrop({
      maps: [map],
      content: [{ kind: "files", label: "run.json", files: loose }],
    });
    expect(sorted.reports).toEqual([report]);
    expect(sorted.paths).toEqual([path, list]);
    expect(sorted.rest.maps).toEqual([map]);
    expect(sorted.rest.content[0].files.map((one) => one.path)).toEqual(["pak01_dir.vpk"]);
  });

  it("sorts a single file, which arrives as a map", async () => {
    const sorted = await sortDrop({ maps: [report], content: [] });
    expect(sorted).toEqual({ reports: [report], paths: [], rest: { maps: [], content: [] } });
  });

  it("keeps files in a folder as content", async () => {
    const folder = {
      kind: "files" as const,
      label: "game",
      files: [{ path: "/game/scripts/soundscapes.txt", blob: list }],
    };
    const sorted = await sortDrop({ maps: [], content: [folder] });
    expect(sorted.paths).toEqual([]);
    expect(sorted.rest.content).toEqual([folder]);
  });
});
