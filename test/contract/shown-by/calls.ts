import type { Row } from '../shown-items.ts'

const HTTP = 'src/surfaces/http'
const A2A = 'src/surfaces/a2a'

/** The tests of each call that has a body or changes something. */
export const CALL_ROWS: readonly Row[] = [
  {
    items: ['POST /api/a2a'],
    tests: [
      `${A2A}/json-rpc.test.ts › agents case 25: the version › is 1.0 and in a header`,
      `${A2A}/sdk-client.test.ts › the official client › finds the agent by its card and gets a message`,
    ],
  },
  {
    items: ['POST /api/receipts/validate'],
    tests: [
      `${HTTP}/receipts.test.ts › agents case 47: stands, or does not, or was checked in part, with the reason`,
      `${HTTP}/receipt-bodies.test.ts › agents case 52: an address in a receipt opens no socket and looks up no name`,
    ],
  },
  {
    items: ['POST /mcp'],
    tests: [
      'src/surfaces/mcp/messages.test.ts › agents case 8: an older client may call without a handshake and without headers',
      'src/surfaces/mcp/same-as-rest.test.ts › agents case 22: a tool and REST answer equal lists',
    ],
  },
  {
    items: ['POST /api/webhooks'],
    tests: [
      `${HTTP}/webhooks.test.ts › returns the subscription with its secret, starts at the head of the ledger and queues one ping`,
    ],
  },
  {
    items: ['PATCH /api/webhooks/{id}'],
    tests: [
      `${HTTP}/webhook-updates.test.ts › what is left out stays`,
      `${HTTP}/webhook-updates.test.ts › webhooks case 63: enabling sends one ping, starts at the current position and names the gap`,
    ],
  },
  {
    items: ['DELETE /api/webhooks/{id}'],
    tests: [
      `${HTTP}/webhooks.test.ts › a removed one is missing on every route`,
      `${HTTP}/webhooks.test.ts › a removed subscription leaves its place`,
    ],
  },
  {
    items: ['POST /api/webhooks/{id}/rotate'],
    tests: [
      `${HTTP}/webhooks.test.ts › a rotation gives the next secret; the one before it signs for a day, also after a second rotation`,
    ],
  },
  {
    items: ['POST /api/webhooks/{id}/ping'],
    tests: [
      `${HTTP}/webhook-updates.test.ts › webhooks case 67: a ping on request is in the log; on a disabled subscription it is 409`,
    ],
  },
]
