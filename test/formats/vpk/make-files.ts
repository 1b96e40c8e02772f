/** Files for archives, by path, with different bytes. */

export function makeFiles(paths: readonly string[], byteLength = 100): Map<string, Uint8Array> {
  return new Map(
    paths.map((path, i) => [
      path,
      Uint8Array.from({ length: byteLength + i }, (_, at) => (at * 7 + i * 31) & 255),
    ]),
  );
}

export const GAME_PATHS = [
  "materials/brick/wall.vmt",
  "materials/brick/wall.vtf",
  "materials/brick/floor.vtf",
  "models/props/crate.mdl",
  "models/props/crate.dx90.vtx",
  "readme",
  "root.txt",
  "folder/no_extension",
  "a folder/with a space/some file.txt",
  "__proto__/constructor.vmt",
  "__proto__",
  "materials/ünïcode/wänd.vmt",
];
