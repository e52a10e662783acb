import type { ObjectWords } from './words.ts'

const BLOCK = 'Number of the block; absent while it is unknown'
const SETTLED = 'True: the block is final and can no longer be replaced'
const FUNCTIONS = 'Number of functions in the interface'
const EVENTS = 'Number of events in the interface'
const INTERFACE = 'Evidence id of the interface'
const LOCK_ENDS = 'When the lock can be withdrawn'
const LOCK_WITHDRAWN = 'True: the tokens were taken out of the lock'
const BEACON = 'Contract that names the implementation; absent without a beacon'

/** Words of the answers about contracts, tokens, locks and markets. */
export const CHAIN_WORDS: Readonly<Record<string, ObjectWords>> = {
  Contract: {
    activity: 'Decoded calls to its functions over seven complete days',
    creation: 'Where and when the contract was created',
    deployer: 'Who created the contract',
    implementations: 'Each implementation that the proxy had',
    interface: 'The functions and events of the code that answers calls',
    proxy: 'Whether the contract delegates to another one',
    source: 'The source of the project that the contract was found by',
    verifiedSource: 'The source of the contract as explorers verified it',
  },
  ContractActivity: {
    evidence: 'The first ten evidence ids of the methods; absent while unknown',
    methodsTotal: 'Number of methods called on those days; absent while unknown',
  },
  ContractCreation: { block: BLOCK },
  ContractImplementation: {
    beacon: BEACON,
    block: BLOCK,
    implementation: 'Contract that answered the calls from then on',
    previousImplementation: 'Contract that answered before; absent when it is not known',
    settled: SETTLED,
  },
  ContractImplementations: { total: 'Number of implementations recorded; absent while not measured' },
  ContractInterface: {
    'before.events': EVENTS,
    'before.evidenceId': INTERFACE,
    'before.functions': FUNCTIONS,
    events: EVENTS,
    evidenceId: INTERFACE,
    functions: FUNCTIONS,
  },
  ContractMethod: {
    calls: 'Decoded calls of the method on those days',
    lastCalledAt: 'Time of the block with its last call',
    method: 'Signature of the function, for example deposit(uint256)',
  },
  ContractProxy: {
    beacon: BEACON,
    implementation: 'Contract that answers the calls; absent for a contract that is no proxy',
  },
  ContractVerifiedSource: {
    items:
      'The source by explorer; empty where explorers answer that they have none, absent while that is not known',
  },
  DayPrice: {
    first: 'First price of the day, in US dollars a token',
    highest: 'Highest price of the day, in US dollars a token',
    last: 'Last price of the day, in US dollars a token',
    lowest: 'Lowest price of the day, in US dollars a token',
  },
  Market: {
    claims: 'The claim note of the market status',
    from: 'The first day that was asked for',
    to: 'The last day that was asked for',
  },
  MarketDay: { price: 'The prices of the day; absent where the provider gave none' },
  MarketFigure: { value: 'The figure in US dollars' },
  MarketIntegrity: {
    evidenceId: 'Evidence id of the conclusion',
    since: 'When the status was first concluded',
    status:
      'OBSERVED: the readings show that figures contradict each other; absent while it is withheld or unknown',
  },
  ProjectContracts: {
    asOf: 'When the project was last evaluated; absent before the first time',
    total: 'Number of contracts known; absent while deployments were not read and none is known',
  },
  ProviderReading: {
    liquidityUsd: 'Liquidity of the pools in US dollars; absent where the provider gave none',
    priceUsd: 'Price in US dollars a token; absent where the provider gave none',
    source: 'Evidence id of the reading',
    trades24h: 'Number of trades in the 24 hours before the reading; absent where the provider gave none',
    valuation: 'Valuation by the provider, with its kind; absent where it gave none',
    'valuation.value': 'The valuation in US dollars',
    volume24hUsd:
      'Volume in the 24 hours before the reading, in US dollars; absent where the provider gave none',
  },
  RelationshipEdge: {
    from: 'Id of the node where the edge begins',
    kind: 'What the edge says; no kind is a partnership',
    notCountedReason: 'Why the source of the relation does not count; absent while it counts',
    to: 'Id of the node where the edge ends',
  },
  RelationshipNode: {
    contract: 'Address of the contract; absent for a node that is no contract',
    kind: 'What the node is; no account is a node',
    name: 'Name of the node, in the words of its source',
    url: 'Public address of the node; absent without one',
  },
  Relationships: {
    'bounds[].part': 'The part of the graph that has a bound',
    'bounds[].shown': 'Number of its entries in the answer',
    'bounds[].total': 'Number of its entries recorded',
    edges: 'What is recorded between the project and the nodes',
    nodes: 'The project and everything one step from it',
    'notHeld[].kind': 'What is not recorded',
    'notHeld[].reason': 'Why it is not recorded, in one sentence',
  },
  SnapshotLock: {
    id: 'Evidence id of the lock',
    locker: 'Contract that holds the tokens',
    unlockAt: LOCK_ENDS,
    withdrawn: LOCK_WITHDRAWN,
  },
  TokenIdentity: { name: 'Name of the token, as the contract returns it' },
  TokenLookup: {
    activityMeasured: 'False: an unknown status is not a finding; absent without a published project',
    claims: 'The claim note of each field; absent without a published project',
    name: 'Name of the token, as the contract returns it',
    project: 'The project that is published for the contract; absent without one',
  },
  TokenProfile: {
    identity: 'The documented names of the token; null while none is configured',
    'identity.name': 'Documented name of the token',
    'identity.symbol': 'Documented symbol of the token; null without one',
    launch: 'How the token was launched; null before launch',
    'launch.block': 'Number of the block of the launch',
    'launch.deployer': 'Account that created the token; null while it is not known',
    'launch.evidence': 'Evidence id of the launch',
    'launch.launchedAt': 'Time of the block of the launch',
    'launch.transaction': 'Hash of the transaction of the launch; null while it is not known',
    'locks[].evidence': 'Evidence id of the lock',
    'locks[].unlockAt': LOCK_ENDS,
    'locks[].withdrawn': LOCK_WITHDRAWN,
    market: "The token's market by provider; null while it was never read",
    schema: 'Name and version of the form of this answer',
    supply: 'The supply, as the contract returns it; null before it was read',
    utilities: 'The documented uses of the token; null while none is documented',
    'utilities[].description': 'The use in one sentence; null where none is written',
    'utilities[].name': 'Name of the use',
    'utilities[].status': 'Whether the use is live, planned or retired',
    'utilities[].url': 'Where the use is described; null without an address',
  },
  TokenProject: { name: 'Name of the project, as it writes it', url: "Address of the project's page" },
  UnknownPart: { reason: 'Why the part is null, as a stable code' },
  Valuation: { value: 'The valuation in US dollars' },
  VerifiedSource: {
    events: EVENTS,
    evidenceId: INTERFACE,
    functions: FUNCTIONS,
    match: 'How closely the source matches the code on the chain, as the explorer says',
  },
}
