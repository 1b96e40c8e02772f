import { describe, expect, it } from "vitest";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { summarizeHeader } from "../../../src/formats/studio/summarize-studio.ts";
import { listCorpusFiles, readCorpus } from "../../support/corpus.ts";
import { makeRig } from "./make-rig.ts";

/** Builds a model of three bones with a bone table at the end. */
function make(table: readonly number[] = [2, 0, 1]) {
  const { bytes: rig } = makeRig();
  const bytes = new Uint8Array(rig.length + table.length);
  bytes.set(rig);
  bytes.set(table, rig.length);
  const view = new DataView(bytes.buffer);
  view.setInt32(196, 7, true);
  view.setInt32(200, 1, true);
  view.setInt32(364, rig.length, true);
  bytes.set([128, 1, 2], 376);
  return bytes;
}

const summarize = (bytes: Uint8Array) => summarizeHeader(bytes, parseMdl(bytes));

describe("the remaining MDL header fields", () => {
  it("are summarized under Valve's names", () => {
    const bytes = make();
    const [a, b, c] = parseMdl(bytes).bones.name;
    expect(summarize(bytes)).toEqual({
      header: {
        activitylistversion: 7,
        eventsindexed: 1,
        constdirectionallightdot: 128,
        rootLOD: 1,
        numAllowedRootLODs: 2,
        bonetablebyname: [c, a, b],
      },
      headerFault: null,
    });
  });

  it("may have no bonetablebyname", () => {
    const bytes = make();
    new DataView(bytes.buffer).setInt32(364, 0, true);
    expect(summarize(bytes)).toMatchObject({
      header: { bonetablebyname: null },
      headerFault: null,
    });
  });

  it("report a fault of the bone table, and keep the other fields", () => {
    const row = summarize(make([2, 3, 1]));
    expect(row).toMatchObject({ header: { rootLOD: 1, bonetablebyname: null } });
    expect(row.headerFault).toMatch(/bonetablebynameindex.*a bone below 3.*3/);
    expect(summarize(make([2, 0])).headerFault).toMatch(/bonetablebynameindex/);
  });

  const real = listCorpusFiles(".mdl").filter((name) => name.includes("humans"));
  it.runIf(real.length > 0)("sort the bones of real models by name", () => {
    for (const file of real) {
      const { bonetablebyname } = summarize(readCorpus(file)).header;
      const sorted = [...bonetablebyname!].sort((a, b) =>
        a.toLowerCase() < b.toLowerCase() ? -1 : 1,
      );
      expect(bonetablebyname, file).toEqual(sorted);
    }
  });
});
