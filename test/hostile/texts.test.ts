/** Texts that patterns with two ways to match would read for minutes: each must end at once. */

import { describe, expect, it } from "vitest";
import { compileStudioModel } from "../../src/compile/studiomdl/compile-studio-model.ts";
import { parseQc } from "../../src/compile/studiomdl/qc/parse-qc.ts";
import { FormatError } from "../../src/core/errors.ts";
import { parsePrt } from "../../src/formats/prt/index.ts";
import { parseSmd } from "../../src/formats/smd/index.ts";
import { parseVmf } from "../../src/formats/vmf/index.ts";
import { smdText } from "../compile/studiomdl/make-sources.ts";
import { cubeText, mapText } from "../formats/vmf/make-vmf.ts";

const LENGTH = 600_000;
const fill = (text: string) => text.repeat(LENGTH / text.length);
const smdNode = (line: string) => parseSmd(`version 1\nnodes\n${line}\nend\n`);
const report = { warn: () => {}, progress: () => {} };
const vmfRevision = (value: string) => mapText({}).replace('"13"', `"${value}"`);

/** Compiles a script whose every file is the same triangle. */
function compileQc(qc: string): void {
  const corners = [{ position: [0, 0, 0] }, { position: [8, 0, 0] }, { position: [0, 8, 0] }];
  const smd = parseSmd(smdText([["m", corners[0], corners[1], corners[2]]]));
  compileStudioModel(parseQc(qc, report), () => smd, report);
}

const QC = '$modelname "a"\n$body b "b.smd"\n';

/** What `read` ends in, and after how many milliseconds. */
function endOf(read: () => unknown): { end: string; length: number; ms: number } {
  const start = performance.now();
  let end = "read";
  let length = 0;
  try {
    read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    end = error.code;
    length = error.message.length;
  }
  return { end, length, ms: performance.now() - start };
}

describe("a text of 600 KB is read, or refused in one short error, in linear time", () => {
  it.each<[name: string, end: string, read: () => unknown]>([
    ["SMD, a bone of quotes", "syntax", () => smdNode(fill('"'))],
    ["SMD, a bone of pairs of quotes and a blank", "syntax", () => smdNode(fill('"" '))],
    ["SMD, a bone of words", "syntax", () => smdNode(`0 ${fill("a ")}`)],
    ["SMD, a bone of one word", "syntax", () => smdNode(`0${fill("a")}`)],
    ["SMD, a bone of blanks", "syntax", () => smdNode(`0${fill(" ")}"a`)],
    ["SMD, a bone with a long name", "truncated", () => smdNode(`0 "${fill("n")}" -1`)],
    ["PRT, a count of digits", "bad-value", () => parsePrt(`PRT1\n${fill("1")}x`)],
    ["PRT, a coordinate of digits", "bad-value", () => parsePrt(`PRT1 2 1 3 0 1 (${fill("1")}x`)],
    ["VMF, a number of digits", "bad-value", () => parseVmf(vmfRevision(`${fill("1")}x`))],
    ["VMF, a plane of blanks", "bad-value", () => parseVmf(planeText(fill(" ")))],
    ["VMF, a plane of brackets", "bad-value", () => parseVmf(planeText(fill("() ")))],
    [
      "VMF, an axis of words",
      "bad-value",
      () => parseVmf(axisText(`[${fill("1 ")}] ${fill("a ")}`)),
    ],
    ["VMF, comments without end", "read", () => parseVmf(`${fill("//\n")}${mapText({})}`)],
    ["VMF, blanks between comments", "read", () => parseVmf(`${fill(" \0// \n")}${mapText({})}`)],
    ["VMF, one long key", "syntax", () => parseVmf(fill("k"))],
    ["VMF, quotes behind backslashes", "syntax", () => parseVmf(`"${fill('\\"')}\n`)],
    ["VMF, blocks in blocks", "syntax", () => parseVmf(fill("a{"))],
    ["QC, comments that do not close", "syntax", () => parseQc(fill("/* "), report)],
    ["QC, comments that close", "bad-value", () => parseQc(fill("/**/\n"), report)],
    ["QC, a script of blanks", "bad-value", () => parseQc(fill(" \n"), report)],
    [
      "QC, models that LODs replace",
      "read",
      () => parseQc(`${QC}$lod 1 {\n${fill("replacemodel a b\n")}}`, report),
    ],
    ["QC, a skin for each name", "bad-count", () => compileQc(`${QC}${skins(20_000)}`)],
    [
      "QC, skins beside skins",
      "bad-count",
      () => parseQc(`${QC}${skins(500)}${'$texturegroup g {{"a"}}\n'.repeat(20_000)}`, report),
    ],
  ])("%s", (_, expected, read) => {
    const { end, length, ms } = endOf(read);
    expect(end).toBe(expected);
    expect(length).toBeLessThan(1000);
    expect(ms).toBeLessThan(5000);
  });

  it("QC, as many models as replacements of them", () => {
    const models = Array.from({ length: 8000 }, (_, i) => `$body b "m${i}.smd"`).join("\n");
    const rows = Array.from({ length: 8000 }, (_, i) => `removemodel "m${i}"`).join("\n");
    const { end, ms } = endOf(() => compileQc(`$modelname "a"\n${models}\n$lod 9 {\n${rows}\n}\n`));
    expect(end).toBe("read");
    expect(ms).toBeLessThan(10_000);
  });
});

function planeText(plane: string): string {
  return mapText({ world: cubeText(2).replace(/"plane" "[^"]*"/, `"plane" "${plane}"`) });
}

function axisText(axis: string): string {
  return mapText({ world: cubeText(2).replace(/"uaxis" "[^"]*"/, `"uaxis" "${axis}"`) });
}

function skins(count: number): string {
  return `$texturegroup s {\n${Array.from({ length: count }, (_, i) => `{ "t${i}" }\n`).join("")}}\n`;
}
