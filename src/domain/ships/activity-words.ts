import type { ActivityStatus, PartnerStatus } from '#contract/enums.ts'

/** The wording of each status: a label, one sentence of help and the partner status. */
export const ACTIVITY_WORDS: Readonly<
  Record<ActivityStatus, { readonly label: string; readonly help: string; readonly partner: PartnerStatus }>
> = {
  SHIPPING: {
    label: 'Shipping',
    help: 'The newest meaningful ship is at most 7 days old; one day of grace and time without readings do not count.',
    partner: 'active',
  },
  ACTIVE: {
    label: 'Active',
    help: 'The newest meaningful ship is at most 30 days old, or two are at most 45 days old; one day of grace and time without readings do not count.',
    partner: 'active',
  },
  RESUMED: {
    label: 'Back to shipping',
    help: 'The project shipped again in the last 14 days after at least 60 days of silence that the service watched.',
    partner: 'active',
  },
  QUIET: {
    label: 'Quiet',
    help: 'Its sources were read and show nothing meaningful shipped for more than 30 days; silence is seen, not intent.',
    partner: 'stale',
  },
  DORMANT: {
    label: 'Dormant',
    help: 'Its sources were read and show nothing meaningful shipped for more than 60 days; silence is seen, not intent.',
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
