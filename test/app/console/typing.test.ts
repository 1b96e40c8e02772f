import { describe, expect, it } from "vitest";
import { nearNames } from "../../../src/app/console/command-list.ts";
import { complete } from "../../../src/app/console/console-panel.ts";
import { createLineHistory, MAX_LINES } from "../../../src/app/console/line-history.ts";
import { makeHost } from "./make-host.ts";

describe("typing into the console", () => {
  it("completes names that begin with the text first, then values", () => {
    const { host } = makeHost();
    const lines = (typed: string) => complete(typed, host).map(({ line }) => line);
    expect(lines("mat_full")).toEqual(["mat_fullbright "]);
    expect(lines("skybox")).toEqual(["r_skybox "]);
    expect(lines("setp")[0]).toBe("setpos ");
    expect(lines("fov 80; getp")).toEqual(["fov 80; getpos", "fov 80; getpos_exact"]);
    expect(lines("map dust")).toEqual(["map de_dust2", "map workshop/1/de_dust2"]);
    expect(lines("help r_no")).toEqual(["help r_novis"]);
    expect(lines('echo "a;map dust')).toEqual([]);
    expect(lines('echo "a;b"; map off')).toEqual(['echo "a;b"; map cs_office']);
    const named = { ...host, listMaps: () => ["my map", "a;b"] };
    const put = (typed: string) => complete(typed, named).map(({ line }) => line);
    expect(put("map my")).toEqual(['map "my map"']);
    expect(put('map "my ma')).toEqual(['map "my map"']);
    expect(put("map ;")).toEqual([]);
    expect(put('map "a;')).toEqual(['map "a;b"']);
    expect(lines("")).toEqual([]);
    expect(lines("fov 8")).toEqual([]);
    expect(lines("r_").length).toBe(8);
  });

  it("keeps a history with steps back and forward", () => {
    const history = createLineHistory(["a", "b"]);
    expect([history.older("typed"), history.older(""), history.older("")]).toEqual([
      "b",
      "a",
      null,
    ]);
    expect([history.newer(), history.newer(), history.newer()]).toEqual(["b", "typed", null]);
    history.older("x");
    history.add("c");
    history.add("c");
    history.add("  ");
    expect(history.lines).toEqual(["a", "b", "c"]);
    expect(history.older("")).toBe("c");
    for (let i = 0; i < 2 * MAX_LINES; i++) history.add(`line ${i}`);
    expect(history.lines).toHaveLength(MAX_LINES);
    expect(history.lines.at(-1)).toBe(`line ${2 * MAX_LINES - 1}`);
  });

  it("suggests names near a mistyped one", () => {
    const names = ["setpos", "setang", "getpos", "r_novis", "mat_wireframe"];
    expect(nearNames("stepos", names)).toEqual(["setpos", "getpos"]);
    expect(nearNames("wireframe", names)).toEqual(["mat_wireframe"]);
    expect(nearNames("quit", names)).toEqual([]);
  });
});
