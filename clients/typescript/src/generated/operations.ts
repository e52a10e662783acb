// npm run client writes this file. Do not edit it.

import type { A2aRequest, A2aResponse, AcceleratingList, ActivityStatus, AgentAnswer, AgentCapability, AgentCard, AgentReply, AgentResearchReceipt, AgentStats, AiCatalog, ApiCatalog, ApiIndex, BadgeTheme, BuiltOn, CardFact, ChangeDomain, ChangeList, ChangeType, ClaimsChoice, Comparison, Contract, CountedShips, CreateWebhook, DateOrInstant, DeliveryStatus, Diff, Dossier, EvidenceKind, ExplainFact, Explanation, ExportFormat, Health, History, HistorySeriesName, ImageFormat, JsonSchemaDocument, Market, McpAnswer, McpMessage, MonthlyReport, MonthlyReportList, OpenApi30Description, OpenApiDescription, PartnerCard, ProjectContracts, ProjectCoverage, ProjectKind, ProjectList, ProjectSort, ProjectTab, RadarFilter, RadarList, Readiness, Receipt, ReceiptValidation, Relationships, RequestedDay, ScanAnswer, ServerCard, ServiceStatus, ShipKind, ShipList, ShipOrder, Snapshot, Suggestions, Timeline, TokenLookup, TokenProfile, UpdateWebhook, WebhookDelivery, WebhookDeliveryList, WebhookSubscription, WebhookSubscriptionList, WebhookSubscriptionWithSecret } from './types.ts'

type Nothing = Readonly<Record<string, never>>

/** The parameters and the answer of each operation. */

