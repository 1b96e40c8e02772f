import { describe, expect, it } from "vitest";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { MapPlayer } from "../../../src/viewer/simulation/map-player.ts";
import { edgeOf } from "../../../src/viewer/simulation/text-layer.ts";
import { make, makeMap, type Pairs } from "../../simulation/make-simulation.ts";

const KEYS: Pairs = [
  ...([["message", "ab/ncd"]] as const),
  ...([["color", "255 0 0"]] as const),
  ...([["color2", "0 0 255"]] as const),
  ...([["x", "-1"]] as const),
  ...([["y", "0.7"]] as const),
  ...([["fadein", "0.5"]] as const),
  ...([["fadeout", "1"]] as const),
  ...([["holdtime", "2"]] as const),
];
const text = (name: string, ...more: Pairs) => make("game_text", name, ...more, ...KEYS);
const open = (...entities: Pairs[]) => new MapPlayer(makeMap(entities), null, createCamera());
const textsAt = (player: MapPlayer, seconds: number) => {
  player.seek(seconds);
  return player.texts;
};
const START = 1.005;

describe("texts of a simulation", () => {
  it("fade in, hold and fade out at their place", () => {
    const player = open(text("t", ["effect", "0"]));
    expect(player.texts).toEqual([]);
    player.seek(0.99);
    player.fire("t", "Display");
    const opacity = (seconds: number) => textsAt(player, START + seconds)[0]?.opacity;
    expect(textsAt(player, 2)).toMatchObject([
      { entity: 0, text: "ab\ncd", x: -1, y: 0.7, color: "rgb(255, 0, 0)", letters: 5 },
    ]);
    expect(textsAt(player, 0.99)).toEqual([]);
    const shown = [0.255, 1.5, 2.4, 3].map(opacity);
    [0.51, 1, 1, 0.5].forEach((expected, i) => {
      expect(shown[i]).toBeCloseTo(expected, 2);
    });
    expect(opacity(3.6)).toBeUndefined();
  });

  it("are written letter by letter, the last ones in another colour", () => {
    const player = open(text("t", ["effect", "2"], ["fxtime", "0.6"]));
    player.seek(0.99);
    player.fire("t", "Display");
    const letters = (seconds: number) => {
      const [{ letters: all, freshLetters, freshColor }] = textsAt(player, START + seconds);
      expect(freshColor).toBe("rgb(0, 0, 255)");
      return [all, freshLetters];
    };
    expect([0.3, 0.75, 1.2, 4].map(letters)).toEqual([
      ...[
        [0, 0],
        [1, 1],
        [2, 1],
        [5, 0],
      ],
    ]);
    // The time of five letters, then the hold time.
    expect(textsAt(player, START + 4.4)[0].opacity).toBe(1);
    expect(textsAt(player, START + 5)[0].opacity).toBeCloseTo(0.5, 1);
  });

  it("replace an earlier text of their channel", () => {
    const player = open(
      ...[text("a", ["channel", "1"]), text("b", ["channel", "1"]), text("c", ["channel", "3"])],
    );
    for (const [i, name] of ["a", "b", "c"].entries()) {
      player.seek(1 + i * 0.1);
      player.fire(name, "Display");
    }
    expect(textsAt(player, 1.5).map(({ entity }) => entity)).toEqual([1, 2]);
    expect(textsAt(player, 1.05).map(({ entity }) => entity)).toEqual([0]);
  });

  it("are for their activator only in games for several players, and need their master", () => {
    const many = open(
      make("info_player_deathmatch", ""),
      text("t"),
      text("all", ["spawnflags", "1"]),
    );
    many.fire("t", "Display");
    expect(many.texts).toEqual([]);
    many.fire("all", "Display");
    expect(many.texts).toHaveLength(1);
    const ruled = open(make("multisource", "ruler"), text("t", ["master", "ruler"]));
    ruled.fire("t", "Display");
    expect(ruled.texts).toEqual([]);
  });
});

describe("edgeOf", () => {
  it("centers a text at −1, counts others from both edges, and keeps it in the picture", () => {
    expect([-1, 0.5, -0.25, 0.95, -0.99].map((place) => edgeOf(place, 100, 1000))).toEqual([
      ...[450, 500, 650, 900, 0],
    ]);
  });
});
