import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { parseDem } from "../../../src/formats/dem/parse-dem.ts";
import { parseMtvHead } from "../../../src/formats/dem/parse-mtv.ts";
import { listCorpusFiles, readCorpus } from "../../support/corpus.ts";
import { type DemMessage, makeDem } from "./make-dem.ts";

/** Real recordings, which stand beside the first corpus. */
const real = listCorpusFiles(".dem", "../corpus2/recordings");

function faultOf(bytes: Uint8Array): FormatError {
  try {
    parseDem(bytes);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("no error");
}

const packet = (tick: number, x: number, more: Partial<DemMessage> = {}): DemMessage => ({
  ...{ kind: 2, tick, place: [x, 2, 3], angles: [10, 90, 0] },
  ...more,
});

describe("parseDem", () => {
  it.each([
    [2, 1],
    [3, 1],
    [4, 1],
    [4, 2],
    [4, 4],
  ])("reads the camera of version %d with %d players on the screen", (version, players) => {
    const bytes = makeDem(
      { version, players },
      { kind: 1, tick: 0, place: [9, 9, 9] },
      ...[{ kind: 3, tick: 0 }, packet(0, 1), { kind: 5, tick: 1 }, { kind: 4, tick: 1 }],
      ...[packet(4, 5), { kind: 6, tick: 4 }, { kind: 8, tick: 4 }, packet(9, 6)],
    );
    const { tick, position, angles, ...rest } = parseDem(bytes);
    expect([...tick]).toEqual([0, 4, 9]);
    expect([...position]).toEqual([1, 2, 3, 5, 2, 3, 6, 2, 3]);
    expect([...angles.subarray(0, 3)]).toEqual([10, 90, 0]);
    expect(rest).toMatchObject({ version, networkVersion: 24, count: 3 });
    expect(rest).toMatchObject({ server: "localhost:0", player: "Jo", map: "room", game: "hl2" });
    expect(rest.tickSeconds).toBeCloseTo(0.02, 6);
  });

  it("takes the second place and angles where flags say so", () => {
    const second = { place2: [7, 8, 9], angles2: [1, 2, 3] } as const;
    const bytes = makeDem(
      {},
      packet(0, 1, { ...second, flags: 1 }),
      packet(1, 1, { ...second, flags: 2 }),
    );
    const { position, angles } = parseDem(bytes);
    expect([...position]).toEqual([7, 8, 9, 1, 2, 3]);
    expect([...angles]).toEqual([10, 90, 0, 1, 2, 3]);
  });

  it("keeps the last place of a tick, and leaves out what goes back or is no number", () => {
    const messages = [
      packet(3, 1),
      packet(3, 2),
      packet(2, 9),
      packet(4, Number.NaN),
      packet(5, 4),
    ];
    const { tick, position } = parseDem(makeDem({}, ...messages));
    expect([...tick]).toEqual([3, 5]);
    expect([position[0], position[3]]).toEqual([2, 4]);
  });

  it("reads a recording that was cut off, with the usual tick", () => {
    const bytes = makeDem({ seconds: 0, ticks: 0 }, packet(0, 1), packet(1, 2));
    const { count, tickSeconds } = parseDem(bytes.subarray(0, bytes.length - 20));
    expect(count).toBe(1);
    expect(tickSeconds).toBe(0.015);
  });

  it.each([
    ["another file", new Uint8Array(2000), "bad-magic", "header"],
    ["a short header", makeDem({}).subarray(0, 1000), "truncated", "header"],
    ["version 5", makeDem({ version: 5 }), "bad-version", "header"],
    ["no packets", makeDem({}, { kind: 3, tick: 0 }), "bad-value", "messages"],
  ])("refuses %s", (_name, bytes, code, where) => {
    expect(faultOf(bytes)).toMatchObject({ format: "DEM", code, where });
  });

  it.skipIf(real.length === 0)("reads real recordings", () => {
    const counts: Record<string, string> = {};
    for (const path of real) {
      const { map, version, count, tick, position } = parseDem(readCorpus(path));
      const reach = Math.max(...position.map(Math.abs));
      expect(reach, path).toBeLessThan(20_000);
      counts[path.split("/").at(-1)!] = `${version} ${map} ${count} ${tick.at(-1)}`;
    }
    expect(counts).toMatchInlineSnapshot(`
      {
        "hl2oe.dem": "3 d3_c17_12 1371 1370",
        "p2sm_fixed.dem": "4 sp_a3_transition01 262 520",
        "portal.dem": "3 testchmb_a_00 253 263",
        "portal2_coop.dem": "4 mp_coop_laser_crusher 1496 2099",
        "portal2_latest.dem": "4 sp_a2_triple_laser 157 341",
        "portal2_sp.dem": "4 sp_a2_laser_intro 585 1190",
        "portal_1_3740.dem": "3 testchmb_a_05 1558 1572",
        "portal_1_5135_hltv_server.dem": "3 testchmb_a_02 904 3613",
        "portal_1_leak.dem": "3 testchmb_a_04 1646 1770",
        "portal_revolution_start.dem": "4 sp_a1_begin 76 175",
        "portal_steampipe.dem": "3 testchmb_a_04 41 47",
        "tf2.dem": "3 itemtest 352 356",
      }
    `);
  });
});

describe("parseMtvHead", () => {
  const bytes = new Uint8Array(200);
  bytes.set(new TextEncoder().encode("MMTV\u0002"));
  bytes.set(new TextEncoder().encode("bhop_eazy"), 16);
  bytes.set(new TextEncoder().encode("07320480E9245C2363D806BC4D1661F8034709B5"), 80);
  new DataView(bytes.buffer).setFloat32(123, 0.01, true);
  bytes.set(new TextEncoder().encode("Jo"), 135);

  it("reads map, checksum and player", () => {
    expect(parseMtvHead(bytes)).toEqual({
      ...{ version: 2, map: "bhop_eazy", player: "Jo" },
      mapSha1: "07320480E9245C2363D806BC4D1661F8034709B5",
      tickSeconds: Math.fround(0.01),
    });
  });

  it("refuses other files and short ones", () => {
    expect(() => parseMtvHead(new Uint8Array(300))).toThrow("[bad-magic]");
    expect(() => parseMtvHead(bytes.subarray(0, 100))).toThrow("[truncated]");
  });
});
