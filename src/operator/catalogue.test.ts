import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { toAddress } from '#contract/ids.ts'
import { addMs, DAY_MS, toInstant } from '#contract/time.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { applyCatalogue, checkCatalogue, getCatalogueFiles } from './catalogue.ts'
import { hideProject, listProjects, publishProject, renameProject } from './projects.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const TOKEN = '0x00000000000000000000000000000000000000aa'

const { database } = await fileDatabase()
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'svc-catalogue-'))
  return () => rm(directory, { recursive: true, force: true })
})

const deps = () => ({
  database,
  now: NOW,
  lockers: [toAddress('0x00000000000000000000000000000000000000ff')],
})
const apply = () => applyCatalogue(directory, deps())
const file = (name: string, text: string) => writeFile(join(directory, name), text)

const LUMEN = `slug: lumen
name: Lumen
state: published
token: { address: "${TOKEN}", symbol: LUM }
sources:
  - kind: github_repository
    locator: lumen-labs/lumen
    established: { by: mutual, on: 2026-07-20 }
    counted: true
claims:
  - { kind: token_named, by: site, statement: The site names the token., names: "${TOKEN}" }
`

/** A line which says that a project builds on another. */
function builtOn(slug: string): string {
  return `builtOn:\n  - { project: ${slug}, statement: The site names it., url: "https://lumen.example/docs" }\n`
}

test.each([
  ['an alias', 'name: &name Lumen\ndescription: *name\n', 3, 'name'],
  ['an alias of nothing', 'name: Lumen\nlaunchpad: *nothing\n', 3, 'nothing'],
  ['an alias as a key', 'name: &name Lumen\n? *name\n: x\n', 3, 'name'],
])('[R150] %s is refused with its file and line', async (_, text, line, name) => {
  await file('lumen.yaml', `slug: lumen\n${text}state: published\n`)
  await expect(apply()).rejects.toThrow(`lumen.yaml:${line}: *${name}: expected a value in place of an alias`)
})

test('[R150] aliases that stand for millions of values are refused by their lines', async () => {
  const lists = Array.from(
    { length: 9 },
    (_, n) => `l${n}: &l${n} [${n === 0 ? 'x' : Array(9).fill(`*l${n - 1}`)}]`,
  )
  await file('lumen.yaml', `slug: lumen\n${lists.join('\n')}\n`)
  await expect(apply()).rejects.toThrow('lumen.yaml:3: *l0: expected a value in place of an alias')
})

test('every error of a file is listed, however many it has', async () => {
  const sources = Array.from({ length: 40 }, () => '  - { kind: rumour }')
  await file('lumen.yaml', `slug: lumen\nname: Lumen\nstate: published\nsources:\n${sources.join('\n')}\n`)
  const refusal = await checkCatalogue(directory, { database, now: NOW }).catch(String)
  expect(String(refusal).match(/lumen\.yaml:44: .*/g)).toEqual([
    'lumen.yaml:44: sources.39.kind: found "rumour", expected one of github_repository, website, npm_package, deployer, contract',
    expect.stringMatching(/sources\.39\.locator: missing, expected a text/),
    expect.stringMatching(/sources\.39\.established: missing, expected a JSON object/),
    expect.stringMatching(/sources\.39\.counted: missing, expected true or false/),
  ])
})

test('[R18] a check lists every error of every file with its line and what is expected, and applies none', async () => {
  await file(
    'lumen.yaml',
    LUMEN.replace('by: mutual', 'by: hearsay').replace('kind: token_named', 'kind: rumour'),
  )
  await file('ember.yaml', 'slug: Ember\nname: Ember\nstate: published\n')
  const refusal = await checkCatalogue(directory, { database, now: NOW }).catch(String)
  const lines = String(refusal).split('\n')
  expect(lines).toEqual([
    expect.stringContaining('The catalogue has 3 error(s):'),
    expect.stringMatching(/ember\.yaml:1: slug: found "Ember", expected a text that matches /),
    expect.stringMatching(/lumen\.yaml:8: .*: found "hearsay", expected .*mutual/),
    expect.stringMatching(/lumen\.yaml:11: .*: found "rumour", expected .*token_named/),
  ])
  await file('lumen.yaml', LUMEN)
  await rm(join(directory, 'ember.yaml'))
  expect(await checkCatalogue(directory, { database, now: NOW })).toEqual([{ slug: 'lumen', name: 'Lumen' }])
  expect(await database.selectFrom('projects').select('slug').execute()).toEqual([])
})

