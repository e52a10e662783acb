import { BEACON_UPGRADED, type Transaction, UPGRADED } from '../world/chain.ts'
import type { Release } from '../world/code-host.ts'
import type { Project, Source, State } from '../world/state.ts'
import { codeWeeks, isSubstance, masked } from './commits.ts'
import { firstGood, firstGoodAfter, lastGood, observationAt, repositoryAt, streamOf } from './known.ts'
import { isMutual } from './links.ts'
import { DAY, dayOf, HOUR, mondayOf } from './times.ts'

export type Ship = {
  readonly kind: 'release' | 'prerelease' | 'code_week' | 'deployment' | 'upgrade'
  readonly at: number
  readonly title: string
  readonly locator: string
  readonly host: string
  /**
   * Whether the ship weighs as source-linked: true unless its source is a repository that was read to link to its
   * project's site and back.
   */
  readonly linked: boolean
  /** Ships of one group count once. Undefined for a ship that does not count. */
  readonly group: string | undefined
  readonly monday?: string
  /** The days of a code week on which people committed. */
  readonly days?: readonly string[]
  /** The ship has the time of its detection, because no source dates it. */
  readonly undated?: true
}

const LISTED_DAYS = 120

/** A ship as the readings of its source show it. */
type ReadShip = Omit<Ship, 'linked'>

/** Every ship of a project that its readings up to an instant showed. */
export function shipsOf(state: State, project: Project, at: number): readonly Ship[] {
  const sources = project.sources.filter(({ counted }) => counted)
  return sources
    .flatMap((source) => {
      const linked = !isMutual(state, project, source, at)
      const ships = [
        ...releasesOf(state, source, { project, at }),
        ...weeksOf(state, source, at),
        ...onChainOf(state, source, { project, at }),
      ]
      return ships.map((ship) => ({ ...ship, linked }))
    })
    .toSorted((a, b) => a.at - b.at)
}

/** One ship of each group: the latest (ships.counted). */
export function countedShips(ships: readonly Ship[], now: number): readonly Ship[] {
  const groups = new Map<string, Ship>()
  for (const ship of ships) if (ship.group !== undefined && ship.at <= now + DAY) groups.set(ship.group, ship)
  return [...groups.values()].toSorted((a, b) => a.at - b.at)
}

/** The ships that prove shipping: all ships of every group that counts. */
export function standingShips(ships: readonly Ship[], now: number): readonly Ship[] {
  return ships.filter(({ group, at }) => group !== undefined && at <= now + DAY)
}

function shipped(source: Source, host: string) {
  return {
    locator: source.locator,
    host,
    counts: source.establishedBy !== 'self_reported',
  }
}

function releasesOf(
  state: State,
  source: Source,
  { project, at }: { project: Project; at: number },
): readonly ReadShip[] {
  const read = lastGood(streamOf(source, 'releases'), at)
  const repository = read === undefined ? undefined : repositoryAt(state, source.locator, read)
  if (read === undefined || repository === undefined) return []
  const { counts, ...from } = shipped(source, 'github')
  const known = repository.releases
    .filter((release) => release.at <= read)
    .map((release) => asFirstPublished(release, state, { locator: source.locator, read }))
  const scripted = templatedReleases(known)
  return known.map((release) => ({
    ...from,
    kind: release.prerelease ? 'prerelease' : 'release',
    at: release.at,
    title: release.title,
    group:
      !counts || scripted.has(release) || addsNothing(release, project)
        ? undefined
        : groupOf(release, source),
  }))
}

/**
 * The release as it was first published. A release that is deleted and published again keeps its date and its
 * comparison.
 */
function asFirstPublished(
  release: Release,
  { observations }: State,
  { locator, read }: { readonly locator: string; readonly read: number },
): Release {
  const seen = observations
    .filter(({ from }) => from <= read)
    .flatMap(({ repositories }) => repositories.get(locator)?.releases ?? [])
  const first = seen.find(({ tag }) => tag === release.tag)
  return first === undefined ? release : { ...release, at: first.at, compared: first.compared }
}

function groupOf({ prerelease, at }: Release, { locator }: Source): string {
  return prerelease ? `prerelease ${mondayOf(at)}` : `release ${locator} ${dayOf(at)}`
}

function addsNothing({ compared }: Release, { kind }: Project): boolean {
  if (compared === undefined) return false
  if (compared.status === 'identical' || compared.status === 'behind') return true
  const isCode = !['data', 'documentation', 'art'].includes(kind ?? '')
  return isCode && compared.files.length < 300 && !compared.files.some(isSubstance)
}

/**
 * Releases that a script made: six in a row by one author with the same words, at regular times or with a date each.
 */
