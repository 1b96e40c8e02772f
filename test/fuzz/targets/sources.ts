/** Text that maps and models are compiled from, and text of a game. */

import { parseLightsRad } from "../../../src/compile/compile-map.ts";
import { parseFlexExpression } from "../../../src/compile/studiomdl/flex/flex-expression.ts";
import { parseQc } from "../../../src/compile/studiomdl/qc/parse-qc.ts";
import { parseDetailTypes } from "../../../src/compile/vbsp/parts/details/detail-types.ts";
import { parseGameInfo } from "../../../src/content/game/find-games.ts";
import { locateSearchPath } from "../../../src/content/game/open-game.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseDirection, parseLightColour } from "../../../src/formats/bsp/layouts/light-values.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { parseStaticProps } from "../../../src/formats/bsp/read/parse-static-props.ts";
import {
  parseDetailLighting,
  parseDetailProps,
} from "../../../src/formats/bsp/read/read-game-lumps.ts";
import { decodeText } from "../../../src/formats/keyvalues/decode-text.ts";
import { parsePrt } from "../../../src/formats/prt/parse-prt.ts";
import { writePrt } from "../../../src/formats/prt/write-prt.ts";
import { parseSmd } from "../../../src/formats/smd/parse-smd.ts";
import { summarizeSmd } from "../../../src/formats/smd/summarize-smd.ts";
import { writeSmd } from "../../../src/formats/smd/write-smd.ts";
import { parseVmf } from "../../../src/formats/vmf/parse-vmf.ts";
import { writeVmf } from "../../../src/formats/vmf/write-vmf.ts";
import { makeBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { cubeText, dispText, mapText } from "../../formats/vmf/make-vmf.ts";
import { takeApart } from "../fold/bsp-parts.ts";
import { SMD_TEXT, VTA_TEXT } from "./source-texts.ts";
import type { Target } from "./target.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Writes the result and reads it again: it must be accepted and must not change. */
function checkAgain<T>(made: T, write: (made: T) => string, read: (text: string) => T): void {
  const text = write(made);
  let again: string;
  try {
    again = write(read(text));
  } catch (error) {
    throw new Error(`what was written is refused: ${(error as Error).message}`);
  }
  if (again !== text) throw new Error("what was written is read as something else");
}

const QC = `$modelname "a.mdl" // a note
$body b "b.smd"
$bodygroup g { studio "c" blank }
$lod 5 { replacemodel "b" "d" removemodel "c" }
$texturegroup t { { "x" } { "y" } }
$poseparameter move_yaw -180 180 loop 360
$weightlist w { "root" 1 "child" .5 }
$animation walk "walk" fps 30 loop weightlist w
$sequence s "s" fps 5 loop ACT_IDLE 3 { event 5 0 "x" } blend move_yaw -1 1
$model face "face.smd" { flexfile "face.vta" { defaultflex frame 0 flex smile frame 1 }
  flexcontroller group range 0 1 smile
  %smile = smile * (1 - frown) }
$surfaceprop metal
`;
const PRT = `PRT1
3
2
4 0 1 (192 0 -192 ) (192 0 192 ) (0 0 192 ) (0 0 -192 )\u0020
3 1 2 (0.5 -1e-3 2 ) (1 1 1 ) (-16384 0 3 )\u0020
`;
const DETAILS = `detail { grass { density 2000 short { alpha 1
  "a" { sprite "0 0 64 64 512" spritesize "0.5 0 16 16" amount .5 detailOrientation 2 sprite_shape cross }
  "b" { model "models/a.mdl" amount .5 minangle 10 maxangle 30 } } } }
`;
const GAME_INFO = `"GameInfo" { game "A game" title "T" FileSystem { SteamAppId 1 SearchPaths {
  game+mod |gameinfo_path|custom/*
  game|lv "|all_source_engine_paths|hl2/hl2_misc.vpk" [$WIN32]
  platform .
} } }
`;
const RAD =
  "lights/a 255 200 100 500\nhdr:lights/b 1 2 3 4\nlights\\c 1 2 3 4 5 6 7 8 // x\nnoshadow a\n";

/** First its version and the width of a leaf's index, then the lump. */
function readStaticProps(bytes: Uint8Array): void {
  const [version = 0, flags = 0] = bytes;
  const context = {
    littleEndian: (flags & 1) === 0,
    leafIndexBytes: (flags & 2) === 0 ? 2 : 4,
    leafCount: 3,
    hasPropScales: (flags & 4) !== 0,
  } as const;
  parseStaticProps(bytes.subarray(2), version, context);
}

function readDetailProps(bytes: Uint8Array): void {
  const [version = 0, flags = 0] = bytes;
  const lump = bytes.subarray(2);
  if ((flags & 2) === 0) parseDetailProps(lump, version, (flags & 1) === 0, 3);
  else parseDetailLighting(lump, version, (flags & 1) === 0, "dplt");
}

/** A game lump of the made room, behind its version and flags. */
function gameLump(id: string): Uint8Array {
  const { version, bytes } = takeApart(makeBsp({ detailProps: true })).gameLumps.get(id)!;
  return Uint8Array.of(version, 0, ...bytes);
}

function readEntities(bytes: Uint8Array): void {
  const ledger = new Ledger();
  ledger.addInput(bytes.length);
  for (const entity of parseEntities(decodeText(bytes), ledger)) {
    parseLightColour(entity.get("_light"), false);
    parseDirection(entity);
  }
}

function readGameInfo(bytes: Uint8Array): void {
  for (const { location } of parseGameInfo(decodeText(bytes)).searchPaths) {
    const paths = locateSearchPath(location, "games/mod", ["hl2"]);
    const bad = paths.find((path) => path.split("/").includes(".."));
    if (bad !== undefined) throw new Error(`a search path leads out: ${bad}`);
  }
}

export const SOURCE_TARGETS: readonly Target[] = [
  {
    name: "entities",
    does: "the entities of a map, and the values of its lights",
    code: ["src/formats/bsp/read/parse-entities", "src/formats/bsp/layouts/light-values"],
    form: "text",
    words: ["_light", "pitch", "angles", "{", "}", '"', "-1", "\u001b", "\0"],
    seeds: () => [
      makeBspLumps().get("LUMP_ENTITIES")!.bytes,
      encode(
        '{\n"classname" "light_spot"\n"_light" "255 200 100 500"\n"angles" "0 90 0"\n"pitch" "-45"\n"OnUser1" "a\u001bb\u001b\u001b0\u001b-1"\n}\n\0',
      ),
    ],
    read: readEntities,
  },
  {
    name: "static-props",
    does: "the game lump sprp, in all of its versions",
    code: [
      "src/formats/bsp/read/parse-static-props",
      "src/formats/bsp/records/static-prop",
      "src/formats/bsp/read/counted",
    ],
    form: "bytes",
    seeds: () => [gameLump("sprp")],
    read: readStaticProps,
  },
  {
    name: "detail-props",
    does: "the game lumps dprp and dplt",
    code: ["src/formats/bsp/read/read-game-lumps", "src/formats/bsp/records/detail-prop"],
    form: "bytes",
    seeds: () => [gameLump("dprp"), Uint8Array.of(0, 2, 1, 0, 0, 0, 9, 8, 7, 255, 3)],
    read: readDetailProps,
  },
  {
    name: "vmf",
    does: "a map's source; written, it is the same again",
    code: ["src/formats/vmf/"],
    form: "text",
    files: [".vmf"],
    words: ["dispinfo", "solid", "side", "(0 0 0)", "editor", "hidden", "connections"],
    seeds: () => [
      encode(mapText()),
      encode(mapText({ world: cubeText(2, { more: dispText(2) }) })),
    ],
    read: (bytes) => checkAgain(parseVmf(decode(bytes)), writeVmf, parseVmf),
  },
  {
    name: "prt",
    does: "portals; written, they are the same again",
    code: ["src/formats/prt/"],
    form: "text",
    files: [".prt"],
    seeds: () => [encode(PRT)],
    read: (bytes) => checkAgain(parsePrt(decode(bytes)), writePrt, parsePrt),
  },
  {
    name: "smd",
    does: "a mesh, poses or morphs (.vta) as text; written, they are read again",
    code: ["src/formats/smd/"],
    form: "text",
    files: [".smd", ".vta"],
    words: ["end", "time", "triangles", "vertexanimation", "skeleton", "nodes", "version 2"],
    seeds: () => [encode(SMD_TEXT), encode(VTA_TEXT)],
    read: (bytes) => {
      const smd = parseSmd(decode(bytes));
      JSON.stringify(summarizeSmd(smd));
      parseSmd(writeSmd(smd));
    },
  },
  {
    name: "qc",
    does: "a model's script",
    code: ["src/compile/studiomdl/qc/"],
    form: "text",
    files: [".qc", ".qci"],
    seeds: () => [encode(QC)],
    read: (bytes) => void parseQc(decode(bytes), { warn: () => {} }),
  },
  {
    name: "flex-expression",
    does: "a rule of a face, as scripts have it",
    code: ["src/compile/studiomdl/flex/flex-expression"],
    form: "text",
    seeds: () => [
      encode("smile * (1 - %AU15) + min(a, -b) / 2.5e-1"),
      encode("max((a + 1) * 2, .5)"),
    ],
    read: (bytes) => void parseFlexExpression(decode(bytes), 1),
  },
  {
    name: "detail-types",
    does: "what grows on the ground (detail.vbsp)",
    code: ["src/compile/vbsp/parts/details/detail-types"],
    form: "text",
    files: [".vbsp"],
    seeds: () => [encode(DETAILS)],
    read: (bytes) => void parseDetailTypes(decodeText(bytes)),
  },
  {
    name: "lights-rad",
    does: "which textures shine (lights.rad)",
    code: ["src/compile/compile-map"],
    form: "text",
    files: [".rad"],
    seeds: () => [encode(RAD)],
    read: (bytes) => void parseLightsRad(decodeText(bytes)),
  },
  {
    name: "game-info",
    does: "where a game's files lie (gameinfo.txt)",
    code: ["src/content/game/find-games", "src/content/game/open-game"],
    form: "text",
    files: ["gameinfo.txt"],
    seeds: () => [encode(GAME_INFO)],
    read: readGameInfo,
  },
];
