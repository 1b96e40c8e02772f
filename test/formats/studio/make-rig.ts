/**
 * Adds to a generated MDL one or two rows of each table that `parseMdlRig` and `parseMdlFlexes`
 * read.
 */

import { encodeExactHalf } from "../../../src/formats/studio/animation/pose-encoding.ts";
import { ByteWriter } from "./byte-writer.ts";
import { makeStudioFiles } from "./make-studio.ts";

export interface MadeRig {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Offset of each table and of each list that a record refers to. */
  readonly at: Readonly<Record<string, number>>;
}

const half = (value: number): number => encodeExactHalf(value) ?? 0;

/**
 * Builds the model of `makeStudioModel` with three bones, a first mesh of six vertices and all
 * these tables.
 */
export function makeRig(): MadeRig {
  const mdl = makeStudioFiles().mdl;
  const out = new ByteWriter();
  out.u8(out.reserve(mdl.length), ...mdl);
  const source = new DataView(mdl.buffer);
  const at: Record<string, number> = {};
  const header = (name: string, countAt: number, count: number, bytes: number): number => {
    const first = out.reserve(count * bytes);
    out.i32(countAt, count, first);
    at[name] = first;
    return first;
  };
  const names = (first: number, bytes: number, field: number, ...list: string[]): void => {
    list.forEach((name, i) => {
      const record = first + i * bytes;
      out.i32(record + field, out.string(name) - record);
    });
  };

  out.f32(80, 1, 2, 64);

  const attachments = header("attachments", 240, 2, 92);
  names(attachments, 92, 0, "eyes", "mouth");
  out.i32(attachments + 4, 0, 2);
  out.f32(attachments + 12, 1, 0, 0, 3, 0, 1, 0, 4, 0, 0, 1, 5);
  out.i32(attachments + 92 + 4, 0x10000, 1);
  out.f32(attachments + 92 + 12, 0, -1, 0, 6, 1, 0, 0, 7, 0, 0, 1, 8);

  const sets = header("hitBoxSets", 172, 2, 12);
  names(sets, 12, 0, "default", "small");
  [2, 1].forEach((count, set) => {
    const boxes = out.reserve(count * 68);
    out.i32(sets + set * 12 + 4, count, boxes - (sets + set * 12));
    at[`hitBoxes${set}`] = boxes;
    for (let i = 0; i < count; i++) {
      out.i32(boxes + i * 68, i + set, 1 + i);
      out.f32(boxes + i * 68 + 8, -1, -2, -3 - i, 1, 2, 3 + i);
    }
    if (set === 0) names(boxes, 68, 32, "head", "chest");
  });

  const controllers = header("boneControllers", 164, 1, 56);
  out.i32(controllers, 2, 0x20);
  out.f32(controllers + 8, -45, 45);
  out.i32(controllers + 16, 127, 4);

  const parameters = header("poseParameters", 300, 2, 20);
  names(parameters, 20, 0, "move_yaw", "aim_pitch");
  out.i32(parameters + 4, 1);
  out.f32(parameters + 8, -180, 180, 360);
  out.f32(parameters + 28, -90, 90, 0);

  const chains = header("ikChains", 284, 2, 16);
  names(chains, 16, 0, "rfoot", "lfoot");
  [3, 1].forEach((count, chain) => {
    const links = out.reserve(count * 28);
    out.i32(chains + chain * 16 + 8, count, links - (chains + chain * 16));
    at[`ikLinks${chain}`] = links;
    for (let i = 0; i < count; i++) {
      out.i32(links + i * 28, i + chain * 2);
      out.f32(links + i * 28 + 4, i, 0.5, chain);
    }
  });
  const locks = header("ikLocks", 320, 1, 32);
  out.i32(locks, 1);
  out.f32(locks + 4, 0.25, 0.75);

  const mouths = header("mouths", 292, 1, 20);
  out.i32(mouths, 2);
  out.f32(mouths + 4, 1, 0, 0);
  out.i32(mouths + 16, 1);

  const included = header("included", 336, 1, 8);
  names(included, 8, 4, "models/shared.mdl");
  const blocks = header("animationBlocks", 352, 2, 8);
  out.i32(348, out.string("models/panel.ani"));
  out.i32(352, 2, blocks);
  out.i32(blocks + 8, 16, 48);

  const text = "mdlkeyvalue\n{\n}\n";
  out.i32(312, out.string(text), text.length + 1);

  const second = out.reserve(256);
  at.second = second;
  out.i32(400, second);
  out.i32(second + 8, 2);
  out.f32(second + 12, 0.5);
  writeSecondTables(out, second, at);

  const descriptors = header("flexDescriptors", 260, 3, 4);
  names(descriptors, 4, 0, "AU12L", "AU12R", "blink");
  const flexControllers = header("flexControllers", 268, 3, 20);
  names(flexControllers, 20, 0, "mouth", "mouth", "eyes");
  names(flexControllers, 20, 4, "right_smile", "left_smile", "blinks");
  [0, 1, 2].forEach((i) => {
    out.f32(flexControllers + i * 20 + 12, i === 2 ? -1 : 0, 1);
  });
  const uis = header("flexControllerUis", 384, 2, 20);
  names(uis, 20, 0, "smile", "blinks");
  out.i32(uis + 4, flexControllers + 20 - uis, flexControllers - uis);
  out.u8(uis + 16, 0, 1);
  out.i32(uis + 24, flexControllers + 40 - (uis + 20), 0, flexControllers - (uis + 20));
  out.u8(uis + 36, 2, 0);

  const rules = header("flexRules", 276, 2, 12);
  const programs: (readonly [op: number, value: number])[][] = [
    [
      [2, 1],
      [1, 0.5],
      [6, 0],
    ],
    [[3, 0]],
  ];
  programs.forEach((ops, rule) => {
    const first = out.reserve(ops.length * 8);
    const record = rules + rule * 12;
    out.i32(record, rule + 1, ops.length, first - record);
    at[`ops${rule}`] = first;
    ops.forEach(([op, value], i) => {
      out.i32(first + i * 8, op);
      if (op === 1) out.f32(first + i * 8 + 4, value);
      else out.i32(first + i * 8 + 4, value);
    });
  });

  const part = source.getInt32(236, true);
  const model = part + source.getInt32(part + 12, true);
  const meshes = model + source.getInt32(model + 76, true);
  [0, 1].forEach((mesh) => {
    const record = meshes + mesh * 116;
    const flexes = out.reserve(60);
    out.i32(record + 16, 1, flexes - record);
    at[`flexes${mesh}`] = flexes;
    const bytes = mesh === 0 ? 16 : 18;
    const count = 2 - mesh;
    const vertices = out.reserve(count * bytes);
    at[`vertices${mesh}`] = vertices;
    out.i32(flexes, mesh);
    out.f32(flexes + 4, 0, 1, 10, 11);
    out.i32(flexes + 20, count, vertices - flexes, mesh === 0 ? 1 : 0);
    out.u8(flexes + 32, mesh);
    for (let i = 0; i < count; i++) {
      const row = vertices + i * bytes;
      out.u16(row, 5 - i - mesh * 2);
      out.u8(row + 2, 255, i * 51);
      out.u16(row + 4, half(0.25), half(-0.5 - i), half(0), half(0), half(0.125), half(-1));
      if (mesh === 1) out.u16(row + 16, 0x10000 - 2048);
    }
  });

  out.i32(76, out.byteLength);
  const bytes = out.finish();
  return { bytes, view: new DataView(bytes.buffer), at };
}

