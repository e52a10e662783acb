/** The modules that the types of columns come from. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  './column-types.ts': ['JsonOf', 'Text', 'Texts'],
  '#contract/claim.ts': ['RuleId'],
  '#contract/enums.ts': [
    'ActivityStatus',
    'AttemptOutcome',
    'ChangeDomain',
    'ChangeOp',
    'ChangeOrigin',
    'ChangePrecision',
    'ClaimAuthor',
    'ClaimKind',
    'CoverageState',
    'DeliveryKind',
    'DeliveryStatus',
    'DisabledBecause',
    'EstablishedBy',
    'MarketStatus',
    'ProjectKind',
    'ProjectState',
    'ReadingOutcome',
    'ResearchLevel',
    'ShipBacking',
    'ShipKind',
    'SourceKind',
    'SubscriptionStatus',
    'ValuationKind',
  ],
  '#contract/events.ts': ['ChangeType'],
  '#contract/ids.ts': ['ContractAddress', 'EvidenceId', 'Slug'],
  '#contract/time.ts': ['CalendarDate', 'Instant'],
  '#contract/shapes/agent-stats.ts': ['AgentSurface'],
  '#contract/shapes/dossier.ts': ['RadarReason'],
  '#domain/attention/attention.ts': ['Attention'],
  '#domain/attention/radar-record.ts': ['RadarEvidence'],
  '#domain/attention/radar.ts': ['RadarParts'],
  '#domain/collecting/status-record.ts': ['ChainHead'],
  '#domain/contracts/records.ts': ['ContractRole', 'Interface', 'LaunchLogKind', 'ProxyReading'],
  '#domain/evidence.ts': ['RecordedShip', 'Signal', 'Stream'],
  '#domain/ledger/draft.ts': ['ChangeFacts'],
  '#domain/project/card-evidence.ts': ['CardEvidence'],
  '#domain/project/deploy-record.ts': ['RecordCheck'],
  '#domain/project/project-list.ts': ['ListedFigures'],
  '#domain/project/signed-statement.ts': ['SignatureCheck', 'SignedText'],
  '#domain/reports/monthly-report.ts': ['MonthCounts', 'ReportedType'],
  '#domain/site/declarations.ts': ['PartUnread', 'SitePart', 'StoredParts'],
  '#records/project/evaluated-evidence.ts': ['EvaluatedEvidence'],
  '#records/ships/ship-facts.ts': ['ShipFacts'],
}

/**
 * The types of columns that hold text, lists of text, or JSON. The type is written without null, and for a list without
 * `[]`.
 */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  agent_calls: { surface: 'AgentSurface' },
  built_on: { on_slug: 'Slug' },
  cards: {
    activity_status: 'ActivityStatus',
    evidence: 'CardEvidence',
    market_status: 'MarketStatus',
    research_level: 'ResearchLevel',
  },
  chain_heads: { basis: "ChainHead['basis']" },
  changes: {
    contract: 'ContractAddress',
    domain: 'ChangeDomain',
    evidence: 'EvidenceId',
    facts: 'ChangeFacts',
    op: 'ChangeOp',
    origin: 'ChangeOrigin',
    precision: 'ChangePrecision',
    type: 'ChangeType',
  },
  claims: {
    by: 'ClaimAuthor',
    kind: 'ClaimKind',
    names: 'ContractAddress',
    record_check: 'RecordCheck',
    signature_check: 'SignatureCheck',
    signed: 'SignedText',
  },
  contract_use: { contract: 'ContractAddress' },
  contracts: {
    address: 'ContractAddress',
    beacon: 'ContractAddress',
    deployer: 'ContractAddress',
    implementation: 'ContractAddress',
    proxy_kind: "ProxyReading['kind']",
    role: 'ContractRole',
  },
  evaluated_facts: { facts: 'EvaluatedEvidence', rules: 'RuleId' },
  evaluations: {
    evidence: 'EvidenceId',
    latest_evidence: 'EvidenceId',
    rule: 'RuleId',
    state: 'CoverageState',
  },
  implementations: {
    beacon: 'ContractAddress',
    contract: 'ContractAddress',
    implementation: 'ContractAddress',
    previous_implementation: 'ContractAddress',
  },
  interfaces: { contract: 'ContractAddress', match: "Interface['match']" },
  launch_logs: {
    contract: 'ContractAddress',
    kind: 'LaunchLogKind',
    pool: 'ContractAddress',
    token: 'ContractAddress',
  },
  listings: {
    activity_status: 'ActivityStatus',
    figures: 'ListedFigures',
    kind: 'ProjectKind',
    narratives: 'Slug',
    slug: 'Slug',
  },
  locks: { locker: 'ContractAddress', owner: 'ContractAddress', token: 'ContractAddress' },
  market_readings: { pool_liquidity: 'Readonly<Record<string, number>>', valuation_kind: 'ValuationKind' },
  method_use: { contract: 'ContractAddress' },
  monthly_report_highlights: {
    evidence: 'EvidenceId',
    precision: 'ChangePrecision',
    slug: 'Slug',
    type: 'ReportedType',
  },
  monthly_reports: { counts: 'MonthCounts', rules: 'RuleId' },
  pipelines: { last_counts: 'Readonly<Record<string, number>>' },
  project_rankings: {
    activity_status: 'ActivityStatus',
    attention: 'Attention',
    momentum_state: 'CoverageState',
    radar_parts: 'RadarParts',
    research_level: 'ResearchLevel',
    research_state: 'CoverageState',
    under_the_radar: "'HELD' | 'NOT_HELD' | 'NOT_MEASURED'",
    unranked_reason: 'RadarReason',
    use_state: 'CoverageState',
  },
  project_slugs: { slug: 'Slug' },
  projects: { kind: 'ProjectKind', slug: 'Slug', state: 'ProjectState' },
  radar_entries: { evidence: 'RadarEvidence' },
  radar_state: { rule: 'RuleId' },
  readings: { outcome: 'ReadingOutcome' },
  registry_listings: { registry: "'coingecko'" },
  ships: {
    backing: 'ShipBacking',
    dimension: "NonNullable<RecordedShip['dimension']>",
    facts: 'ShipFacts',
    kind: 'ShipKind',
    precision: "RecordedShip['precision']",
  },
  signals: { evidence: 'EvidenceId', rule: 'RuleId', signal_group: "Signal['group']" },
  site_readings: { parts: 'StoredParts', unread: 'Readonly<Partial<Record<SitePart, PartUnread>>>' },
  source_streams: { coverage: "Stream['coverage']", last_outcome: 'ReadingOutcome' },
  sources: {
    established_by: 'EstablishedBy',
    facts:
      "Readonly<Partial<Record<'url' | 'archived' | 'fullName' | 'aliases' | 'rewrittenWeeks', unknown>>>",
    kind: 'SourceKind',
  },
  tokens: { address: 'ContractAddress' },
  webhook_attempts: { outcome: 'AttemptOutcome' },
  webhook_deliveries: { kind: 'DeliveryKind', status: 'DeliveryStatus' },
  webhook_subscription_projects: { slug: 'Slug' },
  webhook_subscriptions: {
    disabled_because: 'DisabledBecause',
    event_types: 'ChangeType',
    status: 'SubscriptionStatus',
  },
}

