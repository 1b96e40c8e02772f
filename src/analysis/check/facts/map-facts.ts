/** Facts about a map for the rules. Each part is read once, when the first rule uses it. */

import type { ContentSource } from "../../../content/types.ts";
import { Diagnostics } from "../../../core/diagnostics.ts";
import { FormatError } from "../../../core/errors.ts";
import { Ledger } from "../../../core/ledger.ts";
import type { Limits } from "../../../core/limits.ts";
import { decipherMap, findMapKey } from "../../../formats/bsp/cipher.ts";
import { listLimitUses, type MapLimits } from "../../../formats/bsp/list-limit-uses.ts";
import { LUMP, type LumpName } from "../../../formats/bsp/lumps.ts";
import { parseBsp } from "../../../formats/bsp/parse-bsp.ts";
import { type Brushes, readBrushes } from "../../../formats/bsp/read/read-brushes.ts";
import { openLumps } from "../../../formats/bsp/tables/open-lumps.ts";
import type { Bsp, StaticProps } from "../../../formats/bsp/types.ts";
import { wholeBytes } from "../../../formats/bsp/whole-bytes.ts";
import { explainBadMagic } from "../../../formats/foreign-file.ts";
import { parseKeyValues } from "../../../formats/keyvalues/parse-keyvalues.ts";
import type { KeyValuesNode } from "../../../formats/keyvalues/types.ts";
import { normalizePath } from "../../../formats/normalize-path.ts";
import { STUDIOHDR_FLAGS_STATIC_PROP } from "../../../formats/studio/mesh/build-bone-palette.ts";
import { parseMdl } from "../../../formats/studio/read/parse-mdl.ts";
import { parseMdlRig } from "../../../formats/studio/read/parse-mdl-rig.ts";
import type { Pvs } from "../../../map/tree.ts";
import { buildLeafTree, buildPvs } from "../../../scene/world/leaf-tree.ts";
import type { GatheredContent } from "../../content/gather-content.ts";
import { readMapContent } from "../../content/read-map-content.ts";
import { UntoldError, type Vec3 } from "../findings.ts";
import { type DisplacementFacts, DrawnSurfaces, listDisplacements } from "./drawn-surfaces.ts";
import { type EntityFacts, listEntities, NamedEntities } from "./entity-facts.ts";
import { createSight, type Eyes, listEyes, type Sight, Space } from "./space.ts";
import { findUsedPackedFiles, type PackedFiles, readPackedFiles } from "./used-packed-files.ts";

// Reading of the facts that models state about their use as props.

export interface PropModelFacts {
  /** Compiled with `$staticprop`. */
  readonly isStatic: boolean;
  /** Its key values have `prop_data`. */
  readonly hasPropData: boolean;
  /** Its `prop_data` has `allowstatic`, other than 0. */
  readonly allowsStatic: boolean;
  /** Lighting origin in model space, inches. */
  readonly illumPosition: readonly [number, number, number];
  readonly size: number;
}

/**
 * Reads a model's facts. Returns `null` if the model is missing or broken, which another rule
 * reports.
 */
