import { EVIDENCE_PREFIXES } from '#contract/ids.ts'
import { recordOf } from '#contract/keyed.ts'
import { FIELD_NAMES } from '../../words/fields.ts'
import type { ObjectWords } from './words.ts'

const PAGE_URL = "Address of the project's page"
const PROJECT_NAME = 'Name of the project, as it writes it'
const SHIP_URL = 'Where the ship is published; null or absent where it has no address'

const CARD: ObjectWords = { name: PROJECT_NAME, url: PAGE_URL }

/** The dimensions of coverage: the same in the dossier and in a scan. */
const DIMENSIONS: ObjectWords = {
  building: 'Whether shipping could be read: repositories, packages, feeds and deployments',
  contracts: 'Whether the contracts of the project and the calls to them could be read',
  verified_source: 'Whether the explorers could be asked for verified source of its contracts',
  market: 'Whether the market of its token could be read',
  locks: 'Whether the locks of its token could be read',
  token_verification: 'Whether it could be checked which token the project names',
}

const RADAR_VALUE = 'HELD: it builds more than it is noticed; NOT_MEASURED: `reason` says why'
const OF_SERIES = {
  basis:
    'knowledge: what the service concluded then; observed: what a provider stated; reconstructed_from_chain: read from blocks later',
  unit: 'Unit of the values in words, for example US dollars',
}
const SERIES: ObjectWords = { ...OF_SERIES, name: 'What the series records' }
const POINT_PROVIDER = 'Provider of the value; absent for a value that the service concluded'

const RANKED: ObjectWords = {
  parts: 'The three parts of the score, each measured or not',
  'parts.building': 'How much the project ships: its Build Momentum',
  'parts.research': 'How far the project is researched',
  'parts.use': "How much the project's own functions are called",
  score: 'Score on the Radar, 0 to 100 points',
}

