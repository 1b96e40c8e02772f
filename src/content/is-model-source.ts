/** True if a file is a model source: a script, a mesh or animation, or face shapes. */
export const isModelSource = (path: string): boolean => /\.(qc|smd|vta)$/i.test(path);
