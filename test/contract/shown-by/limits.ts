import type { Row } from '../shown-items.ts'

const HTTP = 'src/surfaces/http'
const INPUT = 'src/surfaces/input.test.ts'

/** Every row of the contract's table of limits, with the tests at its boundary. @source contract, Limits */
export const LIMIT_ROWS: readonly Row[] = [
  {
    items: ['Anonymous requests: 120 a minute'],
    tests: [
      'src/accounts/callers.test.ts › of an anonymous client is 120 requests',
      `${HTTP}/headers.test.ts › the 121st request is refused with retry-after`,
    ],
  },
  {
    items: ['Keyed requests a minute by tier: 120, 600, 1200'],
    tests: ['src/accounts/callers.test.ts › of tier %i holds %i requests, each key its own'],
  },
  {
    items: ['Rate headers; ratelimit-remaining on keyed answers alone'],
    tests: [
      `${HTTP}/headers.test.ts › an anonymous answer may be shared for a minute and has the budget, not the remaining requests`,
      `${HTTP}/headers.test.ts › a browser may read the rate limits of a refusal`,
      `${HTTP}/caller.test.ts › is private and has the remaining requests`,
    ],
  },
  {
    items: ['Retry header on 429: retry-after'],
    tests: [`${HTTP}/caller.test.ts › of the minute, 429 has retry-after`],
  },
  {
    items: ['Anonymous cache time: 60 seconds'],
    tests: [
      `${HTTP}/outside-cache.test.ts › an anonymous answer serves anonymous callers for one minute, including its age here`,
    ],
  },
  {
    items: ['/api/projects limit: 1 to 48, default 24; q: 2 to 120 characters'],
    tests: [
      `${INPUT} › %s takes the numbers of %s in its range › ['projects', 'limit'`,
      `${INPUT} › %s takes a search of 2 to %i characters › ['projects'`,
    ],
  },
  {
    items: ['/api/search/suggest q: 2 to 64 characters; at most 8 rows'],
    tests: [
      `${INPUT} › %s takes a search of 2 to %i characters › ['suggest'`,
      `${HTTP}/token.test.ts › are at most eight published projects, exact matches first`,
    ],
  },
  {
    items: ['/api/ships limit: 1 to 48, default 24'],
    tests: [`${INPUT} › %s takes the numbers of %s in its range › ['ships', 'limit'`],
  },
  {
    items: ['/api/builders limit: 1 to 200, default 50; q: 2 to 80 characters'],
    tests: [
      `${INPUT} › %s takes the numbers of %s in its range › ['builders', 'limit'`,
      `${INPUT} › %s takes a search of 2 to %i characters › ['builders'`,
    ],
  },
  {
    items: ['/api/changes limit: 1 to 100, default 50'],
    tests: [`${INPUT} › %s takes the numbers of %s in its range › ['changes', 'limit'`],
  },
  {
    items: ['/api/projects/{slug}/market days: 1 to 400, default 30'],
    tests: [`${INPUT} › %s takes the numbers of %s in its range › ['market', 'days'`],
  },
  {
    items: ['/api/projects/{slug}/diff: at most 400 days apart'],
    tests: [
      `${HTTP}/diff.test.ts › %s is 400 › -401`,
      'src/domain/history/span.test.ts › a comparison is of days at most 400 apart, in order',
    ],
  },
  {
    items: ['/api/compare: 2 to 4 slugs'],
    tests: [`${HTTP}/compare.test.ts › refuses the slugs %j`],
  },
  {
    items: ['/api/v1/scan tokens: at most 30, with a key'],
    tests: [
      `${HTTP}/scan-batch.test.ts › answers thirty tokens`,
      `${HTTP}/scan-batch.test.ts › agents case 45: each refusal of the partner reads has its own status and code › thirtyOne`,
    ],
  },
  {
    items: ['slug: 1 to 80 characters of a-z, 0-9, hyphen'],
    tests: [
      `${HTTP}/project.test.ts › refuses malformed slugs, also percent-encoded ones`,
      `${INPUT} › %s?%s is refused with %s › 'a'.repeat(81)`,
    ],
  },
  {
    items: ['evidence id: at most 240 characters'],
    tests: [`${HTTP}/evidence.test.ts › %s is refused as no evidence id › more than 240 characters`],
  },
  {
    items: ['integration: at most 65 characters'],
    tests: [`${INPUT} › integration %s with header %s is %s › repeat(65)`],
  },
  {
    items: ['Subscriptions an account: 5'],
    tests: [`${HTTP}/webhooks.test.ts › webhooks case 68: of two creates at four existing, one is refused`],
  },
  {
    items: ['Webhook request body: 16 KB'],
    tests: [`${HTTP}/json-body.test.ts › is refused when the limit is passed, before the rest is sent`],
  },
  {
    items: ['Receiver answer: 5 seconds; 4 KB read, 256 characters kept'],
    tests: [
      'src/webhooks/send.test.ts › webhooks case 20: the time limit is five seconds and covers lookup, connection and handshake',
      'src/webhooks/read-answer.test.ts › webhooks case 22: of an endless body 4 KB are read and 256 characters kept',
    ],
  },
  {
    items: ['Retry schedule; the seventh failure is DEAD, kept 30 days'],
    tests: [
      'src/domain/webhooks/delivery.test.ts › webhooks case 15: waits as the contract says after each of six failures, and is DEAD after the seventh',
      'src/webhooks/deliver-states.test.ts › webhooks case 80: a delivery leaves the log 30 days after it settled',
    ],
  },
  {
    items: ['Auto-disable: ten DEAD deliveries in a row'],
    tests: [
      'src/webhooks/deliver.test.ts › webhooks cases 64 and 65: ten dead deliveries in a row disable the subscription once, with its reason',
    ],
  },
  {
    items: ['Send rate an endpoint: 20 a minute, 2 at a time'],
    tests: [
      'src/webhooks/deliver.test.ts › webhooks cases 1 and 28: four workers at once send each delivery once, 20 in a minute and two at a time',
    ],
  },
  {
    items: ['Signature tolerance: 5 minutes'],
    tests: ['src/contract/webhook-verification.test.ts › webhooks case 45: a time %s'],
  },
  {
    items: ['Secret overlap after a rotation: 24 hours'],
    tests: [
      `${HTTP}/webhooks.test.ts › a rotation gives the next secret; the one before it signs for a day, also after a second rotation`,
      'src/webhooks/deliver-clock.test.ts › and a rotation ends after 24 hours',
    ],
  },
  {
    items: ['Hourly limits an account: 10 creates, 10 rotations, 30 pings, 60 changes'],
    tests: [
      'src/accounts/hour.test.ts › of %s calls is %i for each account',
      `${HTTP}/webhook-updates.test.ts › the last %s of an hour is answered, one more is 429`,
    ],
  },
  {
    items: ['Live push: first read within seven days of its publication'],
    tests: [
      'src/domain/ledger/origin.test.ts › detected exactly seven days later (case 77)',
      'src/ledger/write.test.ts › %s from publication to the first reading',
    ],
  },
  {
    items: ['Unlock warning: within the last seven days'],
    tests: ['src/domain/ledger/locks.test.ts › an unlock due is scheduled and detected %s'],
  },
]
