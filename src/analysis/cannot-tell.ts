/** Answer of an analysis that the map's data does not allow. */
export interface CannotTell {
  /** Reason, phrased to follow "because". */
  readonly because: string;
}

export function isCannotTell<T extends object>(answer: T | CannotTell): answer is CannotTell {
  return "because" in answer;
}
