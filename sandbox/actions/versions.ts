import type { Repository } from '../world/repositories.ts'

const pattern = /^(.*?)(\d+)\.(\d+)\.(\d+)$/

/** The next tag of a full release: that of the newest release with the minor version raised to the next free one. */
export function nextTag(repository: Repository): string {
  const releases = repository.releases.filter((entry) => !entry.prerelease)
  const newest = releases.toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))
  const [found] = newest.map((entry) => pattern.exec(entry.tag)).filter((match) => match !== null)
  if (!found) return `v0.${releases.length + 1}.0`
  const [, prefix = 'v', major = '0', minor = '0'] = found
  const taken = new Set(releases.map((entry) => entry.tag))
  for (let next = Number(minor) + 1; ; next++) {
    const tag = `${prefix}${major}.${next}.0`
    if (!taken.has(tag)) return tag
  }
}

export function nextVersion(version: string | undefined): string {
  const [, , major = '0', minor = '0'] = pattern.exec(version ?? '') ?? []
  return `${major}.${Number(minor) + 1}.0`
}
