/** What an analysis answers where a map does not let it be told. */
export interface CannotTell {
  /** The rest of a sentence that begins with "cannot be told, because". */
  readonly because: string;
}

export function isCannotTell<T extends object>(answer: T | CannotTell): answer is CannotTell {
  return "because" in answer;
}