test('[R22] applying creates, applying again changes nothing, an edit is reported by its fields', async () => {
  await file('lumen.yaml', LUMEN)
  expect(await apply()).toMatchObject([{ slug: 'lumen', result: 'created' }])
  expect(await apply()).toEqual([{ slug: 'lumen', result: 'unchanged', changed: [], ignored: [] }])
  await file(
    'lumen.yaml',
    LUMEN.replace('name: Lumen', 'name: Lumen Labs').replace('by: mutual', 'by: site_link'),
  )
  const edited = ['name', 'source changed: github_repository lumen-labs/lumen (established_by)']
  expect(await apply()).toMatchObject([{ slug: 'lumen', result: 'updated', changed: edited }])
})

test('[R22] a source removed from the file is detached, and attached anew when it returns', async () => {
  const updated = (change: string) => [
    { result: 'updated', changed: [`source ${change}: github_repository lumen-labs/returning`] },
  ]
  const text = LUMEN.replace('slug: lumen', 'slug: returning')
    .replace('lumen-labs/lumen', 'lumen-labs/returning')
    .replaceAll(TOKEN, '0x00000000000000000000000000000000000000ab')
  const applyAfter = (days: number) =>
    applyCatalogue(directory, { ...deps(), now: addMs(NOW, days * DAY_MS) })
  const times = () =>
    database
      .selectFrom('sources')
      .select(['attached_at', 'detached_at'])
      .where('locator', '=', 'lumen-labs/returning')
      .execute()
  await file('lumen.yaml', text)
  await applyAfter(0)
  await applyAfter(1)
  expect(await times()).toEqual([{ attached_at: NOW, detached_at: null }])
  await file('lumen.yaml', text.replace(/sources:[\s\S]*?claims:/, 'claims:'))
  expect(await applyAfter(2)).toMatchObject(updated('removed'))
  expect(await times()).toEqual([{ attached_at: NOW, detached_at: addMs(NOW, 2 * DAY_MS) }])
  await file('lumen.yaml', text)
  expect(await applyAfter(3)).toMatchObject(updated('added'))
  expect(await times()).toEqual([{ attached_at: addMs(NOW, 3 * DAY_MS), detached_at: null }])
})

test('a project may build on one whose file comes later; a line removed is withdrawn', async () => {
  await file('a.yaml', `slug: above\nname: Above\nstate: published\n${builtOn('below')}`)
  await file('b.yaml', 'slug: below\nname: Below\nstate: published\n')
  expect(await apply()).toMatchObject([{ result: 'created' }, { result: 'created' }])
  await file('a.yaml', 'slug: above\nname: Above\nstate: published\n')
  expect(await apply()).toMatchObject([
    { result: 'updated', changed: ['1 relation(s)'] },
    { result: 'unchanged' },
  ])
})

