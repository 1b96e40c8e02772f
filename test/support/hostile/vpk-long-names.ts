/** Builds a VPK whose files share a long extension and a long folder name. */
export function vpkLongNames(files: number, nameBytes: number): Uint8Array {
  const long = `${"x".repeat(nameBytes)}\0`;
  const names = new TextEncoder().encode(long + long);
  const entryBytes = 2 + 18;
  const tree = new Uint8Array(names.length + files * entryBytes + 3);
  tree.set(names);
  for (let i = 0; i < files; i++) {
    const at = names.length + i * entryBytes;
    tree[at] = 0x61 + (i % 26);
    tree.fill(0xff, at + 18, at + 20);
  }
  const bytes = new Uint8Array(12 + tree.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x55aa1234, true);
  view.setUint32(4, 1, true);
  view.setUint32(8, tree.length, true);
  bytes.set(tree, 12);
  return bytes;
}
