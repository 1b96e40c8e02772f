/** By these a thread knows what it is for: apart, so that the command starts without its parts. */
export const COMPILE_THREAD = "visleaf compile thread";
export const UNPACK_THREAD = "visleaf unpack thread";
