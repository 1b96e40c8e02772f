/**
 * Builds models of Titanfall (MDL 52) and Titanfall 2 (53) from one of version 49, with independent
 * structs.
 */

import { ByteWriter } from "./byte-writer.ts";
import { makeExternal } from "./make-ani.ts";
import { makeStudioFiles, makeStudioModel } from "./make-studio.ts";

/** Parses a struct: fields in order, each a word or the stated number of bytes. */
function struct(text: string) {
  const fields = new Map<string, { at: number; bytes: number }>();
  let bytes = 0;
  for (const field of text.trim().split(/\s+/)) {
    const [name, size = "4"] = field.split(":");
    fields.set(name, { at: bytes, bytes: Number(size) });
    bytes += Number(size);
  }
  return { fields, bytes };
}
type Struct = ReturnType<typeof struct>;

const SHARED = `
  length eye:12 illum:12 hullMin:12 hullMax:12 viewMin:12 viewMax:12 flags
  bones +bones controllers +controllers hitBoxSets +hitBoxSets animations +animations
  sequences +sequences activityVersion eventsIndexed textures +textures cdTextures +cdTextures
  skinReferences skinFamilies +skins bodyParts +bodyParts attachments +attachments
  nodes +nodes +nodeNames flexDescriptors +flexDescriptors flexControllers +flexControllers
  flexRules +flexRules ikChains +ikChains mouths +mouths poseParameters +poseParameters
  +surfaceProp +keyValues keyValueSize ikLocks +ikLocks mass contents included +included virtual`;
const HEADER_49 = struct(`id version checksum name:64 ${SHARED}
  +blockName blocks +blocks blockModel +bonesByName vertexBase indexBase lightBytes fade
  flexUis +flexUis fixedPoint surfacePropLookup +second unused`);
const SECOND = struct("transforms +transforms illumAttachment maxEyeDeflection linearBones");
const HEADER_53 =
  struct(`id version checksum longName name:64 ${SHARED.replace("mouths +mouths", "panels +panels")}
  +bonesByName lightBytes fade flexUis +flexUis fixedPoint surfacePropLookup +sources
  transforms +transforms illumAttachment linearBones flexDrivers +flexDrivers
  triangles:16 unnamed +vtx +vvd +vvc +phy vtx vvd vvc phy section:8 followers +followers unused:240`);

const BONE = "name parent controllers:24 position:12 quaternion:16 rotation:12";
const BONE_END = "poseToBone:48 alignment:16 flags proc +proc physics +surface contents lookup";
const BONE_49 = struct(`${BONE} positionScale:12 rotationScale:12 ${BONE_END} unused:28`);
const BONE_53 = struct(
  `${BONE} scale:12 positionScale:12 rotationScale:12 scaleScale:12 ${BONE_END} ids:4 unused:28`,
);
const TEXTURE_49 = struct("name flags used unused material client unused2:40");
const TEXTURE_53 = struct("name flags used unused unused2:28");
const CHAIN_49 = struct("name type links +links");
const CHAIN_53 = struct("name type links +links unknown unused:12");
const ANIMATION_49 = struct(`base name fps flags frames movements +movements zeroRules rules:20
  block +data ikRules +ikRules blockRules hierarchies +hierarchies +sections sectionFrames zero:12`);
const ANIMATION_53 = struct(`base name fps flags frames movements +movements frameMovement +data
  ikRules +ikRules hierarchies +hierarchies +sections sectionFrames unused:32`);
const SEQUENCE = `base name activity flags act weight events +events box:24 blends +blendRows
  +movement size:8 parameters:24 parent fades:8 nodes:12 phases:8 last next pose ikRules
  layers +layers +weights +keys locks +locks +keyValues keyValueSize cycle +modifiers modifiers`;
const SEQUENCE_49 = struct(`${SEQUENCE} unused:20`);
const SEQUENCE_53 = struct(`${SEQUENCE} resetMask unknown unused:32`);

const TABLES = [
  ["bones", BONE_49, BONE_53],
  ["textures", TEXTURE_49, TEXTURE_53],
  ["ikChains", CHAIN_49, CHAIN_53],
  ["animations", ANIMATION_49, ANIMATION_53],
  ["sequences", SEQUENCE_49, SEQUENCE_53],
] as const;
/** True for fields that are offsets from the record, including `name` and `activity`. */
const isRelative = (name: string) => /^\+|^name$|^activity$/.test(name);

/** A scale that no bone of version 49 has, so that misread fields are noticed. */
const SCALE = 77.5;

/**
 * Builds version 49 with bones, attachments, chains, a face, an animation in a block and one
 * outside, and a sequence of each.
 */
export function makeBase(): Uint8Array {
  const out = new ByteWriter();
  const external = makeExternal();
  out.u8(out.reserve(external.length), ...external);
  out.i32(4, 49);
  out.i32(308, out.string("metal"));
  const bones = new DataView(external.buffer).getInt32(160, true);
  for (let bone = 0; bone < 3; bone++) out.i32(bones + bone * 216 + 160, 0x400 + bone);
  // The third bone aims at the second attachment.
  const third = bones + 2 * 216;
  const aim = out.reserve(44);
  out.i32(aim, 0, 1);
  out.f32(aim + 8, 1, 0, 0, 0, 0, 1);
  out.i32(third + 164, 4, aim - third);
  addMotion(out, new DataView(external.buffer));
  return out.finish();
}

