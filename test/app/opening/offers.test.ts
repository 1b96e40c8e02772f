import { describe, expect, it } from "vitest";
import { type Card, createOffers, describeLacking } from "../../../src/app/opening/offers.ts";
import type { Warning, WarningCode } from "../../../src/viewer/index.ts";

const warn = (code: WarningCode): Warning => ({ code, subject: "x", message: "y", count: 1 });

it.each([
  [[], null],
  [["damaged-section", "lighting"], null],
  [["missing-texture"], "1 texture is missing"],
  [["missing-model"], "1 model is missing"],
  [["missing-texture", "missing-material", "missing-model"], "2 textures and 1 model are missing"],
] as const)("warnings %j offer a game's folder as: %s", (codes, text) => {
  expect(describeLacking(codes.map(warn))).toBe(text);
});

describe("the card of missing content", () => {
  function open() {
    const shown: Card[] = [];
    const close = (card: Card) => {
      const at = shown.indexOf(card);
      if (at >= 0) shown.splice(at, 1);
      return at >= 0;
    };
    const offers = createOffers({
      cards: { show: (card) => shown.push(card), close },
      store: { see: async () => true } as never,
      addFolder: () => undefined,
      openMap: () => undefined,
      canAddFolder: true,
      findEarlier: () => null,
    });
    return { shown, close, offers };
  }
  const missing = [warn("missing-texture"), warn("missing-model")];

  it("lists what the open map lacks, and closes with the map", () => {
    const { shown, offers } = open();
    offers.onLoaded(true, missing);
    expect(shown.map(({ title }) => title)).toEqual(["1 texture and 1 model are missing"]);
    offers.onLoaded(true, missing.slice(1));
    expect(shown.map(({ title }) => title)).toEqual(["1 model is missing"]);
    offers.onLoaded(true, []);
    expect(shown).toEqual([]);
    offers.onLoaded(true, missing);
    expect(shown).toHaveLength(1);
    offers.onLoaded(false, missing);
    expect(shown).toEqual([]);
  });

  it("stays closed for the visit once it is closed", () => {
    const { shown, close, offers } = open();
    offers.onLoaded(true, missing);
    close(shown[0]);
    offers.onLoaded(true, missing);
    expect(shown).toEqual([]);
  });
});
