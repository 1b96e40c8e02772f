import { describe, expect, it } from "vitest";
import { parseMdlParts } from "../../../src/formats/studio/read/parse-mdl-parts.ts";
import { nameHitGroup } from "../../../src/formats/studio/rig/flag-names.ts";
import { nameSequenceFlags, summarizeLists } from "../../../src/formats/studio/summarize-lists.ts";
import { addEvents } from "../../support/models/add-events.ts";
import { makeMovingModel } from "../../support/models/made-model.ts";
import { makeStudioFiles } from "./make-studio.ts";

describe("summarizeLists", () => {
  const bytes = addEvents(makeMovingModel()["models/lift.mdl"], 1, [
    { cycle: 1, name: "AE_CL_PLAYSOUND", options: "Door.Open" },
    { cycle: 0.25, event: 6004 },
  ]);

  it("lists sequences with their events, and animations", () => {
    const { sequenceList, animationList, listFault } = summarizeLists(bytes, parseMdlParts(bytes));
    expect(listFault).toBeNull();
    expect(sequenceList!.map(({ name, frames, fps }) => [name, frames, fps])).toEqual([
      ["rest", 1, 10],
      ["rise", 2, 1],
    ]);
    expect(sequenceList![1].events).toEqual([
      { frame: 1, event: expect.any(Number), name: "AE_CL_PLAYSOUND", options: "Door.Open" },
      { frame: 0.25, event: 6004, name: "", options: "" },
    ]);
    expect(animationList).toHaveLength(2);
    expect(sequenceList![1].animations).toEqual([animationList![1].name]);
  });

  it("lists attachments and hit boxes by bone, and the search paths of materials", () => {
    const { mdl } = makeStudioFiles();
    const lists = summarizeLists(mdl, parseMdlParts(mdl));
    const red = lists.materialList.find(({ name }) => /red/i.test(name))!;
    expect(red.paths).toContain("materials/models/test/panel_red.vmt");
    const parts = parseMdlParts(mdl);
    expect(lists.attachmentList).toHaveLength(parts.rig.attachments.count);
    expect(lists.hitboxList).toHaveLength(parts.rig.hitBoxes.count);
  });

  it("reports why sequences cannot be listed, and lists the rest", () => {
    const torn = bytes.slice();
    const view = new DataView(torn.buffer);
    // `numframes` of the first animation (studiohdr_t.localanimindex).
    view.setInt32(view.getInt32(184, true) + 16, 0, true);
    const parts = parseMdlParts(bytes);
    const lists = summarizeLists(torn, parts);
    expect(lists.sequenceList).toBeNull();
    expect(lists.listFault).toContain("numframes");
    expect(lists.materialList.length).toBeGreaterThan(0);
  });

  it("names flags and hit groups, and numbers unknown ones", () => {
    expect(nameSequenceFlags(0x1 | 0x4 | 0x40 | 0x400)).toEqual([
      ...["LOOPING", "DELTA", "0x40", "HIDDEN"],
    ]);
    expect([0, 1, 10, 77].map(nameHitGroup)).toEqual(["generic", "head", "gear", "77"]);
  });
});
