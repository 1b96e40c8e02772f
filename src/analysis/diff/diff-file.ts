/** What the two files are: how they are written, how long their lumps are, what they use of what engines take. */

import { type LimitUse, listLimitUses } from "../../formats/bsp/limits/list-limit-uses.ts";
import { LUMP, LUMP_NAMES } from "../../formats/bsp/lumps.ts";
import { lumpLength } from "../../formats/bsp/tables/lump-length.ts";
import { nameLump } from "../../formats/bsp/tables/lump-structs.ts";
import { toldFaceBrushes } from "../../formats/bsp/tables/weigh-lumps.ts";
import type { MapVersion } from "./open-version.ts";
import type { FactPair, FileDiff, LimitPair, NumberPair } from "./types.ts";

export function diffFile(a: MapVersion, b: MapVersion): FileDiff {
  return { facts: listFacts(a, b), lumps: listLumps(a, b), limits: listLimits(a, b) };
}

function listFacts({ bsp: a }: MapVersion, { bsp: b }: MapVersion): FactPair[] {
  const pair = (fact: string, valueA: string | number, valueB: string | number): FactPair => ({
    ...{ fact, a: String(valueA), b: String(valueB) },
  });
  return [
    pair("Version", a.version, b.version),
    pair("Dialect", a.dialect, b.dialect),
    pair("Byte order", a.endian, b.endian),
    pair("Directory", a.headerOrder, b.headerOrder),
    pair("Map revision", a.mapRevision, b.mapRevision),
    pair("Bytes", a.byteLength, b.byteLength),
  ].filter(({ a, b }) => a !== b);
}

function listLumps(a: MapVersion, b: MapVersion): NumberPair[] {
  const [lengthsA, lengthsB] = [a, b].map(({ lumps, header }) =>
    LUMP_NAMES.map((name) => lumpLength(lumps, header, name)),
  );
  const hasFaceBrushes = toldFaceBrushes(b.lumps, b.header);
  return LUMP_NAMES.map((name, i) => ({
    name: nameLump(name, b.header.version, hasFaceBrushes),
    a: lengthsA[i],
    b: lengthsB[i],
  })).filter(({ a, b }) => a !== b);
}

function usesOf({ bsp, header, lumps }: MapVersion): readonly LimitUse[] {
  const { version, uncompressedLength } = header;
  return listLimitUses(lumps, {
    ...{ version, uncompressedLength, dialect: bsp.dialect, lumps: bsp.lumps },
    entityCount: bsp.entities.length,
    clusterCount: bsp.visibility?.clusterCount ?? 0,
  }).limits;
}

function listLimits(a: MapVersion, b: MapVersion): LimitPair[] {
  const keyOf = ({ lump, unit }: LimitUse) => `${lump} ${unit}`;
  const [usesA, usesB] = [a, b].map(
    (version) => new Map(usesOf(version).map((use) => [keyOf(use), use])),
  );
  const rows = [...new Set([...usesA.keys(), ...usesB.keys()])].map(
    (key): LimitPair & { lump: number } => {
      const [useA, useB] = [usesA.get(key), usesB.get(key)];
      const { lump, unit } = (useA ?? useB)!;
      const name = lump.replace(/^LUMP_/, "");
      return {
        name: unit === "records" ? name : `${name}, ${unit}`,
        ...{ a: useA?.used ?? 0, b: useB?.used ?? 0, lump: LUMP[lump] },
        ...{ limitA: useA?.limit ?? null, limitB: useB?.limit ?? null },
      };
    },
  );
  return rows
    .filter(({ a, b }) => a !== b)
    .sort((x, y) => x.lump - y.lump)
    .map(({ lump: _, ...row }) => row);
}
