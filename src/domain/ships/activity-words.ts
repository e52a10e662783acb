import type { ActivityStatus, PartnerStatus } from '#contract/enums.ts'
import { span } from '#domain/rules/rule.ts'
import { ACTIVITY_RULE } from './activity.ts'
import { COMEBACK_RULE } from './comeback.ts'

/** The wording of each status: a label, one sentence of help and the partner status. */
export const ACTIVITY_WORDS: Readonly<
  Record<ActivityStatus, { readonly label: string; readonly help: string; readonly partner: PartnerStatus }>
> = {
  SHIPPING: {
    label: 'Shipping',
    help: `The newest ship that counts is at most ${span(ACTIVITY_RULE.shippingMs)} old; a day of grace and any time without readings are not counted.`,
    partner: 'active',
  },
  ACTIVE: {
    label: 'Active',
    help: `The newest ship that counts is at most ${span(ACTIVITY_RULE.activeMs)} old, or two are at most ${span(ACTIVITY_RULE.activeTwiceMs)} old; a day of grace and any time without readings are not counted.`,
    partner: 'active',
  },
  RESUMED: {
    label: 'Back to shipping',
    help: `The project shipped again in the last ${span(COMEBACK_RULE.standsMs)} after at least ${span(COMEBACK_RULE.gapMs)} of silence that the service watched.`,
    partner: 'active',
  },
  QUIET: {
    label: 'Quiet',
    help: `Its sources were read and show nothing meaningful shipped for more than ${span(ACTIVITY_RULE.activeMs)}; silence is seen, not intent.`,
    partner: 'stale',
  },
  DORMANT: {
    label: 'Dormant',
    help: `Its sources were read and show nothing meaningful shipped for more than ${span(ACTIVITY_RULE.dormantMs)}; silence is seen, not intent.`,
    partner: 'dormant',
  },
  UNKNOWN: {
    label: 'Not known',
    help: 'The service holds too little to say whether the project is shipping; this is not a finding of inactivity.',
    partner: 'unknown',
  },
}

/** The partner status of an activity status; unknown stays unknown. @source contract, Partner Card */
export function partnerStatus(status: ActivityStatus): PartnerStatus {
  return ACTIVITY_WORDS[status].partner
}
