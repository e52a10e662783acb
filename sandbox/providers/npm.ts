import { hash } from 'node:crypto'
import { DAY, isoOf } from '../clock.ts'
import { digestOf } from '../random.ts'
import type { Package } from '../world/packages.ts'
import type { World } from '../world/world.ts'
import { type Answer, json, type ProviderRequest } from './server.ts'

type NpmDeps = { readonly world: World; now(): number }

const abbreviated = 'application/vnd.npm.install-v1+json'

export function answerRegistry(request: ProviderRequest, deps: NpmDeps): Answer {
  const name = decodeURIComponent(request.path.slice(1))
  const found = deps.world.packages.get(name)
  if (!found) return json(404, { error: 'Not found' })
  const latest = found.versions.at(-1)
  const modified = isoOf(latest?.at ?? found.createdAt)
  const versions = Object.fromEntries(
    found.versions.map((entry) => [entry.version, versionRow(found, entry)]),
  )
  const tags = { 'dist-tags': latest ? { latest: latest.version } : {} }
  if ((request.headers['accept'] ?? '').includes(abbreviated)) {
    return json(200, { name, modified, ...tags, versions }, { 'content-type': abbreviated })
  }
  const times = found.versions.map((entry) => [entry.version, isoOf(entry.at)])
  return json(200, {
    _id: name,
    name,
    ...tags,
    versions,
    time: { created: isoOf(found.createdAt), modified, ...Object.fromEntries(times) },
    ...repositoryRow(found),
  })
}

export function answerDownloads(request: ProviderRequest, deps: NpmDeps): Answer {
  const [, name] = /^\/downloads\/point\/last-month\/(.+)$/.exec(request.path) ?? []
  const found = name === undefined ? undefined : deps.world.packages.get(decodeURIComponent(name))
  if (!found) return json(404, { error: `package ${name ?? ''} not found` })
  const end = deps.now() - DAY
  const dateOf = (instant: number) => isoOf(instant).slice(0, 10)
  return json(200, {
    downloads: found.monthlyDownloads,
    start: dateOf(end - 29 * DAY),
    end: dateOf(end),
    package: found.name,
  })
}

function versionRow(
  found: Package,
  { version, contentOf = version }: Package['versions'][number],
): Record<string, unknown> {
  const shasum = digestOf('tarball', found.name, contentOf)
  const integrity = `sha512-${hash('sha512', shasum, 'base64')}`
  return { name: found.name, version, dist: { shasum, integrity }, ...repositoryRow(found) }
}

function repositoryRow(found: Package): Record<string, unknown> {
  if (found.repository === undefined) return {}
  return { repository: { type: 'git', url: `git+https://github.example/${found.repository}.git` } }
}
