import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import type { RecordedShip } from '#domain/evidence.ts'
import {
  codeWeekShipOf,
  day,
  MS,
  repositoryOf,
  shipOf,
  sourceOf,
  weekOf,
} from '#test/given/build-evidence.ts'
import { countShips } from './ships.ts'

const READ = { from: 0, okTo: 20 }
const SOURCES = [
  repositoryOf('repo', READ),
  sourceOf('npm', 'npm_package'),
  sourceOf('deployer', 'deployer'),
  { ...sourceOf('fork', 'github_repository'), counted: false, notCountedReason: 'a fork' },
]

function verdictsOf(ships: readonly RecordedShip[]): Record<string, string> {
  const counts = countShips({ sources: SOURCES, ships }, day(20))
  return Object.fromEntries(
    [...counts].map(([id, count]) => [
      id.slice('ship:'.length),
      count.countsAs === null ? count.reason : count.countsAs,
    ]),
  )
}

const release = (id: string, at: number, rest: Partial<RecordedShip> = {}) => shipOf(id, at, rest)
const prerelease = (id: string, at: number) => shipOf(id, at, { kind: 'prerelease' })
const deployment = (id: string, at: number, rest: Partial<RecordedShip> = {}) =>
  shipOf(id, at, { kind: 'deployment', sourceId: 'source:deployer', ...rest })