export type Operations = {
  /** List project cards */
  listProjects: { readonly params: { readonly q?: string; readonly query?: string; readonly tab?: ProjectTab; readonly kind?: ProjectKind; readonly status?: ActivityStatus; readonly narrative?: string; readonly launchpad?: string; readonly has?: readonly CardFact[]; readonly sort?: ProjectSort; readonly claims?: ClaimsChoice; readonly limit?: number; readonly offset?: number }; readonly answer: ProjectList }
  /** Suggest projects for a search */
  suggestProjects: { readonly params: { readonly q: string }; readonly answer: Suggestions }
  /** Get the dossier of a project */
  getProject: { readonly params: { readonly slug: string }; readonly answer: Dossier }
  /** Explain a fact of a project */
  explainFact: { readonly params: { readonly slug: string; readonly fact?: ExplainFact; readonly source?: string }; readonly answer: Explanation }
  /** Get which sources of a project could be read */
  getCoverage: { readonly params: { readonly slug: string }; readonly answer: ProjectCoverage }
  /** Get the snapshot of a project */
  getProjectSnapshot: { readonly params: { readonly slug: string }; readonly answer: Snapshot }
  /** Get the timeline of a project */
  getProjectTimeline: { readonly params: { readonly slug: string; readonly lens?: EvidenceKind; readonly limit?: number; readonly before?: string }; readonly answer: Timeline }
  /** List the contracts of a project */
  listProjectContracts: { readonly params: { readonly slug: string }; readonly answer: ProjectContracts }
  /** Get what a project builds on */
  getBuiltOn: { readonly params: { readonly slug: string }; readonly answer: BuiltOn }
  /** Get the relationships of a project */
  getRelationships: { readonly params: { readonly slug: string }; readonly answer: Relationships }
  /** Get what was recorded of a project, day by day */
  getProjectHistory: { readonly params: { readonly slug: string; readonly series?: readonly HistorySeriesName[]; readonly from?: RequestedDay; readonly to?: RequestedDay }; readonly answer: History }
  /** Compare two days of a project */
  getProjectDiff: { readonly params: { readonly slug: string; readonly from: RequestedDay; readonly to: RequestedDay }; readonly answer: Diff }
  /** Get the market of a project's token, day by day */
  getProjectMarket: { readonly params: { readonly slug: string; readonly days?: number }; readonly answer: Market }
  /** List ships, newest first */
  listShips: { readonly params: { readonly project?: string; readonly kind?: ShipKind; readonly since?: DateOrInstant; readonly until?: DateOrInstant; readonly counted?: CountedShips; readonly order?: ShipOrder; readonly limit?: number; readonly offset?: number }; readonly answer: ShipList }
  /** List builders by the Radar */
  listBuilders: { readonly params: { readonly filter?: RadarFilter; readonly q?: string; readonly claims?: ClaimsChoice; readonly limit?: number; readonly offset?: number }; readonly answer: RadarList }
  /** List projects that ship faster than before */
  listAcceleratingProjects: { readonly params: { readonly limit?: number; readonly offset?: number }; readonly answer: AcceleratingList }
  /** Compare projects side by side */
  compareProjects: { readonly params: { readonly slugs: readonly string[]; readonly claims?: ClaimsChoice }; readonly answer: Comparison }
  /** Export every project card */
  exportProjects: { readonly params: { readonly format?: ExportFormat; readonly claims?: ClaimsChoice }; readonly answer: string }
  /** Export every ship */
  exportShips: { readonly params: { readonly project?: string; readonly format?: ExportFormat }; readonly answer: string }
  /** Export every ranked project */
  exportBuilders: { readonly params: { readonly filter?: RadarFilter; readonly format?: ExportFormat; readonly claims?: ClaimsChoice }; readonly answer: string }
  /** Export what was recorded of a project, day by day */
  exportProjectHistory: { readonly params: { readonly slug: string; readonly series?: readonly HistorySeriesName[]; readonly from?: RequestedDay; readonly to?: RequestedDay; readonly format?: ExportFormat }; readonly answer: string }
  /** Export the status of every provider */
  exportProviders: { readonly params: { readonly format?: ExportFormat }; readonly answer: string }
  /** Export the outages of every provider by day */
  exportOutages: { readonly params: { readonly format?: ExportFormat }; readonly answer: string }
  /** Look up a token */
  lookUpToken: { readonly params: { readonly chainId: 4663; readonly address: string }; readonly answer: TokenLookup }
  /** Get the profile of the service's own token */
  getTokenProfile: { readonly params: Nothing; readonly answer: TokenProfile }
  /** Get a contract */
  getContract: { readonly params: { readonly chainId: 4663; readonly address: string }; readonly answer: Contract }
  /** Get the Partner Card of a token */
  getPartnerCard: { readonly params: { readonly token: string; readonly chain?: 4663; readonly integration?: string }; readonly answer: PartnerCard }
  /** Scan one token or several */
  scanTokens: { readonly params: { readonly token?: string; readonly tokens?: readonly string[]; readonly chain?: number; readonly integration?: string; readonly claims?: ClaimsChoice }; readonly answer: ScanAnswer }
  /** List changes of the ledger */
  listChanges: { readonly params: { readonly after?: string; readonly before?: string; readonly cursor?: string; readonly detectedSince?: string; readonly project?: string; readonly contract?: string; readonly domain?: readonly ChangeDomain[]; readonly type?: readonly ChangeType[]; readonly since?: DateOrInstant; readonly until?: DateOrInstant; readonly limit?: number }; readonly answer: ChangeList }
  /** Get the receipt of an evidence id */
  getEvidence: { readonly params: { readonly id: string }; readonly answer: Receipt }
  /** List monthly reports, newest first */
  listMonthlyReports: { readonly params: Nothing; readonly answer: MonthlyReportList }
  /** Get the report of a month */
  getMonthlyReport: { readonly params: { readonly month: string }; readonly answer: MonthlyReport }
  /** Check an agent research receipt */
  validateReceipt: { readonly params: { readonly body: AgentResearchReceipt }; readonly answer: ReceiptValidation }
  /** Get the JSON Schema of agent research receipts */
  getReceiptSchema: { readonly params: Nothing; readonly answer: JsonSchemaDocument }
  /** List the subscriptions of the account */
  listWebhooks: { readonly params: Nothing; readonly answer: WebhookSubscriptionList }
  /** Subscribe a URL to the change ledger */
  createWebhook: { readonly params: { readonly body: CreateWebhook }; readonly answer: WebhookSubscriptionWithSecret }
  /** Get a subscription */
  getWebhook: { readonly params: { readonly id: string }; readonly answer: WebhookSubscription }
  /** Update, disable or enable a subscription */
  updateWebhook: { readonly params: { readonly id: string; readonly body: UpdateWebhook }; readonly answer: WebhookSubscription }
  /** Remove a subscription */
  removeWebhook: { readonly params: { readonly id: string }; readonly answer: undefined }
  /** Give a subscription a new secret */
  rotateWebhookSecret: { readonly params: { readonly id: string }; readonly answer: WebhookSubscriptionWithSecret }
  /** Send a ping */
  pingWebhook: { readonly params: { readonly id: string }; readonly answer: WebhookDelivery }
  /** List the deliveries of a subscription */
  listWebhookDeliveries: { readonly params: { readonly id: string; readonly status?: DeliveryStatus; readonly cursor?: string; readonly limit?: number }; readonly answer: WebhookDeliveryList }
  /** Get the status of pipelines and providers */
  getStatus: { readonly params: Nothing; readonly answer: ServiceStatus }
  /** Get the API index */
  getApiIndex: { readonly params: Nothing; readonly answer: ApiIndex }
  /** Get the agent contract, or ask a capability */
  getAgentContract: { readonly params: { readonly capability?: AgentCapability; readonly project?: string; readonly contract?: string; readonly projects?: readonly string[]; readonly days?: number; readonly kind?: ShipKind; readonly after?: string; readonly integration?: string }; readonly answer: AgentReply }
  /** Ask one capability */
  askAgentCapability: { readonly params: { readonly capability: AgentCapability; readonly project?: string; readonly contract?: string; readonly projects?: readonly string[]; readonly days?: number; readonly kind?: ShipKind; readonly after?: string; readonly integration?: string }; readonly answer: AgentAnswer }
  /** Count the calls of agents by day */
  getAgentStats: { readonly params: { readonly days?: number }; readonly answer: AgentStats }
  /** Ask by the Agent2Agent protocol */
  sendA2aMessage: { readonly params: { readonly body: A2aRequest }; readonly answer: A2aResponse }
  /** Get the agent card */
  getAgentCard: { readonly params: Nothing; readonly answer: AgentCard }
  /** Send a message to the tool server */
  sendMcpMessage: { readonly params: { readonly body: McpMessage }; readonly answer: McpAnswer }
  /** Get the OpenAPI document */
  getOpenApi: { readonly params: Nothing; readonly answer: OpenApiDescription }
  /** Get the OpenAPI document as 3.0 */
  getOpenApi30: { readonly params: Nothing; readonly answer: OpenApi30Description }
  /** Get the changelog as a page */
  getChangelog: { readonly params: Nothing; readonly answer: string }
  /** Get the changelog as RSS */
  getChangelogFeed: { readonly params: Nothing; readonly answer: string }
  /** Get the text guide for language models */
  getGuide: { readonly params: Nothing; readonly answer: string }
  /** Get where to report a vulnerability */
  getSecurityText: { readonly params: Nothing; readonly answer: string }
  /** Get the API catalog */
  getApiCatalog: { readonly params: Nothing; readonly answer: ApiCatalog }
  /** Get the AI catalog */
  getAiCatalog: { readonly params: Nothing; readonly answer: AiCatalog }
  /** Get the card of the MCP server */
  getMcpServerCard: { readonly params: Nothing; readonly answer: ServerCard }
  /** Get the page of a project */
  getProjectPage: { readonly params: { readonly slug: string; readonly at?: RequestedDay }; readonly answer: string }
  /** Get the newest counted ships as RSS */
  getShipFeed: { readonly params: Nothing; readonly answer: string }
  /** Get a day's counts as an image */
  getChainDayImage: { readonly params: { readonly day?: RequestedDay; readonly format?: ImageFormat }; readonly answer: string | Uint8Array }
  /** Get a project's activity status as an image */
  getBadge: { readonly params: { readonly slug: string; readonly theme?: BadgeTheme }; readonly answer: string }
  /** Check whether this process is alive */
  getHealth: { readonly params: Nothing; readonly answer: Health }
  /** Check whether this process may take traffic */
  getReadiness: { readonly params: Nothing; readonly answer: Readiness }
}

