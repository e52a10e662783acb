import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { DAY, isoOf } from './clock.ts'
import type { World } from './world/world.ts'

type Source = {
  readonly kind: string
  readonly locator: string
  readonly established: { readonly on?: string }
}
type Relation = { readonly on?: string }
type Claim = { readonly on?: string; readonly names?: string }
type File = {
  /**
   * The day on which the project is registered during the replay. The service sees the project from the next day on.
   */
  readonly registered?: string
  readonly token?: { readonly address: string }
  readonly sources?: readonly Source[]
  readonly claims?: readonly Claim[]
  readonly builtOn?: readonly Relation[]
}

const source = new URL('./catalogue/', import.meta.url)

/**
 * Writes the committed catalogue into the data folder, with dates in place of day offsets (`"-20d"`). With `at`, an
 * instant of the past, it writes the catalogue as of then. Returns the folder.
 */
export function renderCatalogue(input: { dataDir: string; world: World; at: number | undefined }): string {
  const { world, at } = input
  const folder = join(input.dataDir, 'catalogue')
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  for (const name of readdirSync(source).filter((entry) => entry.endsWith('.yaml'))) {
    const whole = rendered(readFileSync(new URL(name, source), 'utf8'), world.epoch)
    const text = at === undefined ? whole : asOf(whole, { world, at })
    if (text !== undefined) writeFileSync(join(fresh, name), text.replace(/^registered: .*\n/m, ''))
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return folder
}

export function rendered(yaml: string, epoch: number): string {
  return yaml.replaceAll(/"(-?\d+)d"/g, (_, days) => isoOf(epoch + Number(days) * DAY).slice(0, 10))
}

/**
 * Whether the project is registered before the day of an instant. Read without parsing the file, because most projects
 * are registered late.
 */
function isRegistered(yaml: string, at: number): boolean {
  const [, registered] = /^registered: "?([\d-]+)/m.exec(yaml) ?? []
  return registered === undefined || registered < isoOf(at).slice(0, 10)
}

/**
 * The text of a file as of an instant, without later sources, claims and relations, and without a token that a
 * statement names only later. Undefined before the project is registered, and while it has no source.
 */
export function asOf(yaml: string, { world, at }: { world: World; at: number }): string | undefined {
  if (!isRegistered(yaml, at)) return undefined
  const { token, registered: _, ...file }: File = parse(yaml, { schema: 'core' })
  const today = isoOf(at).slice(0, 10)
  const isKnown = (on: string | undefined) => on === undefined || on <= today
  const sources = (file.sources ?? []).filter(
    (entry) => isKnown(entry.established.on) && isThere(entry, world),
  )
  if (sources.length === 0) return undefined
  const isContract = (named: string) => world.chain.contracts.has(named.toLowerCase())
  const claims = (file.claims ?? []).filter(
    ({ on, names }) => isKnown(on) && (names === undefined || isContract(names)),
  )
  const builtOn = (file.builtOn ?? []).filter(({ on }) => isKnown(on))
  const naming = (file.claims ?? []).filter(({ names }) => names === token?.address)
  const isNamed = naming.length === 0 || naming.some(({ on }) => isKnown(on))
  const held = token && isContract(token.address) && isNamed ? { token } : {}
  return stringify({ ...file, ...held, sources, claims, builtOn })
}

function isThere({ kind, locator }: Source, { hosting, packages, chain }: World): boolean {
  switch (kind) {
    case 'github_repository':
      return hosting.repositories.has(hosting.names.get(locator.toLowerCase()) ?? 0)
    case 'npm_package':
      return packages.has(locator)
    case 'contract':
      return chain.contracts.has(locator.toLowerCase())
    default:
      return true
  }
}
