/** Whether a file is what models are compiled from: a script, a mesh or an animation, shapes of a face. */
export const isModelSource = (path: string): boolean => /\.(qc|smd|vta)$/i.test(path);