/** The generic type of a column, by its generated type. */
const GENERIC = { string: 'Text', 'string[]': 'Texts', Json: 'JsonOf' } as const

/** Gives the columns of generated tables their types, and imports these types. @throws Error for an unknown column */
export function withColumnTypes(generated: string): string {
  const tables = Object.entries(COLUMNS).reduce(
    (text, [table, columns]) => text.replace(interfaceOf(table), (found) => typed(found, { table, columns })),
    generated,
  )
  return tables.replace('import type', `${importsOf(tables).join('\n')}\nimport type`)
}

function interfaceOf(table: string): RegExp {
  const name = table.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase())
  return new RegExp(`export interface ${name} \\{[^}]*\\}`)
}

function typed(
  found: string,
  { table, columns }: { table: string; columns: Readonly<Record<string, string>> },
): string {
  return Object.entries(columns).reduce((text, [column, type]) => {
    const place = new RegExp(`(?<=^  ${column}: (?:Generated<)?)(string\\[\\]|string|Json)(?=[ ;>])`, 'm')
    const [generated] = place.exec(text) ?? []
    const generic = Object.entries(GENERIC).find(([name]) => name === generated)?.[1]
    if (generic === undefined) throw new Error(`${table}.${column}: expected a column of text or JSON`)
    return text.replace(place, `${generic}<${type}>`)
  }, found)
}

function importsOf(tables: string): readonly string[] {
  return Object.entries(MODULES).flatMap(([module, types]) => {
    const used = types.filter((type) => new RegExp(`: .*\\b${type}\\b`).test(tables))
    return used.length === 0 ? [] : [`import type { ${used.join(', ')} } from '${module}';`]
  })
}
