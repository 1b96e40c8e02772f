/** Answer of an analysis that the map's data does not allow. */
export interface CannotTell {
  /** Rest of a sentence that begins with "cannot be told, because". */
  readonly because: string;
}

export function isCannotTell<T extends object>(answer: T | CannotTell): answer is CannotTell {
  return "because" in answer;
}
