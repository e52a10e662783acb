import { expect, test } from 'vitest'
import type { BuildEvidence, Source } from '#domain/evidence.ts'
import {
  building,
  day,
  repositoryOf,
  selfReported,
  shipOf,
  sourceOf,
  streamOf,
  uncounted,
  unevenRepository,
  unreadStream,
} from '#test/given/build-evidence.ts'
import { type ActivityState, activityStatus } from './activity.ts'

const NOW = 200
const READ = { from: 0, okTo: NOW }
const repository = repositoryOf('repo', READ)
const other = (commits: Source['streams'][number]): Source => ({
  ...sourceOf('other', 'github_repository'),
  streams: [streamOf('releases', READ), commits],
})
const deployer = (stream: Source['streams'][number]): Source => ({
  ...sourceOf('deployer', 'deployer'),
  streams: [stream],
})
const aged = (age: number, ...sources: readonly Source[]): BuildEvidence =>
  building(sources, shipOf('a', NOW - age))
const UNCONFIRMED: ActivityState = { status: 'ACTIVE', since: day(199), confirmed: false }
const LAPSED: ActivityState = { status: 'UNKNOWN', since: day(199) }
const STATED: ActivityState = { status: 'ACTIVE', since: day(190) }
const releasesOnly = unevenRepository({ releases: READ, commits: null })

type Case = readonly [string, BuildEvidence, ActivityState | null, string, boolean]
test.each<Case>([
  ['whose sources were all read', aged(10, repository), null, 'ACTIVE', true],
  ['whose releases alone were read', aged(10, releasesOnly), null, 'ACTIVE', false],
  ['whose releases alone were read, again', aged(10, releasesOnly), UNCONFIRMED, 'ACTIVE', false],
  ['whose releases alone were read after unknown time', aged(10, releasesOnly), LAPSED, 'ACTIVE', false],
  ['whose commits are read now', aged(10, repository), UNCONFIRMED, 'ACTIVE', true],
  ['that is as high as any', aged(1, releasesOnly), null, 'SHIPPING', true],
  ['that is as high as any, after a lower one', aged(1, repository), UNCONFIRMED, 'SHIPPING', true],
  ['stated before its commits were added', aged(10, releasesOnly), STATED, 'ACTIVE', true],
  [
    'whose commits are refused',
    aged(10, repository, other(unreadStream('commits', 'rate_limited'))),
    null,
    'ACTIVE',
    false,
  ],
  [
    'with a repository that has no streams yet',
    aged(10, repository, sourceOf('new', 'github_repository')),
    null,
    'ACTIVE',
    false,
  ],
  [
    'with a repository that does not exist',
    aged(10, repository, other(unreadStream('commits', 'missing'))),
    null,
    'ACTIVE',
    true,
  ],
  [
    'with a repository that is not counted',
    aged(10, repository, uncounted(other(unreadStream('commits')), 'a fork')),
    null,
    'ACTIVE',
    true,
  ],
  [
    'with a self-reported repository',
    aged(10, repository, selfReported(other(unreadStream('commits')))),
    null,
    'ACTIVE',
    true,
  ],
  [
    'whose deployer was never tried',
    aged(10, repository, deployer(unreadStream('deployments'))),
    null,
    'ACTIVE',
    false,
  ],
  [
    'whose deployer was never tried, in silence',
    aged(90, repository, deployer(unreadStream('deployments'))),
    null,
    'DORMANT',
    false,
  ],
  [
    'whose deployer could not be read',
    aged(10, repository, deployer(unreadStream('deployments', 'unavailable'))),
    null,
    'ACTIVE',
    true,
  ],
  ['that is unknown', building([releasesOnly]), null, 'UNKNOWN', true],
])('a first status %s', (_, evidence, previous, status, confirmed) => {
  expect(activityStatus({ evidence, previous }, day(NOW))).toMatchObject({ status, confirmed })
})