test.each([
  ['a malformed slug', LUMEN.replace('slug: lumen', 'slug: Lu Men'), /lumen\.yaml:1: slug/],
  ['an unknown key', `${LUMEN}colour: red\n`, /lumen\.yaml:\d+: .*colour|must not have additional/],
  ['an unknown state', LUMEN.replace('published', 'open'), /lumen\.yaml:3: state/],
  ['a token that is not an address', LUMEN.replace(TOKEN, '0x12'), /lumen\.yaml:4: token\.address/],
  [
    'a source kind that is none',
    LUMEN.replace('github_repository', 'gitlab'),
    /lumen\.yaml:6: sources\.0\.kind/,
  ],
  [
    'a source not counted without a reason',
    LUMEN.replace('counted: true', 'counted: false'),
    /lumen\.yaml:6: .*reason/,
  ],
  [
    'a narrative claim without its slug',
    `${LUMEN}  - { kind: narrative, by: operator, statement: Settles purchases. }\n`,
    /lumen\.yaml:12: claims\.1: expected a narrative/,
  ],
  [
    'a slug of a narrative on another claim',
    LUMEN.replace('kind: token_named,', 'kind: token_named, narrative: payments,'),
    /lumen\.yaml:11: claims\.0: expected a narrative/,
  ],
  [
    'a project that builds on itself',
    `${LUMEN}${builtOn('lumen')}`,
    /lumen\.yaml:13: builtOn\.0\.project: expected another project/,
  ],
  [
    'a project that builds on an unknown one',
    `${LUMEN}${builtOn('nowhere')}`,
    /lumen: builtOn names nowhere: expected the slug of a project/,
  ],
  [
    'a relation without its page',
    `${LUMEN}${builtOn('lumen').replace(/, url.*}/, '}')}`,
    /builtOn\.0\.url: missing, expected a text/,
  ],
  ['no YAML', 'slug: [', /lumen\.yaml:1/],
])('[R20] %s is a fault with file and line, and nothing is applied', async (_, text, message) => {
  await file('aaa.yaml', 'slug: never-applied\nname: Never\nstate: published\n')
  await file('lumen.yaml', text)
  await expect(apply()).rejects.toThrow(message)
  expect((await listProjects(deps())).map((project) => project.slug)).not.toContain('never-applied')
})

const WEB_ADDRESS =
  'an http or https address with a public host name, such as lumen.example, without user name and password'
const withSite = (locator: string) =>
  LUMEN.replace('kind: github_repository', 'kind: website').replace('lumen-labs/lumen', locator)
test.each([
  ['a user and a password', withSite('https://ada:secret@lumen.example'), 7, 'sources.0.locator'],
  ['a user alone, without a scheme', withSite('ada@lumen.example'), 7, 'sources.0.locator'],
  ['no web address', withSite('ftp://lumen.example'), 7, 'sources.0.locator'],
  [
    'a link with a password',
    LUMEN.replace('by: mutual,', 'by: mutual, url: "https://:secret@lumen.example",'),
    8,
    'sources.0.established.url',
  ],
  [
    'a statement with a password',
    LUMEN.replace('by: site,', 'by: site, url: "https://ada:secret@lumen.example",'),
    11,
    'claims.0.url',
  ],
])('[R99] refuses %s by line and field, without the secret', async (_, text, line, path) => {
  await file('lumen.yaml', text)
  await expect(apply()).rejects.toThrow(`lumen.yaml:${line}: ${path}: expected ${WEB_ADDRESS}`)
  await expect(apply()).rejects.not.toThrow('secret')
})

test.each(['lumen.example:8443/docs', 'http://lumen.example'])(
  '[R99] accepts the website %s',
  async (website) => {
    await file('lumen.yaml', withSite(website))
    await apply()
    const stored = database.selectFrom('sources').select('locator').where('kind', '=', 'website')
    expect(await stored.where('detached_at', 'is', null).execute()).toEqual([{ locator: website }])
  },
)

