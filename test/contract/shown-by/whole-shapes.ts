import type { Row } from '../shown-items.ts'

const HTTP = 'src/surfaces/http'
const CARD = 'src/views/partner-card.test.ts'
const CHANGE = 'src/views/change.test.ts'

/** Fields of the shapes that the contract gives whole. */
export const SHAPE_ROWS: readonly Row[] = [
  {
    items: [
      'Partner Card status|svc_status|token_verification|activity_applies_to_token|verified_builder|research_level|activity_measured|last_activity_at|latest_meaningful_ship|meaningful_ships_30d|latest_change|latest_change_state|latest_signal|repo_url|last_commit|last_code_activity|latest_release|latest_deployment|market_status|as_of',
    ],
    tests: [`${CARD} › a project without a card has every key, all unknown › {}:`],
  },
  {
    items: [
      'Partner Card last_activity_at|latest_meaningful_ship|meaningful_ships_30d|latest_signal|repo_url|last_code_activity|latest_release|latest_deployment',
    ],
    tests: [
      `${HTTP}/unknown.test.ts › answers exactly the unknown claims as null on the card and as absent on the scan card › '{}'`,
    ],
  },
  {
    items: ['Partner Card svc_status_label|svc_status_help'],
    tests: [
      'src/domain/ships/activity-words.test.ts › %s has a label of its own and one sentence of help, without the word abandoned',
    ],
  },
  {
    items: ['Partner Card contract_address|chain_id|svc_project_name|svc_project_url|badge_url|disclaimer'],
    tests: [`${HTTP}/builder.test.ts › a published token answers its Partner Card › {}:`],
  },
  { items: ['Partner Card project_link'], tests: [`${CARD} › the link of integration %s`] },
  { items: ['Partner Card claims'], tests: [`${CARD} › a known card has its values and their evidence`] },
  {
    items: ['Partner Card last_activity_between'],
    tests: [`${CARD} › R62: a ship that no source dates has no timestamp, and the activity a span`],
  },
  {
    items: ['Partner Card meaningful_ships_30d_as_of'],
    tests: [`${CARD} › R61: counts say up to when they were read, and the evaluation otherwise`],
  },
  {
    items: ['Partner Card latest_change|latest_change_state'],
    tests: [
      `${CARD} › latest change when %s`,
      `${HTTP}/changes.test.ts › the card has the newest builder-side event, not a market event`,
    ],
  },
  {
    items: [
      'change event id|revision|op|recordedAt|type|domain|project|contract|occurredAt|detectedAt|precision|origin|summary|summaryCurrent|facts|evidence',
    ],
    tests: [`${CHANGE} › an entry becomes one flat object with every field › {}:`],
  },
  {
    items: ['change event id|revision|op|recordedAt'],
    tests: [`${CHANGE} › a retraction has only id, revision, op and time`],
  },
  {
    items: ['change event summaryCurrent'],
    tests: [`${CHANGE} › R71: a code week is worded as its ship is recorded now, not as it was announced`],
  },
  {
    items: ['error envelope error|message|requestId|retryable|scan_url'],
    tests: [`${HTTP}/builder.test.ts › a %s project answers 404 with scan_url › {}:`],
  },
  {
    items: ['error envelope detail'],
    tests: [`${HTTP}/projects.test.ts › %s is refused › body['{}']`],
  },
  {
    items: ['error envelope retryAfterSeconds'],
    tests: [
      `${HTTP}/headers.test.ts › agents cases 61 and 63: the 121st request is refused with retry-after › {}`,
    ],
  },
  {
    items: ['payload type|payloadVersion|deliveryId|sentAt|event'],
    tests: ['src/webhooks/deliver.test.ts › a delivery has the headers and the body of the contract › {}:'],
  },
  {
    items: ['payload event'],
    tests: [
      'test/flows/webhook-types.long.test.ts › webhooks case 78: events of every type, and retractions, are delivered exactly as /api/changes serves them',
    ],
  },
  {
    items: ['payload subscriptionId', 'delivery header svc-event-id'],
    tests: [
      'src/webhooks/deliver.test.ts › webhooks case 33: a ping goes before the events that wait, within the limits › {}',
    ],
  },
  {
    items: [
      'delivery header svc-signature|svc-event-id|svc-delivery-id|svc-payload-version|user-agent|content-type',
    ],
    tests: ['src/webhooks/deliver.test.ts › a delivery has the headers and the body of the contract › {}'],
  },
  {
    items: ['delivery header svc-signature'],
    tests: [
      'src/webhooks/sign.test.ts › webhooks case 39: stripe verifies header and body of %s unchanged',
      'src/contract/webhook-verification.test.ts › webhooks case 40: accepts two signatures with %s',
    ],
  },
]
