import { describe, expect, it } from "vitest";
import { memoryBytes } from "../../src/content/bytes/memory-bytes.ts";
import { parseBspHeader } from "../../src/formats/bsp/parse-bsp-header.ts";
import { describeForeignFile } from "../../src/formats/foreign-file.ts";
import { openMapHeader } from "../../src/scene/open/read-map.ts";

const text = (content: string) => new TextEncoder().encode(content);
const bytes = (...start: number[]) => Uint8Array.from({ length: 600 }, (_, i) => start[i] ?? 0);
const letters = (start: string) => bytes(...text(start));

describe("what a file is by its first bytes", () => {
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
    ["a map of Quake II (IBSP)", letters("IBSP\x26")],
    ["a map of Quake III or a game on its engine (IBSP)", letters("IBSP\x2e")],
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
  ])("%s", (kind, start) => {
    expect(describeForeignFile(start)).toBe(kind);
  });

  it("is in the error that refuses it as a map, however short it is", async () => {
    const refuse = async (file: Uint8Array) => {
      await openMapHeader(memoryBytes("x", file), "hdr");
      return "";
    };
    const messageOf = (file: Uint8Array) => refuse(file).catch((error: Error) => error.message);
    expect(await messageOf(text("hello"))).toMatch(/VBSP or PSBV, found text \[bad-magic\]/);
    expect(await messageOf(bytes(30))).toMatch(/found a map of Half-Life .* \[bad-magic\]/);
    expect(await messageOf(letters("half text"))).toMatch(/found "half" \[bad-magic\]/);
    expect(await messageOf(new Uint8Array(0))).toMatch(/found an empty file \[truncated\]/);
    // The beginning of a map, as far as it goes.
    expect(await messageOf(text("VBS"))).toMatch(/at least 8 bytes, found 3 \[truncated\]/);
  });

  it("a map of another version is of its game", () => {
    const version = (number: number) => {
      const file = letters("VBSP");
      new DataView(file.buffer).setInt32(4, number, true);
      return () => parseBspHeader(file);
    };
    expect(version(29)).toThrow(/found 29 \(Titanfall\) \[unsupported\]/);
    // Those that are read lack the rest of their header here.
    expect(version(17)).toThrow(/\[truncated\]/);
    expect(version(0x40014)).toThrow(/\[truncated\]/);
    expect(version(99)).toThrow(/found 99 \[bad-version\]/);
  });
});
