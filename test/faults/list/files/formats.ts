import type { Fault } from "../../fault.ts";

export const FORMATS: readonly Fault[] = [
  {
    name: "LZMA accepts more literal bits than allowed",
    edits: [["literalBits > 4", "literalBits > 12"]],
    caughtBy: [["decompress-lzma.test.ts"]],
  },
  {
    name: "unpacked lumps are not limited in sum",
    edits: [['    this.ledger.take("unpackedBytes", byteLength, where);\n', ""]],
    caughtBy: [["scene/open/limits.test.ts"]],
  },
  {
    name: "LZMA forgets its third distance",
    edits: [
      [
        "      farthest = farther;\n      farther = far;\n      far = near;\n      length",
        "      farther = far;\n      far = near;\n      length",
      ],
    ],
    caughtBy: [["decompress-lzma.test.ts"]],
  },
  {
    name: "a face's count of primitives keeps its shadow bit",
    edits: [["counts[i] >>> 1 : counts[i] & 0x7fff", "counts[i] >>> 1 : counts[i]"]],
    caughtBy: [["parse-bsp.test.ts"]],
  },
  {
    name: "a run of zeros in a PVS row is one cluster too short",
    edits: [
      [
        "write += bytes[read++];\n    } else {\n      out[write",
        "write += bytes[read++] - 1;\n    } else {\n      out[write",
      ],
    ],
    caughtBy: [["pvs.test.ts"]],
  },
  {
    name: "DXT colours between the ends are swapped",
    edits: [
      [
        "third(b0, b1) << 16) | (third(g0, g1) << 8) | third(r0, r1)",
        "third(b1, b0) << 16) | (third(g1, g0) << 8) | third(r1, r0)",
      ],
    ],
    caughtBy: [["decode-vtf-image.test.ts"]],
  },
  {
    name: "texture coordinates of a VVD are swapped",
    edits: [
      [
        "texCoord[out * 2] = floats[f + 10];\n      texCoord[out * 2 + 1] = floats[f + 11];",
        "texCoord[out * 2] = floats[f + 11];\n      texCoord[out * 2 + 1] = floats[f + 10];",
      ],
    ],
    caughtBy: [["parse-vvd.test.ts"]],
  },
  {
    name: "fixups of a VVD are applied in a row",
    edits: [["runs[i * 2] = source;", "runs[i * 2] = total;"]],
    caughtBy: [["parse-vvd.test.ts"]],
  },
  {
    name: "a patch adds a parameter that it may only replace",
    edits: [["if (!onlyExisting) this.#add(key, value);", "this.#add(key, value);"]],
    caughtBy: [["resolve-vmt.test.ts"]],
  },
  {
    name: "a negation in a condition has no effect",
    edits: [["term !== level.isNegated", "term"]],
    caughtBy: [["parse-keyvalues.test.ts"]],
  },
  {
    name: "files of a VPK are read from their length as offset",
    edits: [
      [
        "columns.fileOffset[file] = view.getUint32(entry + 8, true);",
        "columns.fileOffset[file] = view.getUint32(entry + 12, true);",
      ],
    ],
    caughtBy: [["vpk.test.ts"]],
  },
  {
    name: "the texture of a static prop of Black Mesa is read as of Counter-Strike",
    edits: [["isOfCsgo(records, littleEndian) ? OF_CSGO : OF_MESA", "OF_CSGO"]],
    caughtBy: [["parse-static-props.test.ts"]],
  },
  {
    name: "an eyeball's mesh index is not relative to its model's first mesh",
    edits: [["rows[own + eyeball].mesh = firstMesh + i;", "rows[own + eyeball].mesh = i;"]],
    caughtBy: [["read/parse-mdl-eyeballs.test.ts", "reads each model's"]],
  },
  {
    name: "all hit boxes belong to the first set",
    edits: [["new Uint16Array(found.count).fill(row)", "new Uint16Array(found.count).fill(0)"]],
    caughtBy: [["read/parse-mdl-rig.test.ts", "reads every table"]],
  },
  {
    name: "every inverse kinematics chain begins at the first link",
    edits: [["firstLink[chain] = bone.length;", "firstLink[chain] = 0;"]],
    caughtBy: [["read/parse-mdl-rig.test.ts", "reads every table"]],
  },
  {
    name: "a bad number in a model is reported for the first record",
    edits: [["placeOf(Math.floor(bad / arity)) + at", "placeOf(0) + at"]],
    caughtBy: [["read/parse-mdl-rig.test.ts", "reports the offset of a NaN"]],
  },
  {
    name: "the left slider of a face is the right one",
    edits: [
      [
        "left[i] = rowAt(reader, controllers, record, 4);",
        "left[i] = rowAt(reader, controllers, record, 8);",
      ],
    ],
    caughtBy: [["read/parse-mdl-flexes.test.ts", "reads flex descriptors, controllers and rules"]],
  },
  {
    name: "flexes of a model's later meshes belong to the first",
    edits: [["columns.mesh.push(mesh);", "columns.mesh.push(0);"]],
    caughtBy: [
      ["read/parse-mdl-flexes.test.ts", "reads the vertex animations of each flex per mesh"],
    ],
  },
  {
    name: "a flex's normal delta equals its position delta",
    edits: [["reader.u16(at + 10 + axis * 2)", "reader.u16(at + 4 + axis * 2)"]],
    caughtBy: [
      ["read/parse-mdl-flexes.test.ts", "reads the vertex animations of each flex per mesh"],
    ],
  },
  {
    name: "external animation blocks are not read",
    edits: [
      [
        "if (index >= 0 && index < size) return index;",
        "if (index >= 0 && index < size) return 0;",
      ],
    ],
    caughtBy: [["read/animation-blocks.test.ts", "are read from the block that the MDL names"]],
  },
  {
    name: "the keys of a sequence's second blend are its first's",
    edits: [["axis * reader.i32(at + 68) * 4", "0"]],
    caughtBy: [["read/parse-mdl-sequences.test.ts", "reads every field"]],
  },
  {
    name: "a layer by pose parameter is read as a layer by time, and the reverse",
    edits: [["? NO_POSE : reader.u16(layer + 2)", "? reader.u16(layer + 2) : NO_POSE"]],
    caughtBy: [["read/parse-mdl-sequences.test.ts", "reads every field"]],
  },
  {
    name: "an IK rule's contact frame is read from the wrong field",
    edits: [["contact: reader.f32(at + 96)", "contact: reader.f32(at + 76)"]],
    caughtBy: [["read/parse-mdl-sequences.test.ts", "reads animation movements and IK rules"]],
  },
  {
    name: "a jiggle bone's stiffness is read from its damping",
    edits: [["yaw: float(12, 2),", "yaw: float(16, 2),"]],
    caughtBy: [
      [
        "read/parse-mdl-procedural-bones.test.ts",
        "reads jiggle bones, with boing values if present",
      ],
    ],
  },
  {
    name: "bones aim at bones in place of attachments",
    edits: [["Number(type === AIM_AT_ATTACHMENT)", "Number(type === AIM_AT_BONE)"]],
    caughtBy: [["read/parse-mdl-procedural-bones.test.ts", "at bones and at attachments"]],
  },
  {
    name: "a model's flag has its neighbour's name",
    edits: [["names[bit] || ", "names[bit + 1] || "]],
    caughtBy: [["studio/summarize-studio.test.ts", "name a model's flags"]],
  },
  {
    name: "a model stands in its last sequence by default",
    edits: [
      [
        "Math.max(0, named) * sequences.bytes",
        "(named < 0 ? sequences.count - 1 : named) * sequences.bytes",
      ],
    ],
    caughtBy: [
      ["read/read-first-pose.test.ts", "uses the first sequence if no sequence has the name"],
    ],
  },
  {
    name: "an eyeball's forward axis is its up axis",
    edits: [["forward: floats(40, 3)", "forward: floats(28, 3)"]],
    caughtBy: [["read/parse-mdl-eyeballs.test.ts", "reads each model's"]],
  },
  {
    name: "every displacement has weights of four textures",
    edits: [["if (!hasBlends(infos.minTess[i])) continue;", ""]],
    caughtBy: [
      [
        "read/read-blends.test.ts",
        "fall back to the two-texture alpha if a displacement has no multiblend",
      ],
    ],
  },
  {
    name: "body groups are chosen by what is left of their base",
    edits: [["Math.floor(number / Math.max(1, base))", "Math.floor(number % Math.max(1, base))"]],
    caughtBy: [["mesh/choose-models.test.ts", "decodes the body number by each part's base"]],
  },
  {
    name: "additive frames are written relative to the bind pose",
    edits: [
      [
        "const base = isDelta(animation) ? 0 : bind[bone * 3 + axis];",
        "const base = isDelta(animation) && bone < 0 ? 0 : bind[bone * 3 + axis];",
      ],
    ],
    caughtBy: [["studiomdl/read-model-source.test.ts", "blends sequences by pose"]],
  },
  {
    name: "a bone of Titanfall 2 has its scale read as its matrix",
    edits: [["{ from: 120, to: 96, bytes: 92 }", "{ from: 108, to: 96, bytes: 92 }"]],
    caughtBy: [["respawn/open-mdl.test.ts", "reads the fields that version 49 also has"]],
  },
  {
    name: "offsets in a record of Titanfall 2 are not adjusted for its new position",
    edits: [["offset + from - to, true", "offset, true"]],
    caughtBy: [["respawn/open-mdl.test.ts", "reads the fields that version 49 also has"]],
  },
  {
    name: "all embedded files of a model of Titanfall 2 are its triangles",
    edits: [["EMBEDDED_OFFSETS_AT + i * 4", "EMBEDDED_OFFSETS_AT"]],
    caughtBy: [["respawn/open-mdl.test.ts", "finds the embedded files of version 53"]],
  },
  {
    name: "a model of Titanfall 2 reads its vertices from beside it",
    edits: [["respawn?.embedded.find((file) => file.kind === kind) ??\n", ""]],
    caughtBy: [
      [
        "files/read-studio-model.test.ts",
        "reads embedded geometry of Titanfall 2 models and separate geometry of Titanfall models",
      ],
    ],
  },
];