function templatedReleases(releases: readonly Release[]): ReadonlySet<Release> {
  const scripted = new Set<Release>()
  for (const stream of Map.groupBy(releases, ({ author, title }) => `${author} ${masked(title)}`).values()) {
    const inOrder = stream.toSorted((a, b) => a.at - b.at)
    for (let begin = 0; begin + 6 <= inOrder.length; begin++) {
      const run = inOrder.slice(begin, begin + 6)
      const gaps = run.slice(1).map((release, place) => release.at - (run[place] as Release).at)
      const median = gaps.toSorted((a, b) => a - b)[2] as number
      if (median < 10 * 60_000 || median > 48 * HOUR) continue
      const near = gaps.filter((gap) => Math.abs(gap - median) <= Math.max(median / 100, 2 * 60_000)).length
      const dates = new Set(run.map(({ title }) => /\d{4}-?\d{2}-?\d{2}/.exec(title)?.[0]))
      if (near >= 4 || (dates.size === 6 && !dates.has(undefined))) for (const one of run) scripted.add(one)
    }
  }
  return scripted
}

function weeksOf(state: State, source: Source, at: number): readonly ReadShip[] {
  const stream = streamOf(source, 'commits')
  const read = lastGood(stream, at)
  const first = firstGood(stream)
  const repository = read === undefined ? undefined : repositoryAt(state, source.locator, read)
  if (read === undefined || first === undefined || repository === undefined) return []
  const { counts, ...from } = shipped(source, 'github')
  const listed = repository.commits.filter(
    (commit) => commit.at <= read && commit.at >= Math.max(repository.createdAt, first - LISTED_DAYS * DAY),
  )
  return codeWeeks(listed).map((week) => ({
    ...from,
    kind: 'code_week',
    at: week.newest.at,
    monday: week.monday,
    days: week.days,
    title: weekTitle(week.monday, read),
    group: counts && week.counts ? `code_week ${week.monday}` : undefined,
  }))
}

/** The title of a week. The title of a running week ends with the last day that was read. */
export function weekTitle(monday: string, read: number): string {
  const sunday = dayOf(Date.parse(monday) + 6 * DAY)
  const [last] = [dayOf(read), sunday].toSorted()
  return `code changes, week starting ${monday} (to ${last})`
}

/** Deployments after the launch, and changes of a proxy's implementation. */
function onChainOf(
  state: State,
  source: Source,
  { project, at }: { project: Project; at: number },
): readonly ReadShip[] {
  const { counts, ...from } = shipped(source, 'chain')
  const { transactions } = observationAt(state, at).chain
  if (source.kind === 'deployer') {
    const read = lastGood(streamOf(source, 'deployments'), at)
    if (read === undefined) return []
    const own = transactions.filter(
      (each) => each.from === source.locator.toLowerCase() && each.created !== undefined && each.at <= read,
    )
    const upgradedTo = new Set(
      transactions.flatMap(({ logs, at: when }) =>
        when > read
          ? []
          : logs
              .filter(({ topics }) => topics[0] === UPGRADED)
              .map(({ topics }) => `0x${topics[1]?.slice(26)}`),
      ),
    )
    return own
      .filter(({ created }) => created !== project.token)
      .map((each) => ({
        ...from,
        kind: 'deployment',
        at: each.at,
        title: `Deployed contract ${each.created?.slice(0, 6)}…${each.created?.slice(-4)}`,
        group: counts && !upgradedTo.has(each.created ?? '') ? `deployment ${dayOf(each.at)}` : undefined,
      }))
  }
  if (source.kind !== 'contract' && source.kind !== 'token') return []
  const read = lastGood(streamOf(source, 'upgrades'), at)
  if (read === undefined) return []
  const address = source.locator.toLowerCase()
  const seen = transactions.filter((each) => each.at <= read)
  return [
    ...loggedUpgrades(seen, address).map(({ when, group }) => ({
      ...from,
      kind: 'upgrade' as const,
      at: when,
      title: '',
      group: counts ? group : undefined,
    })),
    ...quietUpgrades(seen, source, at).map((when) => ({
      ...from,
      kind: 'upgrade' as const,
      at: when,
      title: '',
      undated: true,
      group: counts ? `upgrade ${when}` : undefined,
    })),
  ]
}

/**
 * The upgrades that logs show. The first log is the creation. A return to an earlier implementation counts once a week.
 * Setting the same implementation again does not count.
 */
function loggedUpgrades(seen: readonly Transaction[], address: string) {
  const had: string[] = []
  return seen
    .flatMap((each) => each.logs.map((log) => ({ ...log, when: each.at })))
    .filter((log) => log.address === address && isUpgrade(log.topics[0]))
    .flatMap(({ topics, when }) => {
      const to = `0x${topics[1]?.slice(26)}`
      const group = had.includes(to) ? `return ${address} ${mondayOf(when)}` : `upgrade ${when}`
      const [isFirst, isSame] = [had.length === 0, had.at(-1) === to]
      had.push(to)
      return isFirst ? [] : [{ when, group: isSame ? undefined : group }]
    })
}

/** The times of upgrades without a log. They have no date, so each gets the time of the reading that first saw it. */
function quietUpgrades(seen: readonly Transaction[], source: Source, at: number): readonly number[] {
  const proxy = streamOf(source, 'proxy')
  const address = source.locator.toLowerCase()
  return seen
    .filter(({ to, quietly }) => to === address && quietly !== undefined)
    .flatMap((each) => {
      const found = firstGoodAfter(proxy, each.at)
      return found === undefined || found > at ? [] : [found]
    })
}

function isUpgrade(topic: string | undefined): boolean {
  return topic === UPGRADED || topic === BEACON_UPGRADED
}
