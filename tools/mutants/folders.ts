export type Folder = {
  /** A folder of src. */
  readonly name: string
  /** The test files that run. */
  readonly tests: readonly string[]
  /** The part of the mutants that a run draws, so that all folders together take about fifteen minutes. */
  readonly share: number
}

const PURE = ['src/domain/**/*.test.ts', 'src/views/**/*.test.ts']

/** The tests of answers. Tests of headers, limits and connections use no view. */
const ANSWERS = ['src/reads/**/*.test.ts', 'src/webhooks/{create,list,log,update}.test.ts']
const AGENTS = [
  'src/surfaces/mcp/{changes,resources,result,tools}.test.ts',
  'src/surfaces/a2a/{agent-card,questions,send-message}.test.ts',
]
/** The tests of pages. Tests of the frame around a page use no view. */
const PAGES =
  'src/surfaces/pages/{changes,documents,evidence,home,lists,project-day,report,status,token,project/*}.test.ts'
/** The tests of the traces of evaluations and of ledger entries. */
const TRACES = 'src/app/telemetry/trace-chain.test.ts'

export const FOLDERS: readonly Folder[] = [
  { name: 'domain', tests: PURE, share: 0.03 },
  { name: 'views', tests: ['src/views/**/*.test.ts', ...ANSWERS, ...AGENTS, PAGES], share: 0.01 },
  { name: 'ledger', tests: ['src/ledger/**/*.test.ts', TRACES], share: 0.15 },
  { name: 'evaluate', tests: ['src/evaluate/**/*.test.ts', TRACES], share: 0.04 },
]
