import type { Row } from '../shown-items.ts'

const HTTP = 'src/surfaces/http'

/** Fields that the contract names of other answers. */
export const FIELD_ROWS: readonly Row[] = [
  {
    items: ['project page total|nextOffset|disclaimer|ignoredParameters'],
    tests: [
      `${HTTP}/projects.test.ts › an unavailable list answers available false, not an empty list › {}:`,
    ],
  },
  {
    items: ['project card marketCap|marketCap.kind|status'],
    tests: [`${HTTP}/projects.test.ts › a card has figures with provider and time, and omits unknown ones`],
  },
  {
    items: ['dossier description|token|sources|sources.establishedBy'],
    tests: [
      `${HTTP}/dossier.test.ts › a dossier has the identity, the sources and the coverage of a project`,
    ],
  },
  {
    items: ['dossier market|market.observedAt'],
    tests: [
      `${HTTP}/dossier.test.ts › shows the market by provider: a zero stays zero, a missing figure is absent`,
    ],
  },
  {
    items: ['dossier score.underTheRadar'],
    tests: [
      `${HTTP}/dossier.test.ts › the score has its conclusions with evidence, and the reason for a missing rank`,
    ],
  },
  {
    items: ['snapshot identity|build|build.buildMomentum|build.underTheRadar|market|verification|coverage'],
    tests: [
      `${HTTP}/snapshot.test.ts › are absent from the snapshot exactly where they are absent there`,
      `${HTTP}/snapshot.test.ts › a project that was never scored has its identity, and the state of every section`,
    ],
  },
  {
    items: ['snapshot market.valuationWithheld'],
    tests: [`${HTTP}/snapshot.test.ts › the valuation of a dead market is withheld with the reason`],
  },
  {
    items: ['snapshot onChainUse'],
    tests: [
      `${HTTP}/snapshot.test.ts › R115: on-chain use is the stored conclusion with its days and their end, the same on every surface`,
    ],
  },
  {
    items: ['snapshot locks'],
    tests: [
      `${HTTP}/snapshot.test.ts › locks that were read and not found are an empty list; recorded ones are listed, withdrawn ones last`,
    ],
  },
  {
    items: ['snapshot latestChanges.available'],
    tests: [
      `${HTTP}/snapshot.test.ts › changes are unavailable until the ledger ran over the project, then none or the newest`,
    ],
  },
  {
    items: ['snapshot freshness'],
    tests: [`${HTTP}/snapshot.test.ts › freshness names the newest successful reading of each provider`],
  },
  {
    items: ['explanation value'],
    tests: [`${HTTP}/explain.test.ts › has the value that card, dossier and lists show, byte for byte`],
  },
  {
    items: ['explanation rule|inputs|lineage'],
    tests: [
      `${HTTP}/explain.test.ts › the rule has its text, each input its source and time, and the lineage its steps in order`,
    ],
  },
  {
    items: ['explanation evidence'],
    tests: [`${HTTP}/explain.test.ts › every evidence id resolves, and so does the id of a conclusion`],
  },
  {
    items: ['explanation unknownInputs'],
    tests: [
      'src/domain/ships/activity.test.ts › names unread sources as unknown inputs',
      'src/domain/market/integrity.test.ts › names each check that could not be made',
    ],
  },
  {
    items: ['timeline totals|truncated|nextCursor'],
    tests: [
      `${HTTP}/timeline.test.ts › follows nextCursor through every page`,
      `${HTTP}/timeline.test.ts › {}`,
    ],
  },
  {
    items: ['timeline displayTitle|codeWeek.complete'],
    tests: [
      `${HTTP}/timeline.test.ts › a running code week has today’s wording and is not complete; a finished one keeps its range`,
    ],
  },
  {
    items: ['history collectedFrom'],
    tests: [`${HTTP}/history.test.ts › a series without a day says why, and has no item › {}`],
  },
  { items: ['history basis'], tests: [`${HTTP}/history.test.ts › each series declares its basis`] },
  {
    items: ['market day provider|observedAt'],
    tests: [
      `${HTTP}/market.test.ts › gives each day and provider its figures with their times, and marks the running day`,
    ],
  },
  {
    items: ['relationship state|evidence|observedAt'],
    tests: [
      `${HTTP}/relationships.test.ts › every edge has a state, nodes that are listed and evidence that resolves`,
    ],
  },
  {
    items: ['relationship notHeld'],
    tests: [
      `${HTTP}/relationships.test.ts › a launchpad without a statement is not held, and a hidden neighbour is not named › {}`,
    ],
  },
  {
    items: [
      'contract sections creation|deployer|implementations|verifiedSource|interface|sevenDayActivity|state',
    ],
    tests: [
      `${HTTP}/contracts.test.ts › that was read has every section, with addresses in lower case`,
      `${HTTP}/contracts.test.ts › has no value in any section`,
    ],
  },
  {
    items: ['contract sections implementations'],
    tests: [
      `${HTTP}/contracts.test.ts › that follows a beacon has its history, newest first, without what was withdrawn`,
    ],
  },
  {
    items: ['ship displayTitle|codeWeek.complete|source|backing'],
    tests: [
      `${HTTP}/ships.test.ts › lists ships of published projects newest first, with source, backing and weight`,
    ],
  },
  {
    items: ['accelerating list judged|notMeasured|reason'],
    tests: [`${HTTP}/accelerating.test.ts › an empty list says that %s › {}:`],
  },
  {
    items: ['service status lastRun|fresh'],
    tests: ['src/views/service-status.test.ts › a pipeline that %s › {}'],
  },
  {
    items: ['change page nextCursor'],
    tests: [
      `${HTTP}/changes.test.ts › pages in ledger order continue at nextCursor, also after the last event`,
    ],
  },
  {
    items: ['change page ignoredParameters'],
    tests: ['test/contract/operations.test.ts › of lists name the ignored parameters › {}'],
  },
  {
    items: ['receipt withdrawn'],
    tests: [`${HTTP}/evidence.test.ts › a withdrawn record has {} true and no content`],
  },
  {
    items: ['receipt validation svcEvidenceStands'],
    tests: [
      `${HTTP}/receipts.test.ts › agents case 47: stands, or does not, or was checked in part, with the reason › {}`,
    ],
  },
  {
    items: ['receipt validation asOf|scoringVersion'],
    tests: [
      `${HTTP}/receipts.test.ts › agents case 50: of a snapshot only the project is found; its time and its rules are reported › {}`,
    ],
  },
  {
    items: [
      'token profile schema|identity|contract|chain|supply|launch|market|locks|project|recentChanges|holderTiers|utilities',
    ],
    tests: [
      `${HTTP}/token-profile.test.ts › without a file every part is null with a reason`,
      `${HTTP}/token-profile.test.ts › after launch the records of its contract and its project are shown › {}`,
    ],
  },
  {
    items: ['scan card found|reason'],
    tests: [`${HTTP}/scan.test.ts › %s is an answer, not an error › {}`],
  },
  {
    items: ['scan card status_label|activity_measured'],
    tests: ['src/views/scan-card.test.ts › has every known field › {}:'],
  },
  {
    items: ['scan card activity.commits_30d'],
    tests: ['src/views/scan-card.test.ts › %s leaves its fields out and the others in › no repository'],
  },
  {
    items: ['scan card activity.last_ship_title'],
    tests: [`${HTTP}/unknown.test.ts › as absent on the scan card › last_ship_title`],
  },
  {
    items: ['scan card project_link'],
    tests: [`${HTTP}/scan.test.ts › agents case 59: the integration of one caller is never another’s › {}`],
  },
  {
    items: ['token lookup status'],
    tests: [
      `${HTTP}/token.test.ts › gives hidden, draft and unseen tokens the same answer, and no error › status: 'unknown'`,
    ],
  },
  {
    items: ['token lookup activityLabel'],
    tests: [
      `${HTTP}/token.test.ts › of a published token names the project, its activity in words and its newest ship › {}`,
    ],
  },
  {
    items: ['token lookup project.lastShip.title'],
    tests: [`${HTTP}/token.test.ts › names a running week by its elapsed days`],
  },
  {
    items: ['subscription id|url|eventTypes|projects|status|secret'],
    tests: [
      `${HTTP}/webhooks.test.ts › returns the subscription with its secret, starts at the head of the ledger and queues one ping › {}`,
    ],
  },
  {
    items: ['subscription secret'],
    tests: [
      `${HTTP}/webhooks.test.ts › webhooks case 43: a secret is in the answers of create and rotate alone, and not in the database`,
    ],
  },
  {
    items: ['delivery deliveryId|status'],
    tests: [
      `${HTTP}/webhook-deliveries.test.ts › has every attempt with its status code or reason, latency and excerpt › {}`,
    ],
  },
  {
    items: ['delivery deliveryId'],
    tests: [
      'src/webhooks/deliver.test.ts › webhooks cases 15 and 16: seven attempts at their times with one delivery id',
    ],
  },
  {
    items: ['webhook refusal detail.refused'],
    tests: [
      `${HTTP}/webhooks.test.ts › webhooks case 79: refuses types with the reason for each, and creates nothing`,
    ],
  },
  {
    items: ['webhook refusal detail.unknown'],
    tests: [
      `${HTTP}/webhooks.test.ts › webhooks case 79: refuses slugs of no published project, whatever their form, and creates nothing`,
    ],
  },
  {
    items: ['webhook refusal detail.reason'],
    tests: [`${HTTP}/webhook-destinations.test.ts › webhooks case 49: %s is refused: %s`],
  },
  {
    items: ['agent contract query.ignoredParameters'],
    tests: [`${HTTP}/api-index.test.ts › the agent contract names the parameters that it ignores`],
  },
  {
    items: ['agent contract what_changed.data.resume'],
    tests: [
      'src/reads/agent/changed.test.ts › agents case 65: going on from data.resume during parallel writers leaves no gap and repeats nothing',
    ],
  },
  {
    items: ['agent contract error.candidatesTotal'],
    tests: [
      `${HTTP}/agent.test.ts › agents case 36: an ambiguous name has at most eight candidates and the true total`,
    ],
  },
]
