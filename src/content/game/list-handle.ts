/**
 * Lists a folder by lower-case name. If names differ in case only, the first in sort order wins.
 */
export async function listHandle(
  folder: FileSystemDirectoryHandle,
): Promise<Map<string, FileSystemHandle>> {
  const handles: FileSystemHandle[] = [];
  try {
    for await (const handle of folder.values()) handles.push(handle);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the folder ${folder.name} can no longer be read (${reason}); pick it again`);
  }
  const byName = new Map<string, FileSystemHandle>();
  for (const handle of handles.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = handle.name.toLowerCase();
    if (!byName.has(name)) byName.set(name, handle);
  }
  return byName;
}
