/**
 * Builds two meshes: LOD 0 with two vertices, LOD 1 with one. The data start at the next multiple
 * of 512 bytes.
 */
export function makeVhv(): Uint8Array {
  const bytes = new Uint8Array(1024);
  const view = new DataView(bytes.buffer);
  const header = [2, 0xdeadbeef, 4, 4, 3, 2];
  for (const [i, value] of header.entries()) view.setUint32(i * 4, value, true);
  const meshes = [
    [0, 2, 512],
    [1, 1, 520],
  ];
  for (const [i, mesh] of meshes.entries()) {
    for (const [k, value] of mesh.entries()) view.setUint32(40 + i * 28 + k * 4, value, true);
  }
  // B, G, R, A.
  bytes.set([1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 128], 512);
  return bytes;
}