/**
 * Writes the second header's tables: a bone transform, a bone that drives two controllers, the
 * bones as columns.
 */
function writeSecondTables(out: ByteWriter, second: number, at: Record<string, number>): void {
  const transform = out.reserve(100);
  at.transforms = transform;
  out.i32(second, 1, transform);
  out.i32(transform, out.string("pelvis") - transform);
  out.f32(transform + 4, 1, 0, 0, 2, 0, 1, 0, 3, 0, 0, 1, 4);
  out.f32(transform + 52, 0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7);

  const driver = out.reserve(24);
  at.drivers = driver;
  out.i32(second + 24, 1, driver - second);
  const controls = out.reserve(32);
  at.controls = controls;
  out.i32(driver, 1, 2, controls - driver);
  out.i32(controls, 2, 1);
  out.f32(controls + 8, -1, 3);
  out.i32(controls + 16, 0, 2);
  out.f32(controls + 24, 0, 5);

  const linear = out.reserve(64);
  at.linear = linear;
  out.i32(second + 16, linear - second);
  out.i32(linear, 3);
  [4, 4, 12, 16, 12, 48, 12, 12, 16].forEach((bytes, i) => {
    const column = out.reserve(3 * bytes);
    out.i32(linear + 4 + i * 4, column - linear);
    // Each value is the bone's number plus 100 times the column's number.
    for (let bone = 0; bone < 3; bone++) {
      if (i < 2) out.i32(column + bone * 4, i * 100 + bone);
      else out.f32(column + bone * bytes, i * 100 + bone);
    }
  });
}