async function readPropModel(
  readFile: (path: string) => Promise<Uint8Array | null>,
  name: string,
): Promise<PropModelFacts | null> {
  const bytes = await readFile(normalizePath(name));
  if (bytes === null) return null;
  try {
    const mdl = parseMdl(bytes);
    const data = findPropData(parseMdlRig(bytes).keyValues);
    return {
      isStatic: (mdl.flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0,
      hasPropData: data !== null,
      allowsStatic: data?.some(({ key, value }) => isAllowance(key, value)) ?? false,
      illumPosition: mdl.illumPosition,
      size: Math.hypot(...mdl.hullMaxs.map((value, axis) => value - mdl.hullMins[axis])),
    };
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

const isAllowance = (key: string, value: KeyValuesNode["value"]): boolean =>
  key.toLowerCase() === "allowstatic" &&
  typeof value === "string" &&
  Number.parseInt(value, 10) !== 0;

/** Finds `prop_data`, which may be at the top or inside any block. */
function findPropData(text: string): readonly KeyValuesNode[] | null {
  const find = (
    nodes: readonly KeyValuesNode[],
    depth: number,
  ): readonly KeyValuesNode[] | null => {
    for (const { key, value } of nodes) {
      if (typeof value === "string") continue;
      if (key.toLowerCase() === "prop_data") return value;
      const found = depth > 0 ? find(value, depth - 1) : null;
      if (found !== null) return found;
    }
    return null;
  };
  return find(parseKeyValues(text), 1);
}

export interface FactsInput {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly content: readonly ContentSource[];
  readonly limits?: Limits;
}

export class MapFacts {
  readonly name: string;
  readonly bsp: Bsp;
  /** Warnings from opening the map, such as parts left out. */
  readonly diagnostics: Diagnostics;
  readonly space: Space;
  readonly limits: MapLimits;
  /** Budget of the check. */
  readonly ledger: Ledger;
  /** Whether content was given. Without content, files outside the map are not judged. */
  readonly hasContent: boolean;
  readonly content: readonly ContentSource[];
  readonly #input: FactsInput;
  readonly #entities: readonly EntityFacts[];
  readonly #names: NamedEntities;
  #brushes: { readonly brushes: Brushes; readonly problem: string | null } | null = null;
  #packed: Promise<PackedFiles> | null = null;
  #gathered: Promise<GatheredContent> | null = null;
  readonly #models = new Map<string, Promise<PropModelFacts | null>>();
  #displacements: DisplacementFacts[] | null = null;
  #drawn: DrawnSurfaces | null = null;
  #sight: Sight | null = null;
  #eyes: Promise<Eyes> | null = null;
  #isBlind = false;
  #used: Promise<ReadonlySet<string>> | null = null;
  #pvs: Pvs | null | undefined;

  private constructor(input: FactsInput, bsp: Bsp, diagnostics: Diagnostics) {
    this.#input = input;
    this.name = input.name;
    this.content = input.content;
    this.hasContent = input.content.length > 0;
    this.bsp = bsp;
    this.diagnostics = diagnostics;
    this.ledger = new Ledger(input.limits);
    this.ledger.addInput(input.bytes.length);
    this.space = new Space(bsp, buildLeafTree(bsp));
    this.#entities = listEntities(bsp);
    this.#names = new NamedEntities(this.#entities);
    this.limits = this.#countLimits();
  }

  /**
   * Opens a map.
   * @throws FormatError if the file is not a map that can be drawn
   */
  static async read(input: FactsInput): Promise<MapFacts> {
    const diagnostics = new Diagnostics();
    const { bytes } = input;
    const key = findMapKey(bytes);
    const plain = key === null ? bytes : decipherMap(bytes, 0, key);
    try {
      const bsp = parseBsp(plain, diagnostics, input.limits);
      return new MapFacts({ ...input, bytes: plain }, bsp, diagnostics);
    } catch (error) {
      throw explainBadMagic(error, plain);
    }
  }

  /** Lumps that were left out or truncated, each with one sentence. */
  get damaged(): { readonly lump: string; readonly message: string }[] {
    return this.diagnostics.warnings
      .filter(({ code }) => code === "damaged-section" || code === "unsupported-lump")
      .map(({ subject, message }) => ({ lump: subject, message }));
  }

  /**
   * Throws UntoldError if entities may be missing because the lump is damaged, so that rules do not
   * report their absence.
   */
  get entities(): readonly EntityFacts[] {
    this.needs("LUMP_ENTITIES");
    return this.#entities;
  }

  /** Throws UntoldError as `entities` does. */
  get names(): NamedEntities {
    this.needs("LUMP_ENTITIES");
    return this.#names;
  }

  /** Throws UntoldError if one of the lumps is damaged. */
  needs(...lumps: readonly LumpName[]): void {
    for (const lump of lumps) {
      const { problem } = this.bsp.lumps[LUMP[lump]];
      if (problem !== undefined) throw new UntoldError(`${lump} is damaged: ${problem}`);
    }
  }

  /** `null` if the map has none. Throws UntoldError if they are damaged. */
  get staticProps(): StaticProps | null {
    this.needs("LUMP_GAME_LUMP");
    const { staticProps, gameLumps } = this.bsp;
    if (staticProps === null && gameLumps.some(({ id, length }) => id === "sprp" && length > 12)) {
      throw new UntoldError("the static props (game lump sprp) cannot be read");
    }
    return staticProps;
  }

  /** Throws UntoldError if the brushes are damaged. */
  get brushes(): Brushes {
    this.needs("LUMP_BRUSHES", "LUMP_BRUSHSIDES", "LUMP_LEAFBRUSHES");
    const { brushes, problem } = this.#readBrushes();
    if (problem !== null) throw new UntoldError(problem);
    return brushes;
  }

  /** Reads the brushes that are intact. */
  #readBrushes() {
    if (this.#brushes === null) {
      const { bytes, limits } = this.#input;
      const { header } = openLumps(bytes, limits);
      const diagnostics = new Diagnostics();
      const file = wholeBytes(bytes);
      const brushes = readBrushes(file, header, this.bsp, diagnostics, this.ledger);
      this.#brushes = { brushes, problem: diagnostics.warnings[0]?.message ?? null };
    }
    return this.#brushes;
  }

  /** `LVLFLAGS_*` of `bspfile.h`; `null` if the map's format is too old to have them. */
  get levelFlags(): number | null {
    const { length } = this.bsp.lumps[LUMP.LUMP_MAP_FLAGS];
    if (length < 4) return null;
    const { lumps } = openLumps(this.#input.bytes, this.#input.limits);
    const bytes = lumps.bytes("LUMP_MAP_FLAGS");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return bytes.length < 4 ? null : view.getUint32(0, lumps.littleEndian);
  }

  /** `null` if every cluster sees all others. */
  get pvs(): Pvs | null {
    this.needs("LUMP_VISIBILITY");
    if (this.#pvs === undefined) {
      const diagnostics = new Diagnostics();
      this.#pvs = buildPvs(this.bsp, diagnostics, this.ledger);
      const [problem] = diagnostics.warnings;
      if (problem !== undefined) throw new UntoldError(problem.message);
    }
    return this.#pvs;
  }

  get packed(): Promise<PackedFiles> {
    this.#packed ??= readPackedFiles(this.bsp.pakfile, this.ledger);
    return this.#packed;
  }

  /** Files that loading the map reads from the given content, and those that are missing. */
  get gathered(): Promise<GatheredContent> {
    this.#gathered ??= this.#gather();
    return this.#gathered;
  }

  async #gather(): Promise<GatheredContent> {
    const { bytes, content, limits } = this.#input;
    const { name, bsp } = this;
    const { tree } = this.space;
    const { brushes } = this.#readBrushes();
    const { zip: pakfile } = await this.packed;
    const map = { name, byteLength: bytes.length, bsp, tree, brushes, pakfile };
    return readMapContent(map, content, limits);
  }

  /** Files in the pakfile that something in the map names. */
  get usedPackedFiles(): Promise<ReadonlySet<string>> {
    this.#used ??= this.#findUsed();
    return this.#used;
  }

  async #findUsed(): Promise<ReadonlySet<string>> {
    const others = this.hasContent ? (await this.gathered).files : new Map();
    return findUsedPackedFiles(this.name, this.bsp, await this.packed, others);
  }

  /** Whether the given content has a file. */
  async isInContent(path: string): Promise<boolean> {
    if (!this.hasContent) return false;
    this.ledger.take("contentPaths", 1, path);
    for (const source of this.content) {
      const bytes = await source.read(path).catch(noFile);
      if (bytes !== null) return true;
    }
    return false;
  }

  /** Reads a file from the map or from the given content; `null` if neither has it. */
  async readFile(path: string): Promise<Uint8Array | null> {
    const own = await (await this.packed).read(path);
    if (own !== null) return own;
    this.ledger.take("contentPaths", 1, path);
    for (const source of this.content) {
      const bytes = await source.read(path).catch(noFile);
      if (bytes !== null) return bytes;
    }
    return null;
  }

  /** Throws UntoldError if the brushes are damaged. */
  get sight(): Sight {
    this.#sight ??= createSight(this.bsp, this.brushes, this.space);
    return this.#sight;
  }

  /**
   * Eye positions of players. Throws UntoldError if brushes, entities or visibility are damaged.
   */
  get eyes(): Promise<Eyes> {
    const { bsp, brushes, space, pvs, entities } = this;
    this.#eyes ??= listEyes(bsp, brushes, space, pvs, entities);
    return this.#eyes;
  }

  /** Result of `Sight.isClear`; true if it cannot be decided. */
  readonly isClear = (eye: Vec3, at: Vec3): boolean => {
    if (this.#isBlind) return true;
    try {
      return this.sight.isClear(eye, at);
    } catch (error) {
      if (!(error instanceof UntoldError || error instanceof FormatError)) throw error;
      this.#isBlind = true;
      return true;
    }
  };

  /** Throws FormatError (too-large). */
  get displacements(): readonly DisplacementFacts[] {
    this.needs("LUMP_DISPINFO", "LUMP_DISP_VERTS");
    this.#displacements ??= listDisplacements(this.bsp, this.ledger);
    return this.#displacements;
  }

  /** Throws UntoldError if displacements are damaged; FormatError (too-large). */
  get drawnSurfaces(): DrawnSurfaces {
    this.#drawn ??= new DrawnSurfaces(this.bsp, this.displacements, this.ledger);
    return this.#drawn;
  }

  /**
   * Returns a model's facts, or `null` if the model is missing or broken. Reads each model once.
   */
  propModel(name: string): Promise<PropModelFacts | null> {
    const key = name.toLowerCase();
    let model = this.#models.get(key);
    if (model === undefined) {
      model = readPropModel((path) => this.readFile(path), name);
      this.#models.set(key, model);
    }
    return model;
  }

  #countLimits(): MapLimits {
    const { bytes, limits } = this.#input;
    const { header, lumps: reader } = openLumps(bytes, limits);
    const { visibility, leafs, dialect, lumps, entities } = this.bsp;
    const clusterCount = visibility?.clusterCount ?? leafs.cluster.reduce(larger, -1) + 1;
    const { version, uncompressedLength } = header;
    const entityCount = entities.length;
    return listLimitUses(reader, {
      ...{ version, uncompressedLength, dialect, lumps, entityCount, clusterCount },
    });
  }
}

/** Returns `null` for an unreadable file. Another rule reports the error. */
function noFile(error: unknown): null {
  if (error instanceof Error) return null;
  throw error;
}

const larger = (a: number, b: number): number => Math.max(a, b);
