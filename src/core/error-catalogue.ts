/**
 * Explains every error and warning code of visleaf in plain words. No code on the way to open a map
 * imports this module: only `visleaf explain`, docs/errors.md and the failure messages use it.
 */

import { DEVICE_ERRORS, type ErrorCase, type ErrorRow } from "./device-errors.ts";
import type { WarningCode } from "./diagnostics.ts";
import type { FormatErrorCode } from "./errors.ts";

/** A map whose BSP version is not supported. */
const FOREIGN_MAP: ErrorCase = {
  match: /^BSP header .*: expected version (.+), found (.+) \[/,
  means: "This is a Source map of version $2, which is not read: maps of version $1 are.",
  remedy: "The file may be sound: check which game it is from, and try a newer visleaf.",
  example: "BSP header at byte 4: expected version 17 to 25 or 27, found 99 [bad-version]",
};

const DAMAGED_ARCHIVE = {
  match: /^(?:ZIP|LZMA) /,
  means: "The archive is damaged, or its download was cut short.",
  remedy: "Get it again.",
};

/** Each example is the message of a reader for a small damaged file (`test/core/error-catalogue.test.ts`). */
export const FORMAT_ERRORS: Readonly<Record<FormatErrorCode, ErrorRow>> = {
  "bad-magic": {
    means: "The file does not start with the signature of its format.",
    remedy:
      "Check what the file is: a saved web page, an archive to unpack first, or a file with a wrong name.",
    example: "VVD vertexFileHeader_t at byte 0: expected IDSV, found IDST [bad-magic]",
    cases: [
      {
        match: /, found a VPK archive \[/,
        means: "This is a VPK archive of game content.",
        remedy: "Use it as content for a map, or open a map inside it.",
        example: "BSP header at byte 0: expected VBSP or PSBV, found a VPK archive [bad-magic]",
      },
      {
        match: /, found (.+ archive) \[/,
        means: "This is $1, which is not read.",
        remedy: "Unpack it, and open the map that is in it.",
        example: "BSP header at byte 0: expected VBSP or PSBV, found a RAR archive [bad-magic]",
      },
      {
        ...DAMAGED_ARCHIVE,
        example:
          "ZIP end of central directory at byte 178: expected an end of central directory record, found none [bad-magic]",
      },
      {
        match: /^BSP header .*, found ([^"].*) \[/,
        means: "This is $1, not a compiled Source map (.bsp), nor an archive with one.",
        remedy: "Download the map itself.",
        example: "BSP header at byte 0: expected VBSP or PSBV, found a web page [bad-magic]",
      },
      {
        match: /^BSP header /,
        means: "This is not a compiled Source map (.bsp), nor an archive with one.",
        remedy: "Check where it is from: it may be another kind of file with a wrong name.",
        example:
          'BSP header at byte 0: expected VBSP or PSBV, found "\\u0000\\u0000\\u0000\\u0000" [bad-magic]',
      },
    ],
  },
  "bad-version": {
    means: "The format is known, but this version of it is not supported.",
    remedy: "The file may be sound: check which game it is from, and try a newer visleaf.",
    example: "MDL studiohdr_t at byte 4: expected version 44 to 49, found 99 [bad-version]",
    cases: [FOREIGN_MAP],
  },
  truncated: {
    means: "The file ends before its data does.",
    remedy:
      "Get the file again: the transfer was cut short. `visleaf repair` saves the rest of a map.",
    example:
      "BSP LUMP_PLANES at byte 24: expected an end within 1100 bytes, found 1240 + 280 [truncated]",
    cases: [
      {
        match: /, found an empty file \[/,
        means: "The file is empty.",
        remedy: "Get it again.",
        example: "BSP header at byte 0: expected a map, found an empty file [truncated]",
      },
    ],
  },
  "bad-count": {
    means: "A count or length is negative, exceeds the file, or is not a whole number of records.",
    remedy: "Get the file again: it is damaged, or a faulty tool wrote it.",
    example: "BSP LUMP_PLANES at byte 24: expected a length of 0 or more, found -4 [bad-count]",
  },
  "bad-offset": {
    means: "An offset points outside the file or outside its section.",
    remedy: "Get the file again: its directory is damaged, or a faulty tool wrote it.",
    example: "BSP LUMP_PLANES at byte 24: expected an offset from 1036, found 100 [bad-offset]",
  },
  "bad-index": {
    means: "An index points past the end of its table.",
    remedy: "Get the file again or recompile it: its parts do not belong together.",
    example:
      "BSP LUMP_EDGES at byte 3436: expected vertex of row 1 from 0 to below 44 (vertexes), found 44 [bad-index]",
  },
  "bad-value": {
    means: "A value is not allowed by the format, such as a position that is not a number.",
    remedy: "Get the file again or recompile it.",
    example:
      "BSP LUMP_PLANES at byte 1240: expected a finite normal in row 0, found NaN [bad-value]",
  },
  cycle: {
    means: "References form a cycle, such as a tree node that is its own child.",
    remedy: "Get the file again or recompile it: compilers do not write this.",
    example:
      "BSP LUMP_NODES at byte 2200: expected one parent of node 3, found nodes 0 and 2 [cycle]",
  },
  mismatch: {
    means: "Files or tables that belong together do not match, such as a model's .mdl and .vvd.",
    remedy: "Take all files from the same build.",
    example:
      "BSP LUMP_DISPINFO at byte 3904: expected displacement 0 on face 0, found -1 [mismatch]",
    cases: [
      {
        ...DAMAGED_ARCHIVE,
        example: "ZIP a.txt at byte 0: expected 300 stored bytes, found 200 [mismatch]",
      },
    ],
  },
  "too-large": {
    means: "Opening the file would cost more time or memory than a file of its size should.",
    remedy:
      "It may be damaged or malicious. If you trust it, raise the limit in the message (`--limit NAME=NUMBER`, docs/limits.md).",
    example:
      "BSP LUMP_FACES at byte 0: expected at most 43 face edges from 11638 bytes, packed and unpacked, found 44 [too-large]",
  },
  syntax: {
    means: "The text is not valid in its format.",
    remedy: "Check the line in the message: usually a quote or a brace is missing.",
    example: "VMF world at line 1: expected a } that closes the block, found the end [syntax]",
  },
  unsupported: {
    means: "The file looks sound but is of an unsupported kind.",
    remedy: "Convert it, or request support: docs/formats.md lists what is read.",
    example:
      "MDL studiohdr_t at byte 4: expected version 44 to 49, found 10 (Half-Life and its kin) [unsupported]",
    cases: [
      {
        ...FOREIGN_MAP,
        example:
          "BSP header at byte 4: expected version 17 to 25 or 27, found 29 (Titanfall) [unsupported]",
      },
      {
        match: /^(ZIP|LZMA) /,
        means: "The archive uses an unsupported compression or encryption.",
        remedy: "Pack it as a plain zip, without a password.",
        example: "ZIP a.txt at byte 0: expected method 0, 8 or 14, found 9 [unsupported]",
      },
    ],
  },
};

/** Problems that do not stop a load. */
export const WARNINGS: Readonly<Record<WarningCode, ErrorRow>> = {
  "damaged-section": {
    means: "A lump or section is broken and was left out, all or in part; the rest is shown.",
    remedy: "Get the file again; `visleaf repair` writes a map without its broken lumps.",
    example:
      "BSP LUMP_OVERLAYS at byte 728: expected an end within 90000 bytes, found 89000 + 3520 [truncated]",
  },
  "missing-material": {
    means: "A material was not found: its mean colour or a pattern is shown.",
    remedy: "Add the game or folder that has it as content (`--content`).",
    example: "No material materials/concrete/floor01.vmt: its mean colour is shown.",
  },
  "missing-texture": {
    means: "A texture of a material, the sky or the colour correction was not found.",
    remedy: "Add the game or folder that has it as content (`--content`).",
    example: "No texture materials/concrete/floor01.vtf.",
  },
  "missing-model": {
    means: "A model, or a file that belongs to it, was not found.",
    remedy: "Add the game or folder that has it, with its .vvd and .vtx, as content.",
    example: "No models/props/crate.vvd: none of the model's triangles are drawn.",
  },
  "missing-particles": {
    means: "No file of the manifests defines a particle system of the map: it is not drawn.",
    remedy: "Add the game or folder with its .pcf and particles_manifest.txt as content.",
    example: "No particle system fire_jet_01 in the files of the manifests.",
  },
  "missing-sequence": {
    means: "The model has no sequence of the requested name, or the sequence is broken.",
    remedy: "Run `visleaf inspect MODEL.mdl` for the names; case does not matter.",
    example: "the model has no sequence dance",
  },
  "unreadable-material": {
    means: "A material was found but cannot be read.",
    remedy: "Run `visleaf inspect FILE.vmt` to see the fault.",
    example:
      "materials/glass/pane.vmt is broken: VMT materials/glass/pane.vmt at line 1: expected { [syntax]",
  },
  "unreadable-texture": {
    means: "A texture was found but cannot be read.",
    remedy: "Run `visleaf inspect FILE.vtf` to see the fault.",
    example:
      "materials/glass/pane.vtf is left out: VTF header at byte 0: expected 80 bytes, found 12 [truncated]",
  },
  "unreadable-model": {
    means: "A model, or a file that belongs to it, was found but cannot be read.",
    remedy: "Run `visleaf inspect MODEL.mdl` to see the fault: its files may be of two builds.",
    example:
      "models/props/crate.mdl is left out: VVD header at byte 8: expected checksum 1, found 2 [mismatch]",
  },
  "unreadable-particles": {
    means: "A file of particle systems, or a manifest of them, was found but cannot be read.",
    remedy: "Run `visleaf inspect FILE.pcf` to see the fault.",
    example:
      "particles/fire_01.pcf is broken: PCF element 3 (fire) at byte 728: expected 0 to 90, found 4000 [bad-count]",
  },
  "unsupported-shader": {
    means: "The material's shader is not supported: its base texture is shown.",
    remedy: "No action needed; docs/fidelity.md lists the supported shaders.",
    example: "Shader Eyeball of materials/models/eye.vmt is not known: its base texture is shown.",
  },
  "unsupported-proxy": {
    means: "The material uses an unsupported proxy and stands still.",
    remedy: "No action needed; docs/fidelity.md lists the supported proxies.",
    example:
      "Proxy PlayerSpeed of materials/dev/meter.vmt is not known: the values that it changes stay constant.",
  },
  "unsupported-lump": {
    means: "A lump of an unsupported kind was left out; the rest is shown.",
    remedy: "Add the game or folder that has the same files as content (`--content`).",
    example:
      "The map's own files use the packing of the first Xbox (LUMP_XZIPPAKFILE): they are left out.",
  },
  "over-budget": {
    means: "Something was left out or reduced because it exceeds a limit.",
    remedy: "If you trust the file, raise the limit in the message (`--limit`, docs/limits.md).",
    example: "Beams are left out: there are too many.",
  },
  "host-given-up": {
    means:
      "A server lacks most of the requested files or does not answer: no more requests are sent to it.",
    remedy: "Check the address of the content, and try again later.",
    example: "No more requests are sent to example.com: it did not answer 3 requests in a row.",
  },
  "not-drawn": {
    means: "Something in the map is not drawn.",
    remedy: "No action needed: the map names a place, model or texture that does not exist.",
    example: "2 beams without a named end are not drawn: they strike at random.",
  },
  lighting: {
    means: "The map has no lightmaps, or not the requested ones.",
    remedy: "Compile the map with vrad (`visleaf compile`), or request its other light (`--side`).",
    example: "The map has no lightmaps: it is shown unlit.",
  },
};

/**
 * Errors with a class name and no code: `error.name`, for callers of the library or the command.
 */
export const NAMED_ERRORS: Readonly<Record<string, ErrorRow>> = {
  FormatError: {
    means: "A file is bad or unsupported; its `code` is in the first table.",
    remedy: "Look up its code. The command ends with exit code 2.",
    example: "MDL header at byte 4: expected version 44 to 49, found 10 [bad-version]",
  },
  GpuError: {
    means: "The graphics failed; its `code` is in the table of the page.",
    remedy: "Look up its code.",
    example: "GPU: WebGPU found no graphics adapter [no-adapter]",
  },
  LoadEndedError: {
    means: "A load was stopped because it cost too much; its `reason` is `stalled` or `memory`.",
    remedy: "Look up its reason.",
    example: 'The load was ended: its stage "parse" stalled (30 s without an answer)',
  },
  CancelledError: {
    means: "Work was cancelled, for example by opening another map.",
    remedy: "No action needed: it is not shown.",
    example: "cancelled",
  },
  NoModelError: {
    means: "A model is not in the content, or has nothing to draw.",
    remedy: "Add the content that has it, with its .vvd and .vtx.",
    example: "There is no models/props/crate.mdl in the content.",
  },
  NoSystemError: {
    means: "A PCF has no particle system, or none of the given name.",
    remedy: "Give one of the names that visleaf inspect lists.",
    example: 'there is no system "fire_jet_02"; there are fire_jet_01, fire_medium_02',
  },
  SilentHostError: {
    means: "A server did not answer in time.",
    remedy: "Try again later, or take the file from elsewhere.",
    example: "https://example.com/a.bsp: no answer within 30 s",
  },
  PassingError: {
    means: "A download broke off, or its server is in trouble.",
    remedy: "Try again: visleaf retried several times before it gave up.",
    example: "https://example.com/a.bsp broke off at byte 1048576",
  },
  CliError: {
    means: "The command failed; the file may be sound.",
    remedy: "The message names what is missing or in the way. Exit code 1.",
    example: "visleaf: out/a.png cannot be written: /maps/out is no folder",
  },
  UsageError: {
    means: "The command line is wrong.",
    remedy: "See the verb's --help. Exit code 1.",
    example: 'visleaf: there is no verb "opne" (see `visleaf --help`)',
  },
  NoGpuError: {
    means: "The command found no GPU and no software driver.",
    remedy:
      "Install Chromium, which has a software driver, or the package `webgpu`, as the message says.",
    example: "visleaf: no WebGPU adapter: neither a GPU nor a driver for it was found",
  },
  LackingFileError: {
    means: "A file that belongs to a model is not beside it.",
    remedy: "Put the model's .vvd, .vtx and .ani beside its .mdl.",
    example: "visleaf: there is no models/props/crate.vvd beside the model",
  },
  DeviceLostError: {
    means: "The graphics device was lost during a benchmark.",
    remedy: "Run it again with nothing else drawing; earlier measurements stay valid.",
    example: "the GPU device was lost: destroyed",
  },
  IncomparableError: {
    means: "Two benchmark reports cannot be compared.",
    remedy: "Measure both with the same map, size and path.",
    example: "the two runs of gg_canyon are not of the same size: 640x360 and 1280x720",
  },
};

export type ErrorKind = "file" | "warning" | "page" | "named";

/** A row as plain data: each case of a code becomes a row like the code itself. */
export interface CatalogueRow extends Omit<ErrorRow, "cases"> {
  readonly kind: ErrorKind;
  readonly code: string;
}

const TABLES: Readonly<Record<ErrorKind, Readonly<Record<string, ErrorRow>>>> = {
  file: FORMAT_ERRORS,
  warning: WARNINGS,
  page: DEVICE_ERRORS,
  named: NAMED_ERRORS,
};

/** Returns the row for a message: the code's first case that matches it, or the code's own row. */
export function explainMessage(kind: ErrorKind, code: string, message: string): CatalogueRow {
  const row = TABLES[kind][code];
  const found = row.cases?.find(({ match }) => match.test(message));
  return found === undefined ? plainRow(kind, code, row) : caseRow(kind, code, row, found, message);
}

const plainRow = (kind: ErrorKind, code: string, { cases: _, ...row }: ErrorRow): CatalogueRow => ({
  ...{ kind, code },
  ...row,
});

function caseRow(
  kind: ErrorKind,
  code: string,
  row: ErrorRow,
  { match, means = row.means, remedy = row.remedy, example }: ErrorCase,
  message: string,
): CatalogueRow {
  const parts = match.exec(message) ?? [];
  const fill = (text: string) => text.replace(/\$(\d)/g, (_, part) => parts[Number(part)] ?? "");
  return { kind, code, means: fill(means), remedy: fill(remedy), example };
}

/** All rows by kind. Each code is followed by its cases, filled in from their own examples. */
export const ERROR_CATALOGUE: readonly CatalogueRow[] = Object.entries(TABLES).flatMap(
  ([kind, table]) =>
    Object.entries(table).flatMap(([code, row]) => [
      plainRow(kind as ErrorKind, code, row),
      ...(row.cases ?? []).map((one) => caseRow(kind as ErrorKind, code, row, one, one.example)),
    ]),
);

/**
 * Finds the rows of a code, ignoring case, or the row of a whole message: one with a code in
 * brackets at its end, or a known sentence.
 */
export function findErrorRows(text: string): CatalogueRow[] {
  const bracketed = /\[([\w-]+)\]\s*$/.exec(text)?.[1];
  const wanted = (bracketed ?? text).trim().toLowerCase();
  const rows = ERROR_CATALOGUE.filter(({ code }) => code.toLowerCase() === wanted);
  if (bracketed !== undefined) {
    const codes = [...new Map(rows.map((row) => [`${row.kind} ${row.code}`, row])).values()];
    return codes.map(({ kind, code }) => explainMessage(kind, code, text));
  }
  const isSentence = DEVICE_ERRORS.failed.cases.some(({ match }) => match.test(text));
  return rows.length === 0 && isSentence ? [explainMessage("page", "failed", text)] : rows;
}
