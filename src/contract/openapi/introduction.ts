import { CHAIN_ID, EVIDENCE_PREFIXES } from '../ids.ts'
import { LIMITS } from '../limits.ts'

/** The introduction of the document: claims, errors, cursors, headers and keys, in Markdown. */
export function openapiIntroduction(): string {
  return [CLAIMS, ERRORS, CURSORS, HEADERS].join('\n\n')
}

const CLAIMS = `What is recorded of projects on chain ${CHAIN_ID}, each value with its evidence. No read calls an outside provider.

## Claims

- Every line of content is FACT (recorded, with its source), DERIVED (a rule applied to facts) or UNKNOWN.
- An absent or null field means unknown. It is never 0, false, an empty list or the word none.
- \`claims\` of an answer says for each field which of the three it is, with its rule and its evidence ids.
- An evidence id is a prefix, a colon and a key. The prefix is one of ${EVIDENCE_PREFIXES.join(', ')}. \`GET /api/evidence/{id}\` answers its receipt.
- A reading describes the time of its \`observedAt\`, not now.
- A valuation is a \`marketCap\` or an \`fdv\`. Never compare the two. Price, liquidity and volume are context only.`

const ERRORS = `## Errors

Every refusal is the \`Error\` object: \`error\` is a stable code, \`message\` names what is wrong and what is expected, and \`retryable\` says whether the same request can succeed later. \`detail\` names the parameter. Under \`/api/agent\` the code and the message are in an \`error\` object. A refusal of \`/mcp\` by its protocol is a JSON-RPC error.

A parameter with a value of another form is refused with 400. So is a value that is given twice, unless the parameter is a list. A parameter that the operation does not read is not refused: \`ignoredParameters\` of lists names it. A method that an address does not accept is refused with 405 \`method_not_allowed\` and the header \`allow\`. New codes can be added: treat an unknown code by its status.`

const CURSORS = `## Cursors

A cursor is opaque: pass it back as it came. \`nextCursor\` is null at the end. To mirror the ledger, ask \`GET /api/changes?after=c1.0\` and follow \`nextCursor\`. Store it with the answer: the next request with it in \`after\` answers what was recorded since. Never continue by a time. An entry with \`op\` = \`retract\` is a tombstone: delete your copy.`

const HEADERS = `## Keys, limits and headers

No read needs a key. A key is sent as \`Authorization: Bearer <key>\` or as \`x-api-key\`, and raises the limit of ${LIMITS.anonymousPerMinute} requests a minute. Every answer has \`x-request-id\` and \`x-api-version\`. Every counted answer also has \`ratelimit-limit\` and \`ratelimit-policy\`, and with a key \`ratelimit-remaining\`, \`svc-tier\` and \`svc-monthly-remaining\`. Without a key, \`ratelimit-remaining\` is on answers that no cache may store. A read has an \`etag\`: with \`if-none-match\` it answers 304 while nothing changed.

An answer from records states in \`svc-position\` the position of the ledger in its snapshot. Sent back as \`min-position\`, it makes the next answer at least as new; 503 when no server has reached it.`
