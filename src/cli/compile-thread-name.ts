/** By this a thread knows what it is for: apart, so that the command starts without the compilers. */
export const COMPILE_THREAD = "visleaf compile thread";
