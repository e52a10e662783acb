import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { checkCatalogue } from './catalogue.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')

const { database } = await fileDatabase()
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'svc-check-'))
  return () => rm(directory, { recursive: true, force: true })
})

const file = (name: string, text: string | Uint8Array) => writeFile(join(directory, name), text)
const project = (slug: string, rest = '') => `slug: ${slug}\nname: Lumen\nstate: draft\n${rest}`
/** The lines of faults, without the folder. */
async function faults(): Promise<readonly string[]> {
  const refusal = await checkCatalogue(directory, { database, now: NOW }).then(
    () => 'no fault',
    (error: Error) => error.message,
  )
  return refusal.replaceAll(`${directory}/`, '').replaceAll(directory, 'DIR').split('\n').slice(1)
}

const WITH_CONTROL = 'expected a text without control characters'
const BLANK = 'expected a text with a visible character'
test.each([
  ['U+0000', 'name: "a\\u0000b"', `lumen.yaml:2: name: found "a\\u0000b", ${WITH_CONTROL}`],
  ['an escape sequence', 'name: "\\e[2J"', `lumen.yaml:2: name: found "\\u001b[2J", ${WITH_CONTROL}`],
  ['half a surrogate pair', 'name: "\\ud800"', `lumen.yaml:2: name: found "\\ud800", ${WITH_CONTROL}`],
  ['only spaces', 'name: "   "', `lumen.yaml:2: name: found "   ", ${BLANK}`],
  ['only invisible letters', 'name: "\\u200b\\u3164"', `lumen.yaml:2: name: found "\u200b\u3164", ${BLANK}`],
  ['a tag', 'name: !!js/function "x"', 'lumen.yaml:2: Unresolved tag: tag:yaml.org,2002:js/function'],
])('[R18] %s in a text is a fault of its line', async (_, name, fault) => {
  await file('lumen.yaml', project('lumen').replace('name: Lumen', name))
  expect(await faults()).toEqual([expect.stringContaining(fault)])
})

test('[R18] a text may have tabs and several lines', async () => {
  await file('lumen.yaml', project('lumen', 'description: |\n  One.\n  \tTwo.\r\n'))
  expect(await faults()).toEqual([])
})

test('[R18] bytes that are not UTF-8 are a fault of their line', async () => {
  await file('lumen.yaml', Buffer.from(project('lumen').replace('Lumen', 'caf\u00e9'), 'latin1'))
  expect(await faults()).toEqual(['lumen.yaml:2: expected UTF-8'])
})

const PUBLIC_ADDRESS =
  'expected an http or https address with a public host name, such as lumen.example, without user name and password'
const website = (locator: string, url = 'https://lumen.example') =>
  project(
    'lumen',
    `sources:\n  - kind: website\n    locator: "${locator}"\n    established: { by: site_link, url: "${url}" }\n    counted: true\n`,
  )
describe('[R99] an address without a public host name', () => {
  test.each([
    'http://127.0.0.1:4716/',
    'https://8.8.8.8/',
    'http://2130706433/',
    'https://[2606:4700::1111]/',
    'https://localhost/',
    'localhost:8080',
    'https://app.localhost/',
    'https://intranet/',
    'file:///etc/passwd',
  ])('is refused as a website: %s', async (locator) => {
    await file('lumen.yaml', website(locator))
    expect(await faults()).toEqual([`lumen.yaml:6: sources.0.locator: ${PUBLIC_ADDRESS}`])
  })

  test('is refused as a page that readers are sent to', async () => {
    await file('lumen.yaml', website('https://lumen.example', 'http://127.0.0.1/'))
    expect(await faults()).toEqual([`lumen.yaml:7: sources.0.established.url: ${PUBLIC_ADDRESS}`])
  })
})

test.each([
  ['2026-11-21', []],
  ['2026-11-22', ['lumen.yaml:7: sources.0.established.on: expected a day that is not in the future']],
])('[R19] a review of %s is checked against the day of the service', async (on, expected) => {
  await file(
    'lumen.yaml',
    website('https://lumen.example').replace('by: site_link', `by: site_link, on: ${on}`),
  )
  expect(await faults()).toEqual(expected)
})

const ZERO = `0x${'0'.repeat(40)}`
const TOKEN = `0x4c${'0'.repeat(38)}`
test.each([
  ['zero', `token: { address: "${ZERO}" }`, 'expected the address of a token, not the zero address'],
  ['without quotes', `token: { address: ${TOKEN} }`, 'YAML reads a number, so quote it'],
  ['without quotes', `token: { address: ${TOKEN} }`, `found ${TOKEN}, expected a text`],
])('[R18] the address of a token %s is a fault', async (_, token, fault) => {
  await file('lumen.yaml', project('lumen', token))
  expect(await faults()).toEqual([expect.stringContaining(fault)])
})

test.each([
  ['two projects', `${project('lumen')}---\n${project('other')}`, 'expected one project in a file'],
  ['values nested 20,000 deep', project('lumen', `kind: ${'['.repeat(20_000)}`), 'less deeply nested values'],
])('[R18] a file with %s says what is expected', async (_, text, fault) => {
  await file('lumen.yaml', text)
  expect((await faults())[0]).toContain(fault)
})

describe('[R18] files together', () => {
  test('name each file of a slug or a token that several have', async () => {
    const token = `token: { address: "${TOKEN}" }\n`
    await file('a.yaml', project('lumen', token))
    await file('b.yaml', project('lumen'))
    await file('c.yaml', project('other', `${token}formerSlugs: [lumen]\n`))
    expect(await faults()).toEqual([
      'DIR:1: lumen is in a.yaml and b.yaml and c.yaml',
      `DIR:1: ${TOKEN} is in a.yaml and c.yaml`,
    ])
  })

  test('a former slug is another one than the slug', async () => {
    await file('a.yaml', project('lumen', 'formerSlugs: [early, lumen]\n'))
    expect(await faults()).toContain('a.yaml:4: formerSlugs.1: expected another slug than `slug`')
  })
})

test('[R18] an entry that cannot be read is one fault among those of the other files', async () => {
  await mkdir(join(directory, 'a.yaml'))
  await symlink('b.yaml', join(directory, 'b.yaml'))
  await symlink('nowhere', join(directory, 'c.yaml'))
  execFileSync('mkfifo', [join(directory, 'd.yaml')])
  await file('e.yaml', project('lumen', 'colour: red\n'))
  expect(await faults()).toEqual([
    'a.yaml:1: expected a regular file',
    expect.stringContaining('b.yaml:1: cannot be read: ELOOP: '),
    expect.stringContaining('c.yaml:1: cannot be read: ENOENT: '),
    'd.yaml:1: expected a regular file',
    expect.stringContaining('e.yaml:4: colour: unknown'),
  ])
})

test('[R18] a file in place of the folder is named', async () => {
  await file('lumen.yaml', project('lumen'))
  const path = join(directory, 'lumen.yaml')
  const refused = `Invalid catalogue folder ${path}: expected a folder`
  await expect(checkCatalogue(path, { database, now: NOW })).rejects.toThrow(refused)
})