/** Method and path of each operation, and the shape of its answer, or json for an answer without unknowns. */

export const OPERATIONS = {
  listProjects: 'GET /api/projects 3',
  suggestProjects: 'GET /api/search/suggest 5',
  getProject: 'GET /api/projects/{slug} 16',
  explainFact: 'GET /api/projects/{slug}/explain 21',
  getCoverage: 'GET /api/projects/{slug}/coverage 26',
  getProjectSnapshot: 'GET /api/projects/{slug}/snapshot 39',
  getProjectTimeline: 'GET /api/projects/{slug}/timeline 42',
  listProjectContracts: 'GET /api/projects/{slug}/contracts 53',
  getBuiltOn: 'GET /api/projects/{slug}/built-on 56',
  getRelationships: 'GET /api/projects/{slug}/relationships 59',
  getProjectHistory: 'GET /api/projects/{slug}/history 62',
  getProjectDiff: 'GET /api/projects/{slug}/diff 66',
  getProjectMarket: 'GET /api/projects/{slug}/market 68',
  listShips: 'GET /api/ships 69',
  listBuilders: 'GET /api/builders 75',
  listAcceleratingProjects: 'GET /api/chain/accelerating 78',
  compareProjects: 'GET /api/compare 80',
  exportProjects: 'GET /api/export/projects',
  exportShips: 'GET /api/export/ships',
  exportBuilders: 'GET /api/export/builders',
  exportProjectHistory: 'GET /api/export/projects/{slug}/history',
  exportProviders: 'GET /api/export/providers',
  exportOutages: 'GET /api/export/outages',
  lookUpToken: 'GET /api/token/{chainId}/{address} 82',
  getTokenProfile: 'GET /api/svc/profile 87',
  getContract: 'GET /api/contracts/{chainId}/{address} 52',
  getPartnerCard: 'GET /api/v1/builder 94',
  scanTokens: 'GET /api/v1/scan 99',
  listChanges: 'GET /api/changes 100',
  getEvidence: 'GET /api/evidence/{id} 101',
  listMonthlyReports: 'GET /api/reports/monthly json',
  getMonthlyReport: 'GET /api/reports/monthly/{month} 105',
  validateReceipt: 'POST /api/receipts/validate 108',
  getReceiptSchema: 'GET /schemas/agent-research-receipt.v1.json json',
  listWebhooks: 'GET /api/webhooks json',
  createWebhook: 'POST /api/webhooks json',
  getWebhook: 'GET /api/webhooks/{id} json',
  updateWebhook: 'PATCH /api/webhooks/{id} json',
  removeWebhook: 'DELETE /api/webhooks/{id}',
  rotateWebhookSecret: 'POST /api/webhooks/{id}/rotate json',
  pingWebhook: 'POST /api/webhooks/{id}/ping json',
  listWebhookDeliveries: 'GET /api/webhooks/{id}/deliveries json',
  getStatus: 'GET /api/status json',
  getApiIndex: 'GET /api json',
  getAgentContract: 'GET /api/agent 114',
  askAgentCapability: 'GET /api/agent/{capability} 113',
  getAgentStats: 'GET /api/agent/stats 115',
  sendA2aMessage: 'POST /api/a2a json',
  getAgentCard: 'GET /.well-known/agent-card.json json',
  sendMcpMessage: 'POST /mcp json',
  getOpenApi: 'GET /openapi.json json',
  getOpenApi30: 'GET /openapi-3.0.json json',
  getChangelog: 'GET /developers/changelog',
  getChangelogFeed: 'GET /developers/changelog/feed.xml',
  getGuide: 'GET /llms.txt',
  getSecurityText: 'GET /.well-known/security.txt',
  getApiCatalog: 'GET /.well-known/api-catalog json',
  getAiCatalog: 'GET /.well-known/ai-catalog.json json',
  getMcpServerCard: 'GET /mcp/server-card json',
  getProjectPage: 'GET /projects/{slug}',
  getShipFeed: 'GET /feed/ships.xml',
  getChainDayImage: 'GET /api/share/chain-day',
  getBadge: 'GET /badge/{slug}.svg',
  getHealth: 'GET /healthz json',
  getReadiness: 'GET /readyz json',
} as const satisfies Record<keyof Operations, string>

