import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { isProviderFailing, type StreamFinding } from '#domain/collecting/provider-outage.ts'
import { nextDue } from './next-due.ts'

const START = toInstant('2026-11-01T00:00:00Z')
const RUN_MS = 60_000

type Source = {
  finding: StreamFinding
  readonly cadenceSeconds: number
  readonly isDead: boolean
  failures: number
  due: Instant
}

/**
 * Sources that all answered until the start. Some of them fail from then on. All are due at once, or spread over a
 * cadence.
 */
function sourcesOf({ alive, dead, cadenceSeconds, spread }: Given): readonly Source[] {
  return Array.from({ length: alive + dead }, (_, index) => {
    const share = spread ? index / (alive + dead) : 0
    return {
      finding: {
        sourceId: `source-${index}`,
        stream: 'page',
        outcome: 'fresh',
        at: addMs(START, (share - 1) * cadenceSeconds * 1000),
        hasAnswered: true,
        failingSince: null,
      },
      cadenceSeconds,
      isDead: (index * dead) % (alive + dead) < dead,
      failures: 0,
      due: addMs(START, share * cadenceSeconds * 1000),
    }
  })
}

function read(source: Source, now: Instant): void {
  const { finding, cadenceSeconds } = source
  const outcome = source.isDead ? 'unavailable' : 'fresh'
  source.failures = source.isDead ? source.failures + 1 : 0
  source.due = nextDue({
    outcome,
    previousOutcome: finding.outcome,
    failuresInARow: source.failures,
    cadenceSeconds,
    goodCadenceSeconds: cadenceSeconds,
    missingCadenceSeconds: null,
    continues: false,
    pauseUntil: null,
    now,
  })
  const failingSince = source.isDead ? (finding.failingSince ?? now) : null
  source.finding = { ...finding, outcome, failingSince, at: failingSince ?? now }
}

type Given = {
  readonly alive: number
  readonly dead: number
  readonly cadenceSeconds: number
  readonly spread: boolean
  readonly ownHosts: boolean
}

/** Minutes of ten days in which the provider counts as failing. */
function minutesOfOutage(given: Given): number {
  const sources = sourcesOf(given)
  let failing = false
  let minutes = 0
  for (let now = START; now < addMs(START, 10 * DAY_MS); now = addMs(now, RUN_MS)) {
    const due = sources.filter((source) => source.due <= now)
    for (const source of due) read(source, now)
    const findings = sources.map(({ finding }) => finding)
    if (due.length > 0)
      failing = isProviderFailing(findings, { since: now, ownHosts: given.ownHosts, now }) ?? failing
    if (failing) minutes += 1
  }
  return minutes
}

test.each<[string, Given]>([
  [
    '5 of 100 sites, read daily at once',
    { alive: 95, dead: 5, cadenceSeconds: 86_400, spread: false, ownHosts: true },
  ],
  [
    '5 of 100 sites, read daily',
    { alive: 95, dead: 5, cadenceSeconds: 86_400, spread: true, ownHosts: true },
  ],
  [
    '1 of 11 silent repositories',
    { alive: 10, dead: 1, cadenceSeconds: 86_400, spread: false, ownHosts: false },
  ],
  ['2 of 52 repositories', { alive: 50, dead: 2, cadenceSeconds: 21_600, spread: true, ownHosts: false }],
])('sources that fail for good are no outage of their provider: %s', (_, given) => {
  expect(minutesOfOutage(given)).toBe(0)
})

test('a provider that answers nothing is in outage until the end', () => {
  const minutes = minutesOfOutage({ alive: 0, dead: 24, cadenceSeconds: 3600, spread: true, ownHosts: false })
  expect(minutes).toBeGreaterThan((10 * DAY_MS - HOUR_MS) / RUN_MS)
})