/** Adds a second animation with a sequence and rewrites the tables. */
function addMotion(out: ByteWriter, view: DataView): void {
  for (const [at, bytes, names] of [
    [180, 100, ["wave", "rest"]],
    [188, 212, ["wave", "idle"]],
  ] as const) {
    const was = view.getInt32(at + 4, true);
    const first = out.reserve(2 * bytes);
    out.i32(at, 2, first);
    names.forEach((name, i) => {
      const record = first + i * bytes;
      out.u8(record, ...new Uint8Array(view.buffer, was, bytes));
      out.i32(record + 4, out.string(name) - record);
      if (bytes === 100) out.i32(record + 52, 1 - i);
      else out.i32(record + 8, out.string(`ACT_${name}`) - record);
      if (bytes === 212) {
        const blends = out.reserve(2);
        out.u16(blends, i);
        out.i32(record + 60, blends - record);
      }
    });
  }
}

/**
 * Builds the triangles and vertices of `makeBase`, for files next to version 52 or inside version
 * 53.
 */
export function makeGeometry() {
  const { vvd, vtx } = makeStudioFiles({ ...makeStudioModel(), stripGroupHeaderBytes: 33 });
  return { vvd, vtx };
}

/** Builds version 52: like 49, with a scale in unused words of bones, and without a face. */
export function make52(): Uint8Array {
  const bytes = makeBase();
  const view = new DataView(bytes.buffer);
  view.setInt32(4, 52, true);
  const bones = view.getInt32(160, true);
  for (let bone = 0; bone < 3; bone++) {
    for (let i = 0; i < 6; i++) view.setFloat32(bones + bone * 216 + 188 + i * 4, SCALE, true);
  }
  return bytes;
}

/** Builds version 53 with the other files embedded. */
export function make53(
  inside: Readonly<Partial<Record<"vtx" | "vvd" | "vvc" | "phy", Uint8Array>>> = {
    ...makeGeometry(),
    vvc: Uint8Array.of(1, 2, 3),
    phy: Uint8Array.of(4, 5),
  },
): Uint8Array {
  const old = makeBase();
  const source = new DataView(old.buffer);
  const shift = HEADER_53.bytes - HEADER_49.bytes;
  const out = new ByteWriter();
  out.reserve(HEADER_53.bytes);
  out.u8(out.reserve(old.length - HEADER_49.bytes), ...old.subarray(HEADER_49.bytes));
  const second = source.getInt32(HEADER_49.fields.get("+second")!.at, true);
  copyFields(out, source, 0, HEADER_49, 0, HEADER_53, (name) => (name[0] === "+" ? shift : 0));
  copyFields(out, source, second, SECOND, 0, HEADER_53, (name) => (name[0] === "+" ? shift : 0));
  out.i32(HEADER_53.fields.get("linearBones")!.at, 0);
  out.i32(4, 53);
  // Panels use the place of mouths.
  out.i32(HEADER_53.fields.get("panels")!.at, 3, 0);

  const word = (name: string) => source.getInt32(HEADER_49.fields.get(name)!.at, true);
  for (let i = 0; i < word("cdTextures"); i++) {
    const at = word("+cdTextures") + i * 4;
    out.i32(at + shift, source.getInt32(at, true) + shift);
  }
  for (const [name, from, to] of TABLES) {
    const count = word(name);
    const first = out.reserve(count * to.bytes);
    out.i32(HEADER_53.fields.get(`+${name}`)!.at, first);
    for (let row = 0; row < count; row++) {
      const was = word(`+${name}`) + row * from.bytes;
      const is = first + row * to.bytes;
      const moved = was + shift - is;
      copyFields(out, source, was, from, is, to, (field) => (isRelative(field) ? moved : 0));
      for (const field of ["scale", "scaleScale"]) {
        const place = to.fields.get(field);
        if (place) out.f32(is + place.at, SCALE, SCALE, SCALE);
      }
    }
  }
  for (const [kind, bytes] of Object.entries(inside)) {
    const at = out.reserve(bytes.length);
    out.u8(at, ...bytes);
    out.i32(HEADER_53.fields.get(`+${kind}`)!.at, at);
    out.i32(HEADER_53.fields.get(kind)!.at, bytes.length);
  }
  return out.finish();
}

/** Copies the fields that both structs have; adds `offsetOf` to a nonzero value. */
function copyFields(
  out: ByteWriter,
  source: DataView,
  from: number,
  fromStruct: Struct,
  to: number,
  toStruct: Struct,
  offsetOf: (name: string) => number,
): void {
  for (const [name, { at, bytes }] of fromStruct.fields) {
    const place = toStruct.fields.get(name);
    if (place === undefined || place.bytes !== bytes || name.startsWith("unused")) continue;
    for (let i = 0; i < bytes; i += 4) {
      const value = source.getInt32(from + at + i, true);
      out.i32(to + place.at + i, value === 0 ? 0 : value + offsetOf(name));
    }
  }
}
