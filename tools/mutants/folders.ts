export type Folder = {
  /** A folder of src. */
  readonly name: string
  /** The test files that run. */
  readonly tests: readonly string[]
  /** The part of the mutants that a run draws, so that all folders together take about fifteen minutes. */
  readonly share: number
}

const PURE = ['src/domain/**/*.test.ts', 'src/views/**/*.test.ts']

/** The tests that read answers over HTTP. Those of headers, limits and connections see no view. */
const ANSWERS = [
  'accelerating',
  'agent',
  'agent-stats',
  'agent-status',
  'agent-words',
  'api-index',
  'builder',
  'builders',
  'built-on',
  'chain-day',
  'changelog',
  'changes',
  'compare',
  'contracts',
  'diff',
  'discovery',
  'dossier',
  'evidence',
  'explain',
  'history',
  'market',
  'market-integrity',
  'monthly-reports',
  'outage-lists',
  'project',
  'project-contracts',
  'projects',
  'receipts',
  'relationships',
  'scan',
  'scan-batch',
  'ship-feed',
  'ships',
  'snapshot',
  'timeline',
  'token',
  'token-profile',
  'webhooks',
].map((subject) => `src/surfaces/http/${subject}.test.ts`)
const AGENTS = [
  'src/surfaces/mcp/{changes,resources,result,tools}.test.ts',
  'src/surfaces/a2a/{agent-card,questions,send-message}.test.ts',
]
/** Those of the frame around a page see no view. */
const PAGES =
  'src/surfaces/pages/{changes,documents,evidence,home,lists,project-day,report,status,token,project/*}.test.ts'
/** The traces of evaluations and of ledger entries. */
const TRACES = 'src/app/telemetry/trace-chain.test.ts'

export const FOLDERS: readonly Folder[] = [
  { name: 'domain', tests: PURE, share: 0.03 },
  { name: 'views', tests: ['src/views/**/*.test.ts', ...ANSWERS, ...AGENTS, PAGES], share: 0.01 },
  { name: 'ledger', tests: ['src/ledger/**/*.test.ts', TRACES], share: 0.15 },
  { name: 'evaluate', tests: ['src/evaluate/**/*.test.ts', TRACES], share: 0.04 },
]
