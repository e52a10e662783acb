import { OPERATIONS } from '#contract/operations/index.ts'
import { addDays, dateOf, type Instant, startOfDate } from '#contract/time.ts'
import type { Site } from './links.ts'

/** Readers distrust a file that expires in more than a year. */
const VALID_DAYS = 180

/**
 * The text of security.txt, which says where to report a vulnerability. `Expires` moves with the clock, so that it
 * never passes while the service answers; it changes once a day.
 */
export function securityText(
  { contact, now }: { readonly contact: string; readonly now: Instant },
  { baseUrl }: Site,
): string {
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${startOfDate(addDays(dateOf(now), VALID_DAYS))}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}${OPERATIONS.securityText.path}`,
  ]
  return `${lines.join('\n')}\n`
}
