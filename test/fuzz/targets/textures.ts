/** Textures of all kinds, and materials. */

import { decodeText } from "../../../src/formats/keyvalues/decode-text.ts";
import { evaluateCondition } from "../../../src/formats/keyvalues/evaluate-condition.ts";
import { parseKeyValues } from "../../../src/formats/keyvalues/parse-keyvalues.ts";
import { parseVmt } from "../../../src/formats/vmt/parse-vmt.ts";
import { resolveVmt } from "../../../src/formats/vmt/resolve-vmt.ts";
import { summarizeVmt } from "../../../src/formats/vmt/summarize-vmt.ts";
import { decodeVtfImage } from "../../../src/formats/vtf/decode-vtf-image.ts";
import { openVtf } from "../../../src/formats/vtf/open-vtf.ts";
import { summarizeVtf } from "../../../src/formats/vtf/summarize-vtf.ts";
import { buildMaterialState } from "../../../src/scene/materials/material-state.ts";
import { packValveLzma } from "../../formats/bsp/make-bsp.ts";
import { makeVtf } from "../../formats/vtf/make-vtf.ts";
import { makeX360 } from "../../formats/vtf/rare/make-x360.ts";
import { READERS } from "../../support/measure/readers.ts";
import { joinParts, splitParts } from "./parts.ts";
import type { Target } from "./target.ts";

const encode = (text: string) => new TextEncoder().encode(text);
/** Decoding is linear in texels: larger ones only take longer. */
const MOST_TEXELS = 2 ** 20;

async function openTexture(bytes: Uint8Array, look: () => void): Promise<void> {
  const vtf = await openVtf(bytes);
  JSON.stringify(summarizeVtf(vtf));
  for (let mip = 0; mip < vtf.mipCount; mip++) {
    if ((vtf.width >> mip) * (vtf.height >> mip) > MOST_TEXELS) continue;
    decodeVtfImage(vtf, mip);
    decodeVtfImage(vtf, mip, vtf.frameCount - 1, vtf.faceCount - 1);
    look();
  }
}

/** Size of 4x4 texels of 4 bytes. */
const PACKED_IMAGE = packValveLzma(Uint8Array.from({ length: 64 }, (_, i) => i >> 2));

const MATERIAL = `"LightmappedGeneric"
{
	"$basetexture" "brick/wall" // a note
	$bumpmap brick/wall_n
	"$envmap" "env_cubemap"
	"$envmaptint" "[.3 .3 .3]"
	"$color" "{255 128 0}"
	"hdr?$alpha" 0.5
	$basetexturetransform "center .5 .5 scale 1 1 rotate 0 translate 0 0"
	"$detail" "x" [$X360]
	">=dx90" { "$selfillum" 1 }
	"Proxies"
	{
		"Sine" { "resultVar" "$alpha" "sineperiod" 2 "sinemin" "0" "sinemax" 1 }
		"TextureScroll" { "texturescrollvar" "$basetexturetransform" "texturescrollrate" .1 "texturescrollangle" 90 }
		"AnimatedTexture" { "animatedtexturevar" "$basetexture" "animatedtextureframenumvar" "$frame" "animatedtextureframerate" 5 }
	}
}
`;
const PATCH = `patch
{
	include "materials/brick/wall.vmt"
	insert { "$envmaptint" "[1 0 0]" }
	replace { $alpha .25 proxies { } }
}
`;
const WATER = `Water { $abovewater 1 $normalmap "dev/water" $reflecttexture "_rt_WaterReflection" $fogcolor "{5 10 15}"
$fogstart 0 $fogend 200 $scroll1 "[.01 .01 .01]" $bottommaterial "dev/bottom" }`;

/** A material, and the one that it includes. */
async function resolve(bytes: Uint8Array): Promise<void> {
  const [first, second] = splitParts(bytes, 2);
  let reads = 0;
  const vmt = await resolveVmt("materials/a.vmt", async () => (reads++ === 0 ? first : second));
  if (vmt) buildMaterialState(vmt);
}

function readMaterial(bytes: Uint8Array): void {
  const vmt = parseVmt(decodeText(bytes));
  JSON.stringify(summarizeVmt(vmt));
  buildMaterialState(vmt);
}

function readKeyValues(bytes: Uint8Array): void {
  const nodes = parseKeyValues(decodeText(bytes));
  for (const { condition } of nodes) if (condition !== undefined) evaluateCondition(condition);
}

const WORDS = [
  ...['"', "{", "}", "//", "[$X360]", "[!$PC]", "#include", "patch", "insert", "\\", "[", "]"],
  ...["$alpha", "$translucent", "$alphatest", "$envmap", "Proxies", "Refract", "Sprite", "1e99"],
];

export const TEXTURE_TARGETS: readonly Target[] = [
  {
    name: "vtf",
    does: "a texture, in both forms that a graphics card takes",
    code: ["src/formats/vtf/"],
    form: "bytes",
    files: [".vtf"],
    seeds: () => [
      makeVtf({
        width: 16,
        height: 16,
        format: "DXT1",
        mipCount: 5,
        lowRes: true,
        minorVersion: 4,
      }),
      makeVtf({ format: "RGBA16161616F", frameCount: 2, minorVersion: 1 }),
      makeVtf({ format: "BGRA8888", flags: 0x4000, faceCount: 7 }),
      makeVtf({ format: "DXT5", width: 8, height: 8, depth: 4, mipCount: 4, minorVersion: 5 }),
    ],
    read: (bytes, look) => READERS.vtf(bytes, look),
  },
  {
    name: "vtf-rare",
    does: "a texture of any kind, consoles' and later games' among them, all its mips decoded",
    code: ["src/formats/vtf/"],
    form: "bytes",
    files: [".vtf"],
    seeds: () => [
      makeVtf({ minorVersion: 6, compression: 8, width: 8, height: 4, mipCount: 4 }),
      ...["BC7", "ATI2N", "ATI1N", "BGRA1010102", "R8", "RG1616F"].map((format) =>
        makeVtf({ minorVersion: 5, format, width: 8, height: 8 }),
      ),
      makeX360({ width: 8, height: 8, flags: 0, lod: [1, 2, 0, 0], sheet: new Uint8Array(8) }),
      makeX360({ format: "DXT5", width: 8, height: 8 }),
      makeX360({ stored: PACKED_IMAGE, compressedSize: PACKED_IMAGE.length }),
      makeVtf({ minorVersion: 5, format: "BC6H_UF", width: 8, height: 8 }),
    ],
    read: openTexture,
  },
  {
    name: "vmt",
    does: "a material by itself, and all that is drawn by it",
    code: ["src/formats/vmt/", "src/formats/keyvalues/", "src/scene/materials/"],
    form: "text",
    files: [".vmt"],
    words: WORDS,
    seeds: () => [MATERIAL, PATCH, WATER].map(encode),
    read: readMaterial,
  },
  {
    name: "vmt-patch",
    does: "a material and what it includes",
    code: ["src/formats/vmt/", "src/formats/normalize-path"],
    form: "text",
    words: WORDS,
    seeds: () => [joinParts([encode(PATCH), encode(MATERIAL)])],
    read: resolve,
  },
  {
    name: "keyvalues",
    does: "KeyValues, with their conditions",
    code: ["src/formats/keyvalues/"],
    form: "text",
    words: WORDS,
    seeds: () => [encode(MATERIAL), new Uint8Array(Buffer.from(`\ufeff${PATCH}`, "utf16le"))],
    read: readKeyValues,
  },
];
