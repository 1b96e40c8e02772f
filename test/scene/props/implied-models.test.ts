/** Tests entities whose class implies a model, as in the game's public server code. */

import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { implyModels, isImplied } from "../../../src/scene/props/implied-models.ts";
import { readPropModels } from "../../../src/scene/props/prop-models.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const SCRIPT = `WeaponData { "printname" "x" "playermodel" "Models\\Weapons\\w_Pistol.mdl" }`;
const ENTITIES = parseEntities(
  [
    ...[
      "item_battery",
      "NPC_Headcrab_Black",
      "weapon_pistol",
      "weapon_usp",
      "item_healthkit_small",
    ],
    ...["npc_nobody", "prop_dynamic", "weapon_knife"],
  ]
    .map((name) => `{ "classname" "${name}" }\n`)
    .join("") +
    `{ "classname" "npc_barney" "model" "models/own.mdl" }
     { "classname" "item_healthkit_full" "powerup_model" "models/cake.mdl" }`,
);

async function imply(files: Record<string, string>) {
  const content = madeContent(files);
  const access = accessTo(content);
  const entities = await implyModels(ENTITIES, access);
  return { content, access, entities, models: entities.map((entity) => entity.get("model") ?? "") };
}

describe("implied models", () => {
  it("come from the class or the weapon script, unless a model is named", async () => {
    const { models, entities, access } = await imply({
      "scripts/weapon_pistol.txt": SCRIPT,
      "scripts/weapon_knife.txt": "WeaponData { playermodel 5 }",
    });
    expect(models).toEqual([
      ...[
        "models/items/battery.mdl",
        "models/headcrabblack.mdl",
        "models/weapons/w_pistol.mdl",
        "",
      ],
      ...["models/items/medkit_small.mdl", "", "", "", "models/own.mdl", "models/cake.mdl"],
    ]);
    expect(entities.map(isImplied)).toEqual([
      ...[true, true, true, false, true, false, false, false, false, true],
    ]);
    expect(access.diagnostics.warnings).toEqual([]);
  });

  it("read each script once, and none without weapons", async () => {
    const { content } = await imply({});
    expect(content.reads.sort()).toEqual([
      ...["scripts/weapon_knife.txt", "scripts/weapon_pistol.txt", "scripts/weapon_usp.txt"],
    ]);
    const other = madeContent({});
    const plain = parseEntities('{ "classname" "prop_physics" "model" "a.mdl" }');
    expect(await implyModels(plain, accessTo(other))).toBe(plain);
    expect(other.reads).toEqual([]);
  });

  it("may be missing, without placeholders and with one warning", async () => {
    const access = accessTo(madeContent({}));
    const want = (path: string, isImplied: boolean, propCount: number) => ({
      ...{ path, isImplied, propCount, sequence: "" },
    });
    const wanted = [
      ...[want("models/b.mdl", true, 3), want("models/a.mdl", true, 1)],
      // Another entity names it explicitly.
      ...[want("models/c.mdl", true, 1), want("models/c.mdl", false, 1)],
    ];
    const read = await readPropModels(wanted, access);
    // Ghosts of missing models are placed later, by position.
    expect(read).toEqual([null, null, null, null]);
    const lines = access.diagnostics.warnings.map(({ code, subject, message }) => [
      code,
      subject,
      message,
    ]);
    expect(lines).toHaveLength(2);
    expect(lines[0].slice(0, 2)).toEqual(["missing-model", "models/c.mdl"]);
    expect(lines[1]).toEqual([
      "not-drawn",
      "models of classes",
      "4 entities are not shown, because the models of their classes are missing: models/a.mdl, models/b.mdl.",
    ]);
  });
});