/** Lists with the parameter that continues them; empty for a list in one answer. */

export const LISTS = {
  listProjects: 'offset',
  getProjectTimeline: 'before',
  listShips: 'offset',
  listBuilders: 'offset',
  listAcceleratingProjects: 'offset',
  listChanges: 'cursor',
  listMonthlyReports: '',
  listWebhooks: '',
  listWebhookDeliveries: 'cursor',
} as const

/** The fields of each shape: `field` can be unknown, `field:2` has objects of shape 2, `field?:2` both. `|key:2 |:3` is a choice. */

export const SHAPES = [
  'symbol symbolDeclared name',
  'occurredAt url',
  'description kind launchpad narratives token?:0 tokenVerification activityAppliesToToken researchLevel verifiedBuilder lastActivityAt lastShip?:1 meaningfulShips30d meaningfulShips30dAsOf marketStatus marketCap valuationWithheld liquidity volume24h marketDoubt asOf',
  'items:2 total',
  'ticker contract',
  'items:4',
  'symbol symbolDeclared name decimals totalSupply readAt launchStage',
  'url establishedUrl establishedOn establishedStatement notCountedReason lastReadAt linkReadAt fork upstream',
  'url statedOn names outcome',
  'priceUsd liquidityUsd volume24hUsd trades24h valuation source doubt',
  'observedAt valuation valuationWithheld readings?:9',
  'observedAt',
  'building:11 contracts:11 verified_source:11 market:11 locks:11 token_verification:11',
  'url establishedUrl',
  'version url occurredAt source:13 countsAs notCountedReason codeWeek',
  'buildMomentum buildMomentumAsOf momentumPercentile attentionPercentile discoveryGap rankedAt',
  'description kind launchpad narratives token?:6 tokenVerification activityAppliesToToken researchLevel verifiedBuilder lastActivityAt lastShip?:1 meaningfulShips30d meaningfulShips30dAsOf marketStatus marketCap valuationWithheld liquidity volume24h marketDoubt asOf formerSlugs tokenVerificationReason sources:7 statements?:8 market?:10 coverage:12 newestShips?:14 score:15',
  'source',
  'title text',
  'source observedAt',
  'from at',
  'items?:17 fact source state value detail meaning rule?:18 conclusion inputs?:19 lineage?:20 evidence evidenceTotal unknownInputs evaluatedAt confirmedAt',
  'since',
  'since asOf unread?:22',
  'since asOf',
  'lastReadAt allReadAt lastTriedAt',
  'items:23 facts:24 freshness:25 asOf',
  'description kind launchpad narratives formerSlugs token?:6',
  'lastActivityAt lastShip?:1 meaningfulShips30d meaningfulShips30dAsOf buildMomentum buildMomentumAsOf momentumPercentile attentionPercentile discoveryGap rankedAt',
  'status checks since evidenceId',
  'status observedAt valuation valuationWithheld readings?:9 liquidity volume24h marketDoubt integrity:29',
  'contracts contractsDecoded calls methods days from to since',
  'tokenVerification tokenVerificationReason activityAppliesToToken researchLevel verifiedBuilder',
  'total items',
  'project contract occurredAt',
  '|type:34 |:',
  'items?:35',
  'lastReadAt',
  'asOf providers?:37',
  'identity:27 build:28 market:30 onChainUse:31 verification:32 locks:33 latestChanges:36 freshness:38 coverage:12',
  'occurredAt source?:13 codeWeek',
  'ship signal abi impl lock source claim state integrity narrative method sourcechange security',
  'items:40 totals:41 withheld',
  'observedAt block transaction createdAt settled',
  'observedAt address',
  'observedAt kind implementation beacon',
  'previousImplementation beacon block transaction occurredAt',
  'observedAt items?:46 total truncated',
  'verifiedAt',
  'observedAt items?:48',
  'observedAt contract functions events evidenceId before',
  'observedAt from to calls methods methodsTotal scope collectedFrom evidence',
  'source:13 tokenVerification noCodeAt creation:43 deployer:44 proxy:45 implementations:47 verifiedSource:49 interface:50 activity:51 asOf',
  'observedAt items?:52 total truncated asOf',
  'url statedOn',
  'items?:54 total truncated',
  'buildsOn:55 builtOnBy:55',
  'url contract',
  'rule establishedBy tokenVerification notCountedReason',
  'nodes:57 edges:58 asOf',
  'value rule provider observedAt kind',
  'valuationWithheld collectedFrom items:60',
  'recordedTo series:61',
  'valuationWithheld atFrom:60 atTo:60 changed difference',
  'count recorded',
  'countedFrom countedTo items:64',
  'collectedFrom series:63 events:65',
  'status price liquidity volume24h valuation valuationWithheld doubt evidenceId',
  'token?:0 observedAt valuationWithheld collectedFrom items:67',
  'items:14 total',
  'weight percentile buildMomentum asOf',
  'weight percentile calls assumedPoints',
  'weight points level assumedPoints',
  'building:70 use:71 research:72',
  'parts:73 withoutUnknown sevenDaysAgo thirtyDaysAgo researchLevel verifiedBuilder lastShip?:1',
  'items:74 total asOf rule',
  'ships',
  'window:76 before:76',
  'items:77 total judged notMeasured asOf',
  'description kind launchpad narratives token?:0 tokenVerification activityAppliesToToken researchLevel verifiedBuilder lastActivityAt lastShip?:1 meaningfulShips30d meaningfulShips30dAsOf marketStatus marketCap valuationWithheld liquidity volume24h marketDoubt asOf score:15 radar coverage:12',
  'items:79',
  'lastShip?:1',
  'symbol symbolDeclared name project?:81 tokenVerification tokenVerificationReason activityAppliesToToken activityStatus activityLabel activityMeasured researchLevel asOf',
  'symbol',
  'decimals',
  'transaction deployer',
  'description url',
  'identity?:83 contract supply?:84 launch?:85 market?:10 locks project?:2 recentChanges?:35 holderTiers utilities?:86 asOf',
  'from',
  'url timestamp',
  'occurred_at evidence_id',
  'commits_30d_as_of url',
  'version url',
  'observed_at',
  'last_activity_at last_activity_between?:88 latest_meaningful_ship?:89 meaningful_ships_30d meaningful_ships_30d_as_of latest_change?:90 latest_signal repo_url last_commit last_code_activity?:91 latest_release?:92 latest_deployment?:89 market_status:93 as_of',
  'meaningful_ships_30d meaningful_ships_30d_as_of commits_30d commits_30d_partial commits_30d_as_of last_ship_title last_ship_at last_activity_at',
  'building:93 contracts:93 verified_source:93 market:93 locks:93 token_verification:93',
  'project status svc_status status_label token_verification token_verification_reason activity_applies_to_token activity_measured activity?:95 research_level market?:93 coverage?:96 as_of project_link',
  'items:97',
  '|found:97 |:98',
  'items:35',
  'withdrawnReason withdrawnAt claim project source?:13 occurredAt observedAt detectedAt recorded',
  'projects',
  'changes',
  'occurredAt',
  'statuses:102 ships:76 changes:103 highlights:104',
  'project',
  'project detectedAt revision asOf scoringVersion',
  'subject?:106 references:107 svcEvidenceStands signature',
  'contract matchedWords',
  'value rule observedAt occurredAt precision asOf freshness evidence evidenceTotal explainUrl',
  'url',
  'total byType since start resume byOrigin scoringVersion',
  'subject?:109 claims:110 unknowns:106 freshness:37 rules:111 asOf next data:112',
  '|description: |:113',
  'collectedFrom',
]

