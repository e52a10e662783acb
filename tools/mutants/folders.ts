export interface Folder {
  /** A folder of src. */
  readonly name: string
  /** The folders whose quick tests run. */
  readonly tests: readonly string[]
  /** The part of the mutants that a run draws, so that all folders together take about fifteen minutes. */
  readonly share: number
}

const PURE = ['src/domain', 'src/views']

export const FOLDERS: readonly Folder[] = [
  { name: 'domain', tests: PURE, share: 0.06 },
  { name: 'views', tests: ['src/views', 'src/surfaces'], share: 0.02 },
  { name: 'ledger', tests: ['src/ledger'], share: 0.15 },
  { name: 'evaluate', tests: ['src/evaluate'], share: 0.05 },
]