const IMPL = {
  a: '0x00000000000000000000000000000000000000aa' as ContractAddress,
  b: '0x00000000000000000000000000000000000000bb' as ContractAddress,
  c: '0x00000000000000000000000000000000000000cc' as ContractAddress,
}
const upgradeTo = (
  id: string,
  at: number,
  to: keyof typeof IMPL,
  from: keyof typeof IMPL | null,
  rest: Partial<RecordedShip> = {},
) => {
  const previous = from === null ? null : IMPL[from]
  return shipOf(id, at, { kind: 'upgrade', implementation: { address: IMPL[to], previous }, ...rest })
}
const inBlock = (logIndex: number) => ({ block: { number: 1, logIndex } })
const packageOf = (version: string) => release('npm', 1.1, { sourceId: 'source:npm', origin: 'pkg', version })
const collapses: [string, RecordedShip[], Record<string, string>][] = [
  [
    '[R66] releases of one repository and day count once, the latest of them',
    [release('later', 1.1), release('first', 1), release('nextDay', 2)],
    { later: 'release', first: 'same_repository_and_day', nextDay: 'release' },
  ],
  [
    'releases of two repositories on a day count each',
    [release('a', 1), release('b', 1, { origin: 'owner/other' })],
    { a: 'release', b: 'release' },
  ],
  [
    '[case 14] [R66] prereleases of an ISO week count once, the latest of them',
    [prerelease('mon', 0), prerelease('sun', 6.4), prerelease('nextMon', 7)],
    { sun: 'prerelease_week', mon: 'same_week', nextMon: 'prerelease_week' },
  ],
  [
    '[case 15] a promoted prerelease leaves its week to the next one and counts as release',
    [release('promoted', 1), prerelease('other', 2)],
    { promoted: 'release', other: 'prerelease_week' },
  ],
  [
    '[R66] code weeks of two repositories in a week count once, the one with the newest commit',
    [codeWeekShipOf('a', 1), codeWeekShipOf('b', 2, { origin: 'owner/other' })],
    { b: 'code_week', a: 'same_week' },
  ],
  [
    'a week without substance does not take the slot of another repository',
    [codeWeekShipOf('a', 1, { codeWeek: weekOf(1, { substance: 'none' }) }), codeWeekShipOf('b', 2)],
    { a: 'no_substantive_change', b: 'code_week' },
  ],
  [
    '[R84] deployments of a UTC day count once, whichever contract and source they are of',
    [
      deployment('a', 1),
      deployment('b', 1.1, { origin: 'owner/other' }),
      deployment('lastSecond', 1.5 - MS),
      deployment('nextDay', 1.5),
    ],
    { lastSecond: 'follow_up_deployment', b: 'same_day', a: 'same_day', nextDay: 'follow_up_deployment' },
  ],
  [
    '[R85] an implementation deployed and then switched to counts once, as the upgrade',
    [deployment('new', 1, { contract: IMPL.b }), upgradeTo('up', 1.2, 'b', 'a')],
    { new: 'same_upgrade', up: 'upgrade' },
  ],
  [
    '[R85] beside such an implementation another deployment of the day counts',
    [
      deployment('other', 1, { contract: IMPL.c }),
      deployment('new', 1.1, { contract: IMPL.b }),
      upgradeTo('up', 1.2, 'b', 'a'),
    ],
    { other: 'follow_up_deployment', new: 'same_upgrade', up: 'upgrade' },
  ],
  [
    '[R85] a deployment whose upgrade was withdrawn counts again',
    [deployment('new', 1, { contract: IMPL.b }), upgradeTo('up', 1.2, 'b', 'a', { withdrawn: true })],
    { new: 'follow_up_deployment', up: 'withdrawn' },
  ],
  [
    '[R85] a deployment of an unknown contract counts',
    [deployment('new', 1), upgradeTo('up', 2, 'b', 'a')],
    { new: 'follow_up_deployment', up: 'upgrade' },
  ],
  [
    '[R83] returns to an implementation that the proxy already had count once a week, the latest of them',
    [
      upgradeTo('toB', 0, 'b', 'a'),
      upgradeTo('back', 1, 'a', 'b'),
      upgradeTo('again', 2, 'b', 'a'),
      upgradeTo('nextWeek', 7, 'a', 'b'),
    ],
    { toB: 'upgrade', back: 'same_week', again: 'upgrade', nextWeek: 'upgrade' },
  ],
  [
    '[R83] a proxy that returns says nothing of another proxy',
    [
      upgradeTo('toB', 0, 'b', 'a'),
      upgradeTo('back', 1, 'a', 'b'),
      upgradeTo('other', 2, 'a', 'c', { origin: 'another' }),
    ],
    { toB: 'upgrade', back: 'upgrade', other: 'upgrade' },
  ],
  [
    '[R83] each new implementation of a week counts',
    [upgradeTo('toB', 0, 'b', 'a'), upgradeTo('toC', 1, 'c', 'b')],
    { toB: 'upgrade', toC: 'upgrade' },
  ],
  [
    '[R83] there and back in one block count once',
    [upgradeTo('toB', 1, 'b', 'a', inBlock(1)), upgradeTo('back', 1, 'a', 'b', inBlock(2))],
    { toB: 'same_second', back: 'upgrade' },
  ],
  [
    '[R83] a switch to the same implementation is recorded and does not count',
    [upgradeTo('same', 1, 'b', 'b'), upgradeTo('first', 2, 'b', null)],
    { same: 'adds_nothing', first: 'upgrade' },
  ],
  [
    '[case 31] two upgrades in one block count once',
    [shipOf('a', 1, { kind: 'upgrade' }), shipOf('b', 1, { kind: 'upgrade' })],
    { b: 'upgrade', a: 'same_second' },
  ],
  [
    '[case 12] a recreated release counts once',
    [release('old', 1, { withdrawn: true }), release('new', 1)],
    { old: 'withdrawn', new: 'release' },
  ],
  [
    'a package of a counted release does not count',
    [release('git', 1, { version: 'v1.2.0' }), packageOf('1.2.0')],
    { git: 'release', npm: 'package_copy' },
  ],
  [
    'a package of another version counts',
    [release('git', 1, { version: 'v1.2.0' }), packageOf('1.3.0')],
    { git: 'release', npm: 'release' },
  ],
  [
    'a package beside a release without a version counts',
    [release('git', 1, { version: null }), packageOf('1.2.0')],
    { git: 'release', npm: 'release' },
  ],
  [
    'a package of a release of a repository that is not counted counts',
    [
      release('fork', 1, { version: 'v1.2.0', sourceId: 'source:fork', origin: 'owner/fork' }),
      packageOf('1.2.0'),
    ],
    { fork: 'source_not_counted', npm: 'release' },
  ],
  [
    'a package of a release of another package counts',
    [release('other', 1, { version: '1.2.0', sourceId: 'source:npm', origin: 'other' }), packageOf('1.2.0')],
    { other: 'release', npm: 'release' },
  ],
  [
    'a package of a withdrawn release counts',
    [release('git', 1, { version: 'v1.2.0', withdrawn: true }), packageOf('1.2.0')],
    { git: 'withdrawn', npm: 'release' },
  ],
]
test.each(collapses)('countShips collapses: %s', (_, ships, expected) => {
  expect(verdictsOf(ships)).toEqual(expected)
  expect(verdictsOf(ships.toReversed())).toEqual(expected)
})