/** Words of the answers about projects, their days and their rankings. */
export const PROJECT_WORDS: Readonly<Record<string, ObjectWords>> = {
  AcceleratingList: { items: 'The projects, the newest signal first; empty: `reason` says why' },
  AcceleratingProject: {
    claim: 'The claim note of the signal: its rule and its evidence',
    title: 'The signal in one line',
  },
  BuiltOn: {
    buildsOn: 'The projects that this project builds on',
    builtOnBy: 'The projects that build on this project',
  },
  BuiltOnLink: {
    statedOn: 'The day of the statement; absent where it has no date',
    statement: 'The reviewed statement in one sentence',
  },
  BuiltOnLinks: {
    items: 'The statements, the newest first; absent while none was reviewed',
    total: 'Number of statements; absent, not 0, while none was reviewed',
    truncated: 'True: more statements exist than are listed',
  },
  ClaimNote: {
    evidence_total: 'Number of evidence ids in all; absent for an unknown claim',
    observed_at: 'When the recorded fact was observed; absent for a derived or an unknown claim',
  },
  CodeWeek: {
    readTo: 'The instant up to which the commits of the week were read',
    weekStart: 'The Monday with which the week begins, in UTC',
  },
  ComparedProject: {
    ...CARD,
    coverage: 'How far each dimension of the project is read',
    score: 'How the project builds and how much it is noticed',
  },
  ComparedRadar: {
    rankedAt: 'When the Radar was ranked',
    score: 'Score on the Radar, 0 to 100 points',
  },
  Comparison: { items: 'The projects in the order in which they were asked for' },
  CoverageFact: { fact: 'Name of the fact, as `fact` of the explanation takes it' },
  CoverageItem: { dimension: 'The part of the project that was read or not' },
  Diff: {
    events: 'How many events of each type the ledger has in the span',
    from: 'The first day of the span',
    series: 'Each series of the history on the two days',
    to: 'The last day of the span',
  },
  DiffSeries: SERIES,
  DiffValue: { provider: POINT_PROVIDER },
  Dossier: {
    ...CARD,
    coverage: 'How far each dimension of the project is read',
    market: 'The market of its token; absent without a token',
    score: 'How the project builds and how much it is noticed',
    token: 'The token of the project; absent without one',
  },
  DossierCoverage: DIMENSIONS,
  DossierCoverageEntry: {
    observedAt: 'Up to when it was read; absent while a part of it never was',
  },
  DossierMarket: { observedAt: 'When the newest reading that the status rests on was made' },
  DossierScore: {
    underTheRadar: 'Whether the project ships much and is noticed little',
  },
  DossierSource: {
    establishedOn: 'The day on which the attribution was made',
    establishedStatement: 'Why the source is attributed to the project, in one sentence',
    fork: 'Whether the repository is a fork; absent before its first reading, and for other kinds of source',
    id: 'Evidence id of the source',
    notCountedReason: 'Why the source does not count; absent while it counts',
    upstream: 'The repository that a fork was made from; absent where its host does not name it',
  },
  DossierStatement: {
    by: 'Whose statement it is: the site, the repository, the holder of a key, or the operator of the catalogue',
    id: 'Evidence id of the statement',
    kind: 'What the statement is about',
    names: 'The contract that the statement names; absent where it names none',
    outcome:
      'What the last check of its signature found, or the last reading of its deploy record; absent before the first, and where it has neither',
    statedOn: 'The day of the statement; absent where it has no date',
    statement: 'The statement in one sentence',
  },
  DossierToken: { name: 'Name of the token, as the contract returns it' },
  EarlierRank: { rank: 'Rank on that day, from 1' },
  EvidenceLink: { id: 'Evidence id of a record that the value rests on' },
  ExplainableFact: { fact: 'Name of the fact, as the parameter `fact` takes it' },
  ExplainedInput: { name: 'Name of the input in the rule' },
  Explanation: {
    evidenceTotal: 'Number of evidence ids in all; absent while the fact is unknown',
    fact: 'Name of the fact; absent in the index',
    inputs: 'What the rule got, in its order; absent in the index',
    state: 'Recorded with its source, derived by a rule, or unknown; absent in the index',
  },
  History: {
    from: 'The first day that was asked for',
    series: 'Every series that was asked for, each with its recorded days',
    to: 'The last day that was asked for',
  },
  HistoryItem: { provider: POINT_PROVIDER },
  HistoryLine: { ...OF_SERIES, provider: POINT_PROVIDER, series: 'The series that the line belongs to' },
  HistorySeries: SERIES,
  LastShip: { title: 'Title of the ship, in the words of its source', url: SHIP_URL },
  LineageStep: {
    at: 'When the step happened; absent while it has not',
    step: 'The stage between the sources and what is published',
  },
  Market: { observedAt: 'When the newest reading that the status rests on was made' },
  MonthlyCoverage: {
    dimension: 'The part of a project that is read or not',
    notMeasured: 'The projects that were not measured, by reason',
    'notMeasured[].projects': 'Number of projects with that state at the end of the month',
  },
  MonthlyHighlight: { evidence: 'Evidence ids of the change' },
  MonthlyReport: {
    changes: 'Changes that the ledger has of the month, by type',
    'changes[].changes': 'Number of changes of the type; null while it was not measured',
    coverage: 'How many projects were measured, by dimension',
    'ships[].ships': 'Number of ships of the kind; null while nothing that shows them was read',
    'statuses[].projects': 'Number of projects with the status; null while it was not measured',
  },
  MonthlyReportList: { items: 'The months, newest first; empty before the first month has ended' },
  MonthlyReportReference: { url: 'Address of the report' },
  PaceWindow: { from: 'Start of the window', to: 'End of the window, not included' },
  ProjectCard: CARD,
  ProjectList: { items: 'The projects, in the order of the list' },
  ProjectReference: CARD,
  RadarBuilding: { buildMomentum: 'Build Momentum, 0 to 100 points; null while not measured' },
  RadarItem: RANKED,
  RadarLine: RANKED,
  RadarList: { items: 'The projects, the highest rank first; empty while `available` is false' },
  Ship: {
    codeWeek: 'The counts of the week, for a ship of kind code week; absent for every other kind',
    source: 'The source that the ship was read from',
    url: SHIP_URL,
    version: 'Version that the source gives it; absent where it gives none',
  },
  ShipList: { items: 'The ships, newest first' },
  Snapshot: {
    build: 'What the project ships, with its status and its score',
    coverage: 'How far each dimension of the project is read',
    freshness: 'When the project was evaluated, and when each provider last answered',
    identity: 'Who the project is, and its token',
    latestChanges: 'The newest changes of the project in the ledger',
    locks: 'The locks of its token',
    market: 'The market of its token: context, never an input of a conclusion about building',
    onChainUse: "Calls to the project's own functions over seven complete days",
    verification: 'Whether the project names this token, and how far it is researched',
  },
  SnapshotBuild: {
    underTheRadar: 'Whether the project ships much and is noticed little',
  },
  SnapshotIdentity: { ...CARD, token: 'The token of the project; absent without one' },
  SnapshotMarket: {
    integrity: 'What market readings show of their own figures; it states no cause',
    observedAt: 'When the newest reading that the status rests on was made',
  },
  Suggestion: {
    contract: 'Contract of its token; absent without one',
    name: PROJECT_NAME,
  },
  Suggestions: { items: 'Exact matches first; empty when nothing matches' },
  Timeline: { items: 'The entries, newest first' },
  TimelineEntry: {
    codeWeek: 'The counts of the week, for a week of code; absent for every other entry',
    kind: 'Kind of evidence: the prefix of the evidence id',
  },
  TimelineTotals: recordOf(EVIDENCE_PREFIXES, () => 'Records held of this kind; absent while it is withheld'),
  UnderTheRadar: { value: RADAR_VALUE },
  UnknownInput: {
    input: 'Name of the input that was not known',
    reason: 'Why the input is unknown',
  },
  UnreadStream: {
    source: 'Evidence id of the source',
    stream: 'What is read of the source, for example releases',
  },

  PartnerCard: {
    as_of: 'When the project was last evaluated; null before the first time',
    chain_id: 'Number of the chain, always 4663',
    claims: 'The claim note of each field that is measured, by the name of the field',
    ...Object.fromEntries(
      Object.keys(FIELD_NAMES).map((field) => [`claims.${field}`, `What \`${field}\` rests on`]),
    ),
    market_status: 'The market status of the token, with the time of its reading',
    'market_status.observed_at': 'When the newest reading behind it was made; null with INSUFFICIENT_DATA',
    svc_project_name: PROJECT_NAME,
    svc_project_url: PAGE_URL,
    verified_builder: 'True exactly when research_level is VERIFIED_BUILDER',
  },
  PartnerChange: {
    occurred_at: 'When it happened, by an outside source; null when no source dates it',
    summary: 'The change in one line, as recorded',
    url: PAGE_URL,
    evidence_id: 'Evidence id of the record behind the change; null where the event is not evidence itself',
  },
  PartnerCodeActivity: {
    commits_30d: 'Number of commits in the 30 days that end with the last complete reading',
    summary: 'The week in one line',
    url: 'Where the code is; null without a public address',
    week_start: 'The Monday with which the week begins, in UTC',
  },
  PartnerRelease: {
    timestamp: 'When the release was published, by its source',
    title: 'Title of the release, in the words of its source',
    url: 'Where the release is published; null without an address',
    version: 'Version of the release; null where the source gives none',
  },
  PartnerShip: { title: 'Title of the ship, in the words of its source', url: SHIP_URL },
  PartnerSignal: {
    kind: 'Stable code of the signal, for example accelerating',
    title: 'The signal in one line',
    window_from: 'Start of the window that shows it',
    window_to: 'End of the window that shows it',
  },
  ScanActivity: {
    last_ship_at: 'When the newest ship happened; absent when no source dates it',
    meaningful_ships_30d: 'Meaningful ships in the 30 days; absent, never 0, when building was not measured',
  },
  ScanBatch: { items: 'One card for each token, in the order of the question' },
  ScanCard: {
    activity: 'What was shipped lately; absent when nothing was found',
    as_of: 'When the project was last evaluated; null before the first time, absent when nothing was found',
    chain_id: 'Number of the chain that was asked for',
    coverage: 'How far each dimension is read; absent when nothing was found',
    found: 'Whether a published project has this token',
    market: 'The market status of the token; absent when nothing was found',
    'market.observed_at': 'When the newest reading behind it was made; null with INSUFFICIENT_DATA',
  },
  ScanCoverage: DIMENSIONS,
  ScanCoverageEntry: {
    observed_at: 'Up to when it was read; null while a part of it never was',
  },
}
