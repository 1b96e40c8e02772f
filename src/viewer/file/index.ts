/** The lumps of a map file, read in a worker as they are asked for. */

export { createFileReader, type FileReader, placeOf } from "./file-reader.ts";
