/**
 * `workerData` that tell a thread its purpose. In a separate file, so that the command starts
 * without loading the threads' code.
 */
export const COMPILE_THREAD = "visleaf compile thread";
export const UNPACK_THREAD = "visleaf unpack thread";