test('[R6] [R21] slug and state set by command take precedence over the file, which may keep a former slug', async () => {
  await file('c.yaml', 'slug: first\nname: First\nstate: published\n')
  await apply()
  await renameProject({ slug: 'first', newSlug: 'second' }, deps())
  await hideProject({ slug: 'second' }, deps())
  await expect(renameProject({ slug: 'lumen', newSlug: 'first' }, deps())).rejects.toThrow('never reused')
  const ignored = ['state stays hidden: only project publish and project hide change it']
  expect(await apply()).toEqual([{ slug: 'second', result: 'unchanged', changed: [], ignored }])
  await file('c.yaml', 'slug: first\nname: First of all\nstate: hidden\n')
  expect(await apply()).toEqual([{ slug: 'second', result: 'updated', changed: ['name'], ignored: [] }])
  await file('d.yaml', 'slug: second\nname: First\nstate: published\n')
  await expect(apply()).rejects.toThrow('first and second are slugs of one project: keep one of the files')
  await rm(join(directory, 'c.yaml'))
  expect(await apply()).toMatchObject([{ slug: 'second', result: 'updated' }])
  const states = async () => new Map((await listProjects(deps())).map((it) => [it.slug as string, it.state]))
  expect((await states()).get('second')).toBe('hidden')
  await publishProject({ slug: 'first' }, deps())
  expect((await states()).get('second')).toBe('published')
  await expect(publishProject({ slug: 'nowhere' }, deps())).rejects.toThrow('Unknown project "nowhere"')
})

test('[R6] a file may name the slug its project has now as a former one', async () => {
  await file('d.yaml', 'slug: early\nname: Early\nstate: published\n')
  await apply()
  await renameProject({ slug: 'early', newSlug: 'late' }, deps())
  await file('d.yaml', 'slug: early\nname: Early\nstate: published\nformerSlugs: [late]\n')
  expect(await apply()).toMatchObject([{ slug: 'late', result: 'unchanged' }])
  await file('d.yaml', 'slug: late\nname: Early\nstate: published\nformerSlugs: [early]\n')
  expect(await apply()).toMatchObject([{ slug: 'late', result: 'unchanged' }])
})

test('[R1] [R21] a folder that does not exist, or has no YAML file, has no project files and is refused', async () => {
  const missing = join(directory, 'missing')
  await file('lumen.json', '{}')
  for (const folder of [missing, directory]) {
    expect(await getCatalogueFiles(folder)).toEqual([])
    await expect(applyCatalogue(folder, deps())).rejects.toThrow(`No project file in ${folder}`)
  }
})

const withSource = (kind: string, locator: string) =>
  LUMEN.replace('kind: github_repository', `kind: ${kind}`).replace('lumen-labs/lumen', locator)
test.each([
  ['the address of a repository', withSource('github_repository', 'https://github.com/lumen-labs/lumen')],
  ['an owner alone', withSource('github_repository', 'lumen-labs')],
  ['a website that is no address', withSource('website', 'the site')],
  ['a package with a space', withSource('npm_package', 'lumen sdk')],
  ['a package with capitals', withSource('npm_package', 'Lumen')],
  ['a contract that is no address', withSource('contract', '"0x12"')],
  ['a deployer that is a name', withSource('deployer', 'lumen.eth')],
])('[R19] %s is refused by file, line and kind', async (_, text) => {
  await file('lumen.yaml', text)
  const kind = /kind: (\w+)/.exec(text)?.[1]
  const expected = {
    github_repository: 'owner/name of a repository, without the address of the host',
    website: WEB_ADDRESS,
    npm_package: 'the name of a package',
    contract: 'an address, 0x and 40 hexadecimal digits',
    deployer: 'an address, 0x and 40 hexadecimal digits',
  }[String(kind)]
  await expect(apply()).rejects.toThrow(`lumen.yaml:7: sources.0.locator: expected ${expected}`)
})

test.each([
  ['a repository', 'github_repository', 'lumen-labs/lumen.js'],
  ['a package', 'npm_package', 'lumen'],
  ['a package with a scope', 'npm_package', '"@lumen-labs/sdk"'],
  ['a contract in capitals', 'contract', '"0x4C36A959022a99cc3B5F5bAc4809eFd45d98C796"'],
])('[R19] %s is a locator', async (_, kind, locator) => {
  await file('lumen.yaml', withSource(kind, locator))
  await expect(checkCatalogue(directory, { database, now: NOW })).resolves.toHaveLength(1)
})

