import type { Row } from '../shown-items.ts'

const HTTP = 'src/surfaces/http'

/** Fields of bodies, and the parameters of calls that need a key. */
export const BODY_ROWS: readonly Row[] = [
  {
    items: [
      'POST /api/receipts/validate agentId|operator|mandate|subjectType|subject|createdAt|evidenceCutoff|thesisSummary|claims|risks|unknowns|researchState|outcome|confidence|reviewConditions|sourceSystems|signature',
    ],
    tests: [
      'src/contract/shapes/research-receipt.property.test.ts › agents case 55: the validator accepts exactly what the schema accepts',
    ],
  },
  {
    items: ['POST /api/webhooks url'],
    tests: [
      `${HTTP}/webhook-destinations.test.ts › webhooks case 49: %s is refused: %s`,
      `${HTTP}/webhook-destinations.test.ts › webhooks case 50: the service itself is refused: %s`,
      `${HTTP}/webhook-destinations.test.ts › webhooks case 48: an address in any notation is refused: %s`,
    ],
  },
  {
    items: ['POST /api/webhooks eventTypes'],
    tests: [
      `${HTTP}/webhooks.test.ts › webhooks case 79: refuses types with the reason for each, and creates nothing`,
      `${HTTP}/webhooks.test.ts › null is for everything, as if it was left out`,
    ],
  },
  {
    items: ['POST /api/webhooks projects'],
    tests: [
      `${HTTP}/webhooks.test.ts › webhooks case 79: refuses slugs of no published project, whatever their form, and creates nothing`,
    ],
  },
  {
    items: ['POST /api/webhooks description'],
    tests: [`${HTTP}/webhooks.test.ts › keeps a description of 200 characters beyond the basic plane`],
  },
  {
    items: ['PATCH /api/webhooks/{id} url'],
    tests: [
      `${HTTP}/webhook-updates.test.ts › another url is pinged; the secret, the count of dead deliveries and what waits stay`,
    ],
  },
  {
    items: ['PATCH /api/webhooks/{id} eventTypes|projects'],
    tests: [`${HTTP}/webhook-updates.test.ts › types and projects are replaced, and null is for all`],
  },
  {
    items: ['PATCH /api/webhooks/{id} description'],
    tests: [`${HTTP}/webhook-updates.test.ts › what is left out stays`],
  },
  {
    items: ['PATCH /api/webhooks/{id} status'],
    tests: [
      `${HTTP}/webhook-updates.test.ts › disabling cancels what waits, keeps the cursor and sends no ping`,
      `${HTTP}/webhook-updates.test.ts › webhooks case 63: enabling sends one ping, starts at the current position and names the gap`,
    ],
  },
  {
    items: ['GET', 'PATCH', 'DELETE'].map((method) => `${method} /api/webhooks/{id} id`),
    tests: [
      `${HTTP}/webhooks.test.ts › an id of another form is a missing one: %s`,
      `${HTTP}/webhooks.test.ts › webhooks case 69: answers on every route exactly like a missing one`,
    ],
  },
  {
    items: [
      'POST /api/webhooks/{id}/rotate id',
      'POST /api/webhooks/{id}/ping id',
      'GET /api/webhooks/{id}/deliveries id',
    ],
    tests: [`${HTTP}/webhooks.test.ts › webhooks case 69: answers on every route exactly like a missing one`],
  },
  {
    items: ['GET /api/webhooks/{id}/deliveries limit|cursor'],
    tests: [
      `${HTTP}/webhook-deliveries.test.ts › pages newest first without a gap or a repetition, 20 at a time unless another limit is asked`,
    ],
  },
  {
    items: ['GET /api/webhooks/{id}/deliveries status'],
    tests: [
      `${HTTP}/webhook-deliveries.test.ts › webhooks case 80: an entry is kept for 30 days after it was settled, to the millisecond › status=DEAD`,
      `${HTTP}/webhook-deliveries.test.ts › refuses %s › status=dead`,
    ],
  },
]
