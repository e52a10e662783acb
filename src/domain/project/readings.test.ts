import { expect, test } from 'vitest'
import type { CoverageDimension } from '#contract/enums.ts'
import { addMs, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { type DueStream, nextReadings } from './readings.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const inHours = (hours: number): Instant => addMs(NOW, hours * HOUR_MS)
const due = (kind: DueStream['kind'], stream: string, hours: number): DueStream => ({
  kind,
  stream,
  dueAt: inHours(hours),
})

test.each<[CoverageDimension, string, readonly DueStream[], Instant | null]>([
  ['building', 'nothing scheduled', [], null],
  [
    'building',
    'tags',
    [due('github_repository', 'tags', 1), due('github_repository', 'commits', 3)],
    inHours(3),
  ],
  ['contracts', 'the logs of launches', [due('token', 'launch', 1), due('token', 'upgrades', 2)], inHours(2)],
  ['contracts', 'explorers', [due('explorer', 'verified_source', 1)], null],
  ['contracts', 'nothing', [due('contract', 'proxy', 4), due('deployer', 'deployments', 2)], inHours(2)],
  [
    'verified_source',
    'calls',
    [due('explorer', 'method_use', 1), due('explorer', 'verified_source', 5)],
    inHours(5),
  ],
  ['verified_source', 'calls alone', [due('explorer', 'method_use', 1)], null],
  [
    'market',
    'registries',
    [due('market', 'registry_listing', 1), due('market', 'token_market', 2)],
    inHours(2),
  ],
  ['locks', 'nothing', [due('locker', 'locks', 7)], inHours(7)],
  [
    'token_verification',
    'declarations',
    [due('website', 'declarations', 1), due('website', 'token_naming', 6)],
    inHours(6),
  ],
  ['token_verification', 'declarations alone', [due('website', 'declarations', 1)], null],
])('the next reading of %s leaves out %s', (dimension, _, streams, expected) => {
  expect(nextReadings(streams)[dimension]).toBe(expected)
})
