import type { ObjectWords } from './words.ts'

const READ_DESCRIPTION = 'What it answers, in one sentence'
const BACKLOG = 'Deliveries that wait'

const PROVIDER: ObjectWords = {
  budget: 'Requests of the UTC day and their limit; null before the first request',
  'budget.dailyLimit': 'Requests that the service allows itself a UTC day',
  'budget.usedToday': 'Requests of this UTC day',
  coolOffUntil: 'Until when the provider is not asked; null while it is asked',
  lastReadAt: 'When it last answered with what was asked; null before the first time, and without a source',
  outageSince: 'When its outage began; null while there is none',
  state: 'Whether it answers, is paused or fails; never_read also without a source',
  streams: 'How many of its streams are fresh; null when they were not counted for an hour',
  'streams.failing': 'Streams whose last attempt failed',
  'streams.total': 'Streams that are read at the provider',
}

const SUBSCRIPTION: ObjectWords = {
  backlog: BACKLOG,
  createdAt: 'When the subscription was created',
  disabledAt: 'When it was disabled; null while it is active',
  updatedAt: 'When its settings, its status or its secret last changed',
}

/** Words of the answers about evidence, the ledger, webhooks and the service itself. */
export const SERVICE_WORDS: Readonly<Record<string, ObjectWords>> = {
  AiCatalog: {
    entries: 'What agents can use of this deployment',
    'entries[].identifier': 'Name of the entry, as a URN',
    'entries[].type': 'Media type of what is at the address',
    'entries[].url': 'Address of the entry',
    specVersion: 'Version of AI Catalog',
  },
  ApiCatalog: {
    linkset: 'The APIs of the deployment',
    'linkset[].anchor': 'Address of the API',
    'linkset[].status': 'The status of the service',
  },
  ApiIndex: {
    agentContract: 'The contract for agents',
    'agentContract.description': READ_DESCRIPTION,
    'agentContract.url': 'Address of the contract for agents',
    byContract: 'The read that answers about one contract address',
    openapi: 'Address of the OpenAPI description',
    reads: 'Every read of the API',
    status: 'Address of the status of the service',
  },
  CatalogTarget: {
    href: 'Address of the document',
    title: 'Title of the document; absent without one',
    type: 'Media type of the document',
  },
  ChainStatus: {
    'endpoints[].lastAnsweredAt': 'When the node last answered; null before the first time',
    latestBlock: 'Number of the newest block that the nodes know',
    readAt: 'When the head of the chain was read',
  },
  ChangeList: {
    items: 'The entries: oldest first with `after`, else newest first',
    nextCursor: 'Where the list goes on; null only at the end of browsing',
  },
  Health: {
    message: 'What is wrong, in one sentence; absent while nothing is',
    status: 'degraded: the database does not answer, or has no room',
  },
  JsonSchemaDocument: {
    $id: 'Address of the schema',
    $schema: 'The version of JSON Schema',
  },
  OpenApi30Description: { openapi: 'Version of OpenAPI, 3.0' },
  OpenApiDescription: { openapi: 'Version of OpenAPI, 3.1' },
  OutageDayLine: { state: 'Whether the provider failed as a whole at some time of the day' },
  PipelineStatus: {
    cadenceSeconds: 'How often the pipeline runs, in seconds',
    dueAt: 'When the next run is due',
    lastRunAt: 'When it last ran, whether it succeeded or not; null before the first run',
    lastSucceededAt: 'When it last succeeded; null before the first time',
    name: 'Name of the pipeline',
    state: 'Whether its last run succeeded and is recent',
  },
  ProviderLine: PROVIDER,
  ProviderStatus: PROVIDER,
  Readiness: { status: 'Always ready: another state answers 503' },
  Receipt: {
    claim: 'Stated by a source, or derived by a rule; absent for a withdrawn record',
    detectedAt: 'When the service first knew of it; null while it is not known',
    id: 'The evidence id of the record',
    kind: 'Kind of evidence: the prefix of the id',
    observedAt: 'When it was last observed; null for a record that is not observed again',
    occurredAt: 'When it happened, by an outside source; null when no source dates it',
    source: 'The source that the record was read from; null for a conclusion or a statement of the catalogue',
    withdrawnAt: 'When it was withdrawn; absent while it stands',
    withdrawnReason: 'Why it was withdrawn, in one sentence; absent while it stands',
  },
  ReceiptSource: { id: 'Evidence id of the source' },
  ServerCard: {
    $schema: 'Address of the schema of a server card',
    description: 'What the server offers, in one sentence',
    name: 'Name of the server in the MCP registry',
    remotes: 'Where the server is reached',
    'remotes[].supportedProtocolVersions': 'Versions of MCP that it speaks',
    'remotes[].type': 'Transport of the server',
    'remotes[].url': 'Address of the server',
    title: 'Name of the server for people',
    version: 'Version of the service',
    websiteUrl: 'Address of the API index',
  },
  ReadAddress: {
    description: READ_DESCRIPTION,
    name: 'Name of the read',
    url: 'Address of the read, with its parameters in braces',
  },
  ServiceStatus: {
    chain: 'The head of the chain; null before it was first read',
    ledger: 'The change ledger',
    'ledger.lastRunAt': 'When the ledger was last written; null before the first run',
    pipelines: 'Every pipeline, with its last run',
    'outageCalendar[].days[].from': 'The first UTC day of the span',
    'outageCalendar[].days[].state':
      'Whether the provider failed as a whole at some time of each day of the span',
    'outageCalendar[].days[].to': 'The last UTC day of the span',
    'outageCalendar[].newest': 'The newest ten outages, the newest first',
    'outageCalendar[].newest[].beganAt': 'When a judgement noticed the beginning of the outage',
    'outageCalendar[].newest[].endedAt': 'When a judgement noticed its end; null while it runs',
    'outageCalendar[].recordedFrom': 'When the first judgement was recorded; null before it',
    providers: 'Every provider that is read',
    version: 'Version of the service',
  },

  DeliveryAttempt: {
    latencyMs: 'Milliseconds from the start to the end of the attempt; null while it runs',
    number: 'Number of the attempt, from 1',
    startedAt: 'When the request left',
  },
  PingPayload: {
    sentAt: 'When this attempt was sent',
    subscriptionId: 'Id of the subscription',
    type: 'Always ping',
  },
  StandbyStatus: {
    configured: 'Standbys of the configuration',
  },
  SubscribableType: { meaning: 'What an event of the type says' },
  WebhookDelivery: {
    createdAt: 'When the delivery was queued',
    kind: 'Whether it is an event or a ping',
    settledAt: 'When it succeeded, was given up or was cancelled; null while it waits',
  },
  WebhookDeliveryList: { items: 'The deliveries, newest first' },
  WebhookPayload: {
    event: 'The event as /api/changes serves it',
    sentAt: 'When this attempt was sent',
    type: 'The type of the event',
  },
  WebhookSubscription: SUBSCRIPTION,
  WebhookSubscriptionList: {
    'impliedTypes[].meaning': 'What a delivery of the type says',
    'impliedTypes[].type': 'The type, in the body and the header of the delivery',
    items: 'The subscriptions of the account, oldest first; empty without one',
    limits: 'What an account may hold and call',
    'limits.createsPerHour': 'Subscriptions created an hour',
    'limits.pingsPerHour': 'Pings requested an hour',
    'limits.rotationsPerHour': 'Secrets rotated an hour',
  },
  WebhookSubscriptionWithSecret: SUBSCRIPTION,
}