test('[R19] days that no calendar has are refused, each with its line', async () => {
  const dated = LUMEN.replace('on: 2026-07-20', 'on: 2026-13-45').replace(
    'by: site,',
    'by: site, on: 2026-02-30,',
  )
  await file('lumen.yaml', dated)
  const refusal = String(await apply().catch(String))
  expect(refusal).toContain('lumen.yaml:8: sources.0.established.on: expected a day of the calendar')
  expect(refusal).toContain('lumen.yaml:11: claims.0.on: expected a day of the calendar')
})

describe('[R23] a repository that two projects count is refused', () => {
  const of = (slug: string, locator: string, counted = 'true', by = 'mutual') =>
    `slug: ${slug}\nname: Twin\nstate: published\nsources:\n  - kind: github_repository\n    locator: ${locator}\n    established: { by: ${by} }\n    counted: ${counted}\n`
  const refusal = 'twins/core is counted by twin-a and twin-b: expected counted: false in all but one'

  test('in two files, whatever the case', async () => {
    await file('a.yaml', of('twin-a', 'twins/core'))
    await file('b.yaml', of('twin-b', 'Twins/Core'))
    await expect(apply()).rejects.toThrow(refusal)
  })

  test('also when the other project has no file any more', async () => {
    await file('b.yaml', of('twin-b', 'Twins/Core'))
    await apply()
    await rm(join(directory, 'b.yaml'))
    await file('a.yaml', of('twin-a', 'twins/core'))
    await expect(apply()).rejects.toThrow(refusal)
    await file('a.yaml', of('twin-a', 'twins/core', 'false\n    reason: Another project counts it.'))
    expect(await apply()).toMatchObject([{ result: 'created' }])
  })

  test('but for one that only its own word names, which never counts', async () => {
    await file('a.yaml', of('twin-a', 'twins/core'))
    await file('b.yaml', of('twin-b', 'twins/core', 'true', 'self_reported'))
    await apply()
    const rows = await database
      .selectFrom('sources')
      .select(['established_by', 'counted', 'not_counted_reason'])
      .where('locator', 'ilike', 'twins/core')
      .orderBy('established_by')
      .execute()
    expect(rows).toEqual([
      { established_by: 'mutual', counted: true, not_counted_reason: null },
      {
        established_by: 'self_reported',
        counted: false,
        not_counted_reason: 'Nobody but the project says that it is the project’s.',
      },
    ])
  })
})

const VALUE = `0x${'1f'.repeat(65)}`
/** The catalogue file of a project whose claim is signed; `rest` is what follows the statement. */
const signed = (rest: string) =>
  LUMEN.replace('kind: token_named, by: site', 'kind: token_signed, by: signature').replace(
    `names: "${TOKEN}" }`,
    `names: "${TOKEN}"${rest} }`,
  )
const signature = (text: string, value = VALUE) =>
  `, signature: { by: "${TOKEN}", text: "${text}", value: "${value}" }`

test.each([
  ['without the signature', signed(''), 'claims.0: expected a signature (by, text, value)'],
  ['with a signature by the site', LUMEN.replace('" }\n', `"${signature('x')} }\n`), 'claims.0: expected'],
  [
    'over a text without the contract',
    signed(signature('LUM on chain 4663')),
    'signature.text: expected a text',
  ],
  ['over a text without the chain', signed(signature(`LUM is ${TOKEN}`)), 'and chain 4663'],
  ['of too few bytes', signed(signature(`LUM is ${TOKEN} on 4663`, '0x11')), 'claims.0.signature.value'],
])('[R122] a claim by signature %s is refused with its line', async (_, text, message) => {
  await file('lumen.yaml', text)
  await expect(apply()).rejects.toThrow(message)
  await expect(apply()).rejects.toThrow(/lumen\.yaml:11:/)
})
