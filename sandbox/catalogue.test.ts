import { readdirSync, readFileSync } from 'node:fs'
import { type Address, type Hex, verifyMessage } from 'viem'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { cast } from './cast/index.ts'
import { asOf, rendered } from './catalogue.ts'
import { accountOf } from './chain/accounts.ts'
import { DAY } from './clock.ts'
import { worldAsOf } from './world/as-of.ts'
import { buildWorld } from './world/build.ts'
import { fullNameOf } from './world/repositories.ts'

type File = {
  slug: string
  token?: { address: string }
  sources?: readonly { kind: string; locator: string; established: { on?: string } }[]
  claims?: readonly {
    names?: string
    signature?: { by: Address; text: string; value: Hex }
  }[]
  builtOn?: readonly { project: string; on: string }[]
}

const epoch = Date.parse('2026-11-21T12:00:00Z')
const world = buildWorld({ seed: 'catalogue', epoch })
const folder = new URL('./catalogue/', import.meta.url)
const texts = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const)
const files = texts.map(([name, text]) => [name, parse(text) as File] as const)

const textOf = (file: string) => rendered(texts.find(([name]) => name === file)?.[1] ?? '', epoch)

test('every member but the strays has a file named after its slug', () => {
  expect(files.map(([name]) => name).toSorted()).toEqual(
    cast
      .map(({ slug }) => `${slug}.yaml`)
      .filter((name) => name !== 'strays.yaml')
      .toSorted(),
  )
  expect(files.filter(([name, file]) => name !== `${file.slug}.yaml`)).toEqual([])
})

test.each(files)('%s names only what exists in the world', (_name, file) => {
  const member = world.members.get(file.slug)
  const known = new Set(member?.contracts.values())
  const deployer = accountOf(`${file.slug} deployer`).address
  const held = {
    github_repository: (locator: string) => world.hosting.names.has(locator.toLowerCase()),
    website: (locator: string) => world.sites.has(new URL(locator).host),
    npm_package: (locator: string) => world.packages.has(locator),
    deployer: (locator: string) => locator === deployer,
    contract: (locator: string) => [...known].some((address) => address === locator),
  }
  expect(file.token?.address).toBe(member?.contracts.get('token'))
  const missing = (file.sources ?? []).filter(
    ({ kind, locator }) => !held[kind as keyof typeof held]?.(locator),
  )
  expect(missing).toEqual([])
  const named = (file.claims ?? []).flatMap((claim) => claim.names ?? [])
  expect(named.filter((address) => ![...known].some((held) => held === address))).toEqual([])
})

test('[R122] the signature in a file is that of the deployer of the token', async () => {
  const signed = files.flatMap(([, file]) =>
    (file.claims ?? []).flatMap(({ signature }) => (signature === undefined ? [] : [{ file, signature }])),
  )
  expect(signed.map(({ file }) => file.slug)).toEqual(['lumen'])
  for (const { file, signature } of signed) {
    const { by: address, text: message, value } = signature
    expect(address).toBe(accountOf(`${file.slug} deployer`).address)
    expect(message).toContain(file.token?.address)
    expect(await verifyMessage({ address, message, signature: value })).toBe(true)
  }
})

test('a token the site claims is really named on the home page plan', () => {
  const lumen = world.sites.get('lumen.example')
  expect(lumen?.tokenLines.join()).toContain(world.members.get('lumen')?.contracts.get('token'))
})

test.each([
  ['on: "-20d"', 'on: 2026-11-01'],
  ['on: "0d"', 'on: 2026-11-21'],
  ['on: "3d"', 'on: 2026-11-24'],
  ['on: 2026-01-01', 'on: 2026-01-01'],
])('renders %s as %s', (given, expected) => {
  expect(rendered(given, epoch)).toBe(expected)
})

test.each([
  ['lumen.yaml', -93, undefined],
  ['lumen.yaml', -91, { token: true, sources: 3, claims: 1 }],
  ['lumen.yaml', -82, { token: true, sources: 5, claims: 2 }],
  ['lumen.yaml', -1, { token: true, sources: 6, claims: 8 }],
  ['saltlock.yaml', -82, { token: false, sources: 3, claims: 0 }],
  ['foxglove.yaml', -0.1, undefined],
  ['graftwood.yaml', -33, undefined],
  ['graftwood.yaml', -31, { token: false, sources: 2, claims: 0 }],
  ['graftwood.yaml', -1, { token: false, sources: 3, claims: 0 }],
])('%s as it stood at day %f', (name, day, expected) => {
  const text = textOf(name).replace(/^registered: .*\n/m, '')
  const at = epoch + day * DAY
  const shown = asOf(text, { world: worldAsOf(world, at), at })
  const file = shown === undefined ? undefined : (parse(shown) as File)
  expect(
    file && {
      token: file.token !== undefined,
      sources: file.sources?.length,
      claims: file.claims?.length,
    },
  ).toEqual(expected)
})

test.each(files)('nothing in %s is established before it exists', (_name, file) => {
  const dated = parse(
    rendered(texts.find(([name]) => name === `${file.slug}.yaml`)?.[1] ?? '', epoch),
  ) as File
  for (const source of dated.sources ?? []) {
    const { on } = source.established
    if (on === undefined) continue
    const at = Date.parse(on) + DAY
    const shown = asOf(JSON.stringify({ ...dated, registered: undefined }), {
      world: worldAsOf(world, at),
      at,
    })
    const sources = shown === undefined ? [] : (parse(shown) as File).sources
    expect(sources?.map(({ locator }) => locator)).toContain(source.locator)
  }
})

test('a project is there from the day after it was registered', () => {
  const at = (day: number) => ({ world: worldAsOf(world, epoch + day * DAY), at: epoch + day * DAY })
  expect(asOf(textOf('saltlock.yaml'), at(-14))).toBeUndefined()
  expect(asOf(textOf('saltlock.yaml'), at(-13))).toBeDefined()
  expect(asOf(textOf('wrenfield.yaml'), at(-0.1))).toBeUndefined()
})

test('a token is there from the day on which a statement names it', () => {
  const tokenAt = (days: number) =>
    parse(asOf(textOf('emberline.yaml'), { world, at: epoch - days * DAY }) ?? '').token
  expect(tokenAt(28)).toBeUndefined()
  expect(tokenAt(27)).toMatchObject({ symbol: 'EMBR' })
})

test('a project that builds on another is registered no earlier', () => {
  const registered = (slug: string) => /^registered: "?([\d-]+)/m.exec(textOf(`${slug}.yaml`))?.[1] ?? ''
  const named = files.flatMap(([, { slug }]) =>
    ((parse(textOf(`${slug}.yaml`)) as File).builtOn ?? []).map(({ project }) => ({ slug, project })),
  )
  expect(named.length).toBeGreaterThan(1)
  expect(named.filter(({ slug, project }) => registered(project) > registered(slug))).toEqual([])
})

test('a renamed repository is registered under its former name', () => {
  const id = world.hosting.names.get('tidewright/tide-engine')
  const repository = id === undefined ? undefined : world.hosting.repositories.get(id)
  expect(repository && fullNameOf(repository)).toBe('tidewright/tide')
})
