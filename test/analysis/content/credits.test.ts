import { describe, expect, it } from "vitest";
import { findCredits } from "../../../src/analysis/content/credits.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";

const creditsOf = (world: string, rest = "") =>
  findCredits(parseEntities(`{ "classname" "worldspawn"\n${world} }\n${rest}`));

describe("findCredits", () => {
  it.each([
    ['"message" "tuff\'s nightmare 2"', "tuff's nightmare 2"],
    ['"title" "Office"\n"message" "other"', "Office"],
    ['"message" "ambient/machines/train.wav"', null],
    ['"message" "World.RobotPosInteract"', null],
    ['"message" "#HL2_Chapter1"', null],
    ['"message" "Briefing\\nRoom"', "Briefing Room"],
    ['"message" ""', null],
  ])("of a world with %s has the title %s", (world, title) => {
    expect(creditsOf(world).title).toBe(title);
  });

  it("takes the author from the world's keys before a message", () => {
    const text = '{ "classname" "game_text"\n"message" "Map by Ann" }';
    expect(creditsOf('"author" "Jo"', text).author).toBe("Jo");
    expect(creditsOf("", text).author).toBe("Ann");
  });

  it.each([
    ["de_test\\nmade by Jo Doe (2004)", "Jo Doe"],
    ["Level design by: Jo", "Jo"],
    ["Author: X-Ray", "X-Ray"],
    ["Stand by for news", null],
    ["opened by a switch", null],
  ])("reads from the message %s the author %s", (message, author) => {
    const text = `{ "classname" "game_text"\n"message" "${message}" }`;
    expect(creditsOf("", text).author).toBe(author);
  });

  it("ignores messages that players do not see", () => {
    const text = '{ "classname" "ambient_generic"\n"message" "made by Jo" }';
    expect(creditsOf("", text).author).toBeNull();
  });
});
