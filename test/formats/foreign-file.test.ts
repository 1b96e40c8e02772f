import { describe, expect, it } from "vitest";
import { memoryBytes } from "../../src/content/bytes/memory-bytes.ts";
import { describeForeignFile } from "../../src/formats/foreign-file.ts";
import { openBsp } from "../../src/scene/open/read-map.ts";

const text = (content: string) => new TextEncoder().encode(content);
const bytes = (...start: number[]) => Uint8Array.from({ length: 600 }, (_, i) => start[i] ?? 0);
/** Builds the start of a VPK with bytes after its signature. */
const vpk = (tree: string) => bytes(0x34, 0x12, 0xaa, 0x55, 1, 0, 0, 0, 32, 0, 0, 0, ...text(tree));
const letters = (start: string) => bytes(...text(start));

describe("describeForeignFile", () => {
  it.each<[string | null, Uint8Array]>([
    ["a PNG picture", bytes(0x89, 0x50, 0x4e, 0x47)],
    ["a JPEG picture", bytes(0xff, 0xd8, 0xff, 0xe0)],
    ["a program (.exe or .dll)", letters("MZ")],
    ["a RAR archive", letters("Rar!")],
    ["a 7z archive", bytes(0x37, 0x7a, 0xbc, 0xaf)],
    ["a gzip archive", bytes(0x1f, 0x8b, 8)],
    ["a VPK archive", bytes(0x34, 0x12, 0xaa, 0x55)],
    ["a texture (VTF)", letters("VTF\0")],
    ["a demo recording (.dem)", letters("HL2DEMO\0")],
    ["a navigation mesh (.nav)", bytes(0xce, 0xfa, 0xed, 0xfe)],
    ["a map of Quake (version 29)", bytes(29)],
    ["a map of Half-Life or another GoldSrc game (version 30)", bytes(30)],
    ["a map of Quake III or a game on its engine (IBSP)", letters("IBSP\x2e")],
    ["a map of Quake II (IBSP)", letters("IBSP\x26")],
    ["a map of Quake II in wider records (QBSP)", letters("QBSP\x26")],
    ["a map of Quake in wider records (BSP2)", letters("BSP2")],
    ["a map of Quake in wider records (2PSB)", letters("2PSB")],
    ["a map of Quake 64", letters(" 46Q")],
    ["a map of James Bond 007: Nightfire (version 42)", bytes(42)],
    ["a map of Daikatana (IBSP 41)", letters("IBSP\x29")],
    ["a map of Return to Castle Wolfenstein or Enemy Territory (IBSP 47)", letters("IBSP\x2f")],
    ["a map of Call of Duty (IBSP 58)", letters("IBSP\x3a")],
    ["a map of Call of Duty (IBSP 59)", letters("IBSP\x3b")],
    ["a map of Call of Duty 2 (IBSP 4)", letters("IBSP\x04")],
    ["a map of Call of Duty 4 (IBSP 22)", letters("IBSP\x16")],
    ["a map of Jedi Knight, Soldier of Fortune II or SiN (RBSP)", letters("RBSP\x01")],
    ["a map of Warsow (FBSP)", letters("FBSP\x01")],
    ["a map of Heavy Metal: F.A.K.K. 2 or Alice (FAKK)", letters("FAKK\x0c")],
    ["a map of Medal of Honor: Allied Assault (2015)", letters("2015\x13")],
    ["a map of Medal of Honor: Breakthrough (EALA)", letters("EALA\x15")],
    ["a map of Star Trek: Elite Force II (EF2!)", letters("EF2!\x14")],
    ["a map of Genesis3D (GBSP)", letters("\0\0\0\0\x1c\0\0\0\x01\0\0\0GBSP")],
    ["a map of Titanfall for the Xbox 360 (PSBr)", letters("PSBr\0\0\0\x1d")],
    ["a compiled file of Source 2", letters("\x10\x20\x01\0\x0c\0\x01\0\x08\0\0\0\x04\0\0\0RERL")],
    ["a VPK archive", vpk("vtf\0materials\0")],
    ["a VPK archive of Source 2", vpk("vmdl_c\0maps\0")],
    [
      "a map of Source 2 (a VPK archive with a .vmap_c in it)",
      vpk(`${"\0".repeat(16)}vents_c\0maps\0\0vmap_c\0maps\0`),
    ],
    // A text that starts with a year is not a map.
    ["text", text("2015 was a good year")],
    ["a map of Titanfall or Apex Legends (rBSP)", letters("rBSP\x1d")],
    ["a web page", text("<!-- saved -->\n<!DOCTYPE html><title>x")],
    ["a web page", text("\ufeff  <HTML lang=en>")],
    ["a map's source (VMF)", text('versioninfo\r\n{\r\n "editorversion" "400"')],
    ["text", text("hello")],
    ["text", text("Überschrift\n\tmit Tabulator")],
    ["text", bytes(0xff, 0xfe, 0x41)],
    [null, bytes()],
    [null, bytes(30, 1)],
    [null, text("   \n")],
    [null, letters("half text")],
    [null, new Uint8Array(0)],
  ])("returns %s", (kind, start) => {
    expect(describeForeignFile(start)).toBe(kind);
  });

  it("names the file type in the error of openMapHeader, for files of any length", async () => {
    const refuse = async (file: Uint8Array) => {
      await openBsp(memoryBytes("x", file), "hdr");
      return "";
    };
    const messageOf = (file: Uint8Array) => refuse(file).catch((error: Error) => error.message);
    expect(await messageOf(text("hello"))).toMatch(/VBSP or PSBV, found text \[bad-magic\]/);
    expect(await messageOf(bytes(30))).toMatch(/found a map of Half-Life .* \[bad-magic\]/);
    expect(await messageOf(letters("half text"))).toMatch(/found "half" \[bad-magic\]/);
    expect(await messageOf(new Uint8Array(0))).toMatch(/found an empty file \[truncated\]/);
    // A truncated start of a map.
    expect(await messageOf(text("VBS"))).toMatch(/at least 8 bytes, found 3 \[truncated\]/);
  });

  it("names the game of a BSP with an unsupported version", async () => {
    const version = (number: number) => {
      const file = letters("VBSP");
      new DataView(file.buffer).setInt32(4, number, true);
      const open = openBsp(memoryBytes("x", file), "hdr");
      return open.then(String, (error: Error) => error.message);
    };
    expect(await version(29)).toMatch(/found 29 \(Titanfall\) \[unsupported\]/);
    expect(await version(100)).toMatch(/100 \(Counter-Strike: Online 2\) \[unsupported\]/);
    // Readable versions lack the rest of their header here.
    expect(await version(17)).toMatch(/\[truncated\]/);
    expect(await version(0x40014)).toMatch(/\[truncated\]/);
    expect(await version(99)).toMatch(/found 99 \[bad-version\]/);
  });
});
