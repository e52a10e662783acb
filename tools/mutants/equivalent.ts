interface Equivalent {
  readonly file: string
  /** As a run prints it after the place. */
  readonly change: string
  readonly reason: string
}

/** Reviewed changes that no input can tell from the code. A change that a test could notice does not belong here. */
const EQUIVALENT: readonly Equivalent[] = []

/** The reviewed reason why a change of a file has no effect. */
export function findReason(file: string, change: string): string | undefined {
  return EQUIVALENT.find((one) => one.file === file && one.change === change)?.reason
}
