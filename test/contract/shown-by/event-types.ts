import type { Row, Walk } from '../shown-items.ts'

const HTTP = 'src/surfaces/http'
const DELIVERED =
  'test/flows/webhook-types.long.test.ts › webhooks case 78: events of every type, and retractions, are delivered exactly as /api/changes serves them'
/** Tests that ask every type that can be subscribed to. */
export const TYPE_WALKS: readonly Walk[] = [
  {
    name: 'subscribable',
    items: ['delivered type *'],
    tests: [
      `${HTTP}/webhook-list.test.ts › every listed type can be subscribed to, and implied ones may be named`,
      `${HTTP}/webhook-list.test.ts › types are of the deployment: market integrity is listed and taken while it is published`,
    ],
  },
]

const LEDGER = 'src/domain/ledger'
/** Event types: the rule that makes each, and its delivery or refusal. */
export const TYPE_ROWS: readonly Row[] = [
  ...[
    ['build.release|build.ship', `${LEDGER}/build.test.ts › %s has one event with the id of its evidence`],
    [
      'build.status_changed|build.dormant|build.resumed',
      `${LEDGER}/build.test.ts › a move from %s has one event of one type`,
    ],
    ['build.accelerating', `${LEDGER}/build.test.ts › dates a finding by the end of its window`],
    [
      'research.published',
      `${LEDGER}/research.test.ts › announces the first publication with its sources and keeps it unchanged`,
    ],
    ['research.builder_verified', `${LEDGER}/moves.test.ts › a move of %s is announced`],
    [
      'research.source_unavailable',
      `${LEDGER}/research.test.ts › case 8: a source found gone twice, an hour apart, is unavailable`,
    ],
    [
      'research.source_restored',
      `${LEDGER}/research.test.ts › an announced outage stays, is not announced twice, and ends with the first successful reading after it`,
    ],
    [
      'research.source_changed',
      `${LEDGER}/sites.test.ts › a change of the declarations of a site is undated`,
    ],
    ['contract.deployed', `${LEDGER}/contracts.test.ts › dates the launch by its block`],
    [
      'contract.followup_deployed',
      `${LEDGER}/contracts.test.ts › announces each follow-up deployment of one second, in chain order`,
    ],
    [
      'contract.implementation_changed',
      'test/flows/chain.long.test.ts › case 31: two upgrades in one block are two live events in log order',
    ],
    [
      'contract.interface_changed|contract.source_verified',
      `${LEDGER}/contracts.test.ts › announces the verified source and changes of %s`,
    ],
    [
      'market.status_changed|token.verification_changed',
      `${LEDGER}/moves.test.ts › a move of %s is announced`,
    ],
    ['lock.unlock_due', `${LEDGER}/locks.test.ts › an unlock due is scheduled and detected %s`],
    ['lock.observed', `${LEDGER}/locks.test.ts › announces a lock that was read, with its unlock time`],
    [
      'lock.withdrawn',
      `${LEDGER}/locks.test.ts › announces a withdrawn lock when a reading first finds it withdrawn, and no unlock`,
    ],
  ].map(([types, test]) => ({ items: [`delivered type ${types}`], tests: [`${test} › '{}'`] })),
  {
    items: ['delivered type research.source_added'],
    tests: [`${LEDGER}/research.test.ts › announces a source that was added: %s`],
  },
  {
    items: ['delivered type token.launch_stage_changed'],
    tests: [
      `${LEDGER}/token.test.ts › a move to %s is announced with its log`,
      'test/flows/launch-stages.long.test.ts › each stage of a launch is one live event',
    ],
  },
  {
    items: ['delivered type market_integrity.event'],
    tests: [
      'src/contract/events.test.ts › market_integrity.event can be subscribed to where it is published: %s',
      'src/webhooks/enqueue.test.ts › market integrity: history goes to nobody, later events to those who chose it',
    ],
  },
  {
    items: ['delivered type event.retracted'],
    tests: [
      'src/webhooks/enqueue.test.ts › webhooks cases 71 and 73: an event withdrawn between attempts is not sent again; its tombstone names nothing',
    ],
  },
  {
    items: ['delivered type ping'],
    tests: [
      `${HTTP}/webhooks.test.ts › returns the subscription with its secret, starts at the head of the ledger and queues one ping`,
      `${HTTP}/webhook-updates.test.ts › another url is pinged`,
      `${HTTP}/webhook-updates.test.ts › webhooks case 63: enabling sends one ping`,
      `${HTTP}/webhook-updates.test.ts › webhooks case 67: a ping on request is in the log`,
    ],
  },
  {
    items: [
      'delivered type build.release|build.ship|build.status_changed|build.dormant|build.resumed|build.accelerating',
      'delivered type research.published|research.builder_verified|research.source_added|research.source_unavailable|research.source_restored|research.source_changed',
      'delivered type contract.followup_deployed|contract.implementation_changed|market.status_changed|token.launch_stage_changed',
      'delivered type lock.unlock_due|lock.observed|lock.withdrawn|market_integrity.event|event.retracted',
    ],
    tests: [DELIVERED],
  },
  {
    items: [
      'never delivered type market.distribution_changed|market.liquidity_moved|market.volume_spike|build.code_activity|build.slowing|contract.source_unverified|contract.usage_changed|contract.method_first_observed|contract.method_resumed|research.owner_verified|research.narrative_assigned',
    ],
    tests: ["src/contract/events.test.ts › refuses %s: %s › '{}'"],
  },
]
