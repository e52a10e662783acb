import type { Project, Source, State } from '../world/state.ts'
import { firstGood, isGood, lastGood, observationAt, repositoryAt, streamOf } from './known.ts'

/** The instant of each source's mutual link. A source belongs to one state, so its instant can be kept. */
const linked = new WeakMap<Source, number>()

/**
 * Whether readings up to an instant showed that a repository and a site of its project link to each other (catalogue,
 * mutual).
 */
export function isMutual(state: State, project: Project, source: Source, at: number): boolean {
  if (source.kind !== 'github_repository' || source.establishedBy !== 'mutual') return false
  const known = linked.get(source) ?? linkedFrom(state, project, source)
  linked.set(source, known)
  return known <= at
}

/** The instant at which the link was first read at both ends; infinity when it never was. */
function linkedFrom(state: State, project: Project, source: Source): number {
  const sites = project.sources.filter(
    ({ kind, counted, establishedBy }) => kind === 'website' && counted && establishedBy !== 'self_reported',
  )
  const instants = sites.flatMap((site) =>
    readingsOf(source, site).filter((instant) => nameEachOther(state, { source, site }, instant)),
  )
  return Math.min(Number.POSITIVE_INFINITY, ...instants)
}

/** The instants of successful readings of either end. */
function readingsOf(source: Source, site: Source): readonly number[] {
  const streams = [...source.streams, ...site.streams.filter(({ name }) => name === 'declarations')]
  return streams.flatMap(({ readings }) =>
    readings.flatMap(({ at, outcome }) => (isGood(outcome) ? [at] : [])),
  )
}

/**
 * The first successful reading of any stream of a repository up to an instant. It also asks for the repository itself.
 */
function firstRead({ streams }: Source, at: number): number | undefined {
  const firsts = streams.map(firstGood).filter((first) => first !== undefined && first <= at)
  return firsts.length === 0 ? undefined : Math.min(...(firsts as readonly number[]))
}

function nameEachOther(
  state: State,
  { source, site }: { readonly source: Source; readonly site: Source },
  at: number,
): boolean {
  const siteRead = lastGood(streamOf(site, 'declarations'), at)
  const read = lastGood(streamOf(source, 'repository'), at) ?? firstRead(source, at)
  if (siteRead === undefined || read === undefined) return false
  const repository = repositoryAt(state, source.locator, read)
  if (repository?.homepage == null) return false
  const own = repository.url.toLowerCase()
  const owner = own.slice(0, own.lastIndexOf('/'))
  const links = observationAt(state, siteRead).homes.get(site.locator) ?? []
  return (
    hostOf(repository.homepage) === hostOf(site.locator) &&
    links.some((link) => link.toLowerCase() === owner || `${link.toLowerCase()}/`.startsWith(`${own}/`))
  )
}

function hostOf(address: string): string {
  return address
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
    .replace(/^www\./, '')
    .toLowerCase()
}
