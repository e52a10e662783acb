import type { Row } from '../shown-items.ts'

const HTTP = 'src/surfaces/http'

/** Error codes, each where its condition is made. */
export const CODE_ROWS: readonly Row[] = [
  ...[
    ['invalid_parameter', `${HTTP}/projects.test.ts › %s is refused`],
    ['invalid_token|unsupported_chain', `${HTTP}/token.test.ts › of chain %s and %s is refused`],
    ['invalid_evidence_id', `${HTTP}/evidence.test.ts › %s is refused as no evidence id`],
    ['invalid_cursor', `${HTTP}/changes.test.ts › refuses a cursor past the head: %s`],
    ['ambiguous_name', `${HTTP}/agent.test.ts › a ticker of two tokens is refused with both, and counted`],
    ['invalid_json', `${HTTP}/json-body.test.ts › %s is 400 invalid_json`],
    ['source_required', `${HTTP}/explain.test.ts › %s is refused with %s`],
    [
      'batch_too_large|key_required',
      `${HTTP}/scan-batch.test.ts › agents case 45: each refusal of the partner reads has its own status and code`,
    ],
    [
      'invalid_event_types',
      `${HTTP}/webhooks.test.ts › webhooks case 79: refuses types with the reason for each, and creates nothing`,
    ],
    [
      'unknown_projects',
      `${HTTP}/webhooks.test.ts › webhooks case 79: refuses slugs of no published project, whatever their form, and creates nothing`,
    ],
    ['invalid_destination', `${HTTP}/webhook-destinations.test.ts › webhooks case 49: %s is refused: %s`],
    ['invalid_key', `${HTTP}/caller.test.ts › because it was revoked is answered like an unknown key`],
    [
      'account_held',
      `${HTTP}/webhooks.test.ts › webhooks case 66: a held account gets 403 and keeps its subscriptions`,
    ],
    [
      'not_found',
      `${HTTP}/scan-batch.test.ts › agents case 45: each refusal of the partner reads has its own status and code`,
    ],
    [
      'method_not_allowed',
      `${HTTP}/headers.test.ts › agents cases 42 and 63: methods that an address does not accept`,
    ],
    [
      'subscription_limit',
      `${HTTP}/webhooks.test.ts › webhooks case 68: of two creates at four existing, one is refused`,
    ],
    [
      'subscription_disabled',
      `${HTTP}/webhook-updates.test.ts › webhooks case 67: a ping on request is in the log; on a disabled subscription it is 409`,
    ],
    [
      'payload_too_large',
      `${HTTP}/json-body.test.ts › is refused when the limit is passed, before the rest is sent`,
    ],
    ['unsupported_media_type', `${HTTP}/json-body.test.ts › %s is 415`],
    [
      'rate_limited',
      `${HTTP}/headers.test.ts › agents cases 61 and 63: the 121st request is refused with retry-after`,
    ],
    ['quota_exceeded', `${HTTP}/caller.test.ts › of the month, 429 has the seconds until the next month`],
    [
      'internal_error',
      `${HTTP}/headers.test.ts › agents case 63: a failure is 500 without detail, and is logged with its cause`,
    ],
    [
      'webhooks_unavailable',
      `${HTTP}/webhooks.test.ts › webhooks case 44: without a signer create and rotate answer 503 and change nothing; the rest works`,
    ],
    [
      'unavailable',
      `${HTTP}/headers.test.ts › without its database the service answers 503 with retry-after`,
    ],
  ].map(([codes, test]) => ({ items: [`error code ${codes}`], tests: [`${test} › {}'`] })),
]
