import type { Row } from '../shown-items.ts'

const HTTP = 'src/surfaces/http'

/** The closed lists but event types and error codes. */
export const VALUE_ROWS: readonly Row[] = [
  {
    items: ['activity status SHIPPING|ACTIVE|QUIET|DORMANT|RESUMED|UNKNOWN'],
    tests: [
      "src/domain/ships/activity-words.test.ts › %s is %s for partners › ['{}'",
      'test/flows/first-start.long.test.ts › the cast shows every status, market status, verification and research level',
    ],
  },
  {
    items: ['activity status SHIPPING|ACTIVE|QUIET|DORMANT|UNKNOWN'],
    tests: ["src/domain/ships/activity.test.ts › first conclusion: %s › '{}'"],
  },
  { items: ['activity status RESUMED'], tests: ['src/domain/ships/comeback.test.ts › RESUMED: %s'] },
  {
    items: ['partner status active|stale|dormant|unknown'],
    tests: ["src/domain/ships/activity-words.test.ts › %s is %s for partners › '{}']"],
  },
  {
    items: ['coverage state MEASURED|NO_SOURCE|NOT_ENOUGH_YET|STALE|SOURCE_UNAVAILABLE|NOT_APPLICABLE|ERROR'],
    tests: ["src/domain/project/coverage.test.ts › coverageOf: %s › '{}'"],
  },
  {
    items: ['coverage state NOT_RESEARCHED'],
    tests: [
      "src/domain/project/research-level.test.ts › researchLevel: is unknown without a source and a token › '{}'",
      `${HTTP}/built-on.test.ts › '{}'`,
    ],
  },
  {
    items: ['coverage state WITHHELD'],
    tests: [`${HTTP}/explain.test.ts › a dead market shows no valuation among the inputs of any fact › '{}'`],
  },
  {
    items: [
      'coverage state MEASURED|NO_SOURCE|NOT_ENOUGH_YET|STALE|SOURCE_UNAVAILABLE|NOT_APPLICABLE|NOT_RESEARCHED|ERROR|WITHHELD',
    ],
    tests: [
      'test/flows/first-start.long.test.ts › the cast shows every coverage state at the start and four days later',
    ],
  },
  {
    items: ['valuation kind marketCap|fdv'],
    tests: [
      `${HTTP}/projects.test.ts › a card has figures with provider and time, and omits unknown ones › kind: '{}'`,
      'test/flows/markets-and-sites.long.test.ts › a valuation is a market cap or an FDV, as the provider means it',
    ],
  },
  {
    items: ['history basis knowledge|observed|reconstructed_from_chain'],
    tests: [`${HTTP}/history.test.ts › each series declares its basis › '{}'`],
  },
  {
    items: ['ship backing self-reported|source-linked|source-verified'],
    tests: ["src/collectors/github/releases.test.ts › established by %s: %s › '{}']"],
  },
  {
    items: ['change precision EXACT'],
    tests: ["src/domain/ledger/contracts.test.ts › dates the launch by its block › '{}'"],
  },
  {
    items: ['change precision DATE'],
    tests: [
      "src/ledger/revisions.test.ts › case 74: another %s makes a revision › '{}'",
      "src/views/partner-card-text.test.ts › the latest change is dated to its precision: %s › '{}'",
    ],
  },
  {
    items: ['change precision OBSERVED'],
    tests: ["src/domain/ledger/sites.test.ts › a change of the declarations of a site is undated › '{}'"],
  },
  {
    items: ['change precision WINDOW'],
    tests: ["src/domain/ledger/build.test.ts › dates a finding by the end of its window › '{}'"],
  },
  {
    items: ['change precision SCHEDULED'],
    tests: ["src/domain/ledger/locks.test.ts › an unlock due is scheduled and detected %s › '{}'"],
  },
  {
    items: ['change op upsert'],
    tests: ["src/views/change.test.ts › an entry becomes one flat object with every field › op: '{}'"],
  },
  {
    items: ['change op retract'],
    tests: ["src/views/change.test.ts › a retraction has only id, revision, op and time › op: '{}'"],
  },
  {
    items: ['change origin live|backfill|bootstrap'],
    tests: [
      "src/domain/ledger/origin.test.ts › an event %s › '{}'",
      'test/flows/first-start.long.test.ts › events of the first run are bootstrap, later ones live, and history attached later is backfill',
    ],
  },
  {
    items: ['token utility status LIVE|PLANNED|RETIRED|UNKNOWN'],
    tests: ["src/app/service-token.test.ts › takes a utility that is %s › '{}'"],
  },
  {
    items: ['token utility status PLANNED|UNKNOWN'],
    tests: [
      `${HTTP}/token-profile.test.ts › before launch the contract is null, and utilities have their status › '{}'`,
    ],
  },
  {
    items: [
      'explain fact market.valuation|market.status|activity.status|build.momentum|discovery_gap|still_building|research.level|token.verification|market_integrity.state',
    ],
    tests: [`${HTTP}/explain.test.ts › has the value that card, dossier and lists show, byte for byte › {}`],
  },
  {
    items: ['explain fact source.counted'],
    tests: [`${HTTP}/explain.test.ts › {} › is a fact from the record of the source`],
  },
  {
    items: ['token verification VERIFIED|UNVERIFIED|MISMATCH'],
    tests: ["src/domain/project/verification.test.ts › verifyToken: %s › '{}'"],
  },
  {
    items: ['token verification MISMATCH'],
    tests: [
      'src/views/partner-card.test.ts › activity applies to a %s token unless it is a mismatch › {}',
      'src/views/scan-card.test.ts › a mismatched token is not linked to the activity › {}',
    ],
  },
  {
    items: ['research level INDEXED|RESEARCHED|VERIFIED_BUILDER'],
    tests: ["src/domain/project/research-level.test.ts › researchLevel: %s › '{}'"],
  },
  {
    items: ['change state recorded|none_recorded|unavailable'],
    tests: ["src/views/partner-card.test.ts › latest change when %s › '{}'"],
  },
  {
    items: ['market status LIVE|LOW_LIQUIDITY|NO_TRADING|LIQUIDITY_GONE|INSUFFICIENT_DATA'],
    tests: ["src/domain/market/status.test.ts › from a previous status: %s › '{}'"],
  },
  {
    items: ['subscription status active'],
    tests: [
      `${HTTP}/webhook-updates.test.ts › webhooks case 63: enabling sends one ping, starts at the current position and names the gap › status: '{}'`,
    ],
  },
  {
    items: ['subscription status disabled'],
    tests: [
      `${HTTP}/webhook-updates.test.ts › disabling cancels what waits, keeps the cursor and sends no ping › status: '{}'`,
      'src/webhooks/deliver.test.ts › webhooks cases 64 and 65: ten dead deliveries in a row disable the subscription once, with its reason',
    ],
  },
  {
    items: ['delivery status QUEUED|RETRYING|SUCCEEDED|DEAD|CANCELLED|FAILED'],
    tests: ["src/domain/webhooks/delivery.test.ts › webhooks cases 61 and 72: %s › '{}'"],
  },
  {
    items: ['delivery status SUCCEEDED|RETRYING|DEAD'],
    tests: [`${HTTP}/webhook-deliveries.test.ts › '{}'`],
  },
  {
    items: ['delivery status FAILED'],
    tests: [
      `${HTTP}/webhook-updates.test.ts › webhooks case 67: a failed ping leaves the subscription active, and is tried once › '{}'`,
    ],
  },
  {
    items: ['under the radar HELD|NOT_HELD|NOT_MEASURED'],
    tests: ["src/domain/attention/gap.test.ts › a gap of %s › '{}'"],
  },
  {
    items: ['under the radar HELD|NOT_MEASURED'],
    tests: [`${HTTP}/dossier.test.ts › the score has its conclusions with evidence › value: '{}'`],
  },
  {
    items: [
      'tab still-building|shipping-now|new-builders|new-on-hey|most-active|back-from-dormancy|building-with-token',
    ],
    tests: [`${HTTP}/projects.test.ts › filters and orders › ?tab={}'`],
  },
  {
    items: ['tab under-the-radar'],
    tests: [
      `${HTTP}/projects.test.ts › lists projects under the radar once projects are ranked › ?tab={}'`,
      `${HTTP}/projects.test.ts › an unavailable list answers available false, not an empty list`,
    ],
  },
  {
    items: ['evidence prefix ship|signal|abi|impl|lock|source|claim|state|narrative|sourcechange|security'],
    tests: [`${HTTP}/evidence.test.ts › a recorded %s answers its receipt › '{}',`],
  },
  {
    items: ['evidence prefix method'],
    tests: [
      'src/records/contracts/contract-use.test.ts › the receipt of a method states its calls, the scope and the span they were collected in',
    ],
  },
  {
    items: ['evidence prefix integrity'],
    tests: [
      `${HTTP}/market-integrity.test.ts › tell the state once it is published, with a conclusion that resolves`,
    ],
  },
  {
    items: [
      'evidence prefix ship|signal|abi|impl|lock|source|claim|state|integrity|narrative|method|sourcechange|security',
    ],
    tests: ['test/flows/first-start.long.test.ts › evidence ids of every prefix are cited, and resolve'],
  },
]
