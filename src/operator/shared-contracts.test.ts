import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { addMs, DAY_MS, toInstant } from '#contract/time.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { applyCatalogue, checkCatalogue } from './catalogue.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const { database } = await fileDatabase()
let directory: string
let made = 0
/** An address with capital letters, as a file may write it. */
let address: string
beforeEach(async () => {
  made += 1
  address = `0x${`AB${made}`.padStart(40, '0')}`
  directory = await mkdtemp(join(tmpdir(), 'svc-shared-'))
  return () => rm(directory, { recursive: true, force: true })
})

const file = (slug: string, rest = '', state = 'published') =>
  writeFile(join(directory, `${slug}.yaml`), `slug: ${slug}\nname: ${slug}\nstate: ${state}\n${rest}`)
const apply = (now = NOW) => applyCatalogue(directory, { database, now, lockers: [] })
const check = () => checkCatalogue(directory, { database, now: NOW })
const source = (counting: string, by = 'mutual') =>
  `sources:\n  - { kind: contract, locator: "${address}", established: { by: ${by} }, ${counting} }\n`
const counted = () => source('counted: true')
const context = () => source('counted: false, reason: Another project has it.')
const token = () => `token: { address: "${address}", symbol: T }\n`
const refusal = (...slugs: readonly string[]) =>
  `contract ${address.toLowerCase()} is counted by ${slugs.join(' and ')}: expected counted: false in all but one`

test('[R20] a contract that two files count is refused, by the check and by the apply', async () => {
  const [a, b] = [`a${made}`, `b${made}`]
  await file(a, counted())
  await file(b, counted().replace(address, address.toLowerCase()))
  await expect(check()).rejects.toThrow(refusal(a, b))
  await expect(apply()).rejects.toThrow(refusal(a, b))
})

test.each([
  ['that another project counts', counted, 'published'],
  ['that a project counts which is not published', counted, 'draft'],
  ['that is the token of another project', token, 'published'],
])('[R20] a contract %s is refused, also without a file of that project', async (_, held, state) => {
  const [holder, taker] = [`holder${made}`, `taker${made}`]
  await file(holder, held(), state)
  await apply()
  await rm(join(directory, `${holder}.yaml`))
  await file(taker, counted())
  await expect(check()).rejects.toThrow(refusal(taker, holder))
  await file(taker, context())
  expect(await apply()).toMatchObject([{ result: 'created' }])
})

test('a contract and the token of another file at its address are refused', async () => {
  const [a, b] = [`a${made}`, `b${made}`]
  await file(a, counted())
  await file(b, token())
  await expect(check()).rejects.toThrow(refusal(a, b))
})

test('a contract may be the token of its own project, and be named by others as context or by their own word', async () => {
  await file(`own${made}`, token() + counted())
  await file(`context${made}`, context())
  await file(`self${made}`, source('counted: true', 'self_reported'))
  expect(await check()).toHaveLength(3)
  expect(await apply()).toHaveLength(3)
})

test('a contract moves from one file to another in one application', async () => {
  const [former, present] = [`former${made}`, `present${made}`]
  await file(former, counted())
  await file(present)
  await apply()
  await file(former)
  await file(present, counted())
  expect(await apply(addMs(NOW, DAY_MS))).toMatchObject([
    { slug: former, changed: [`source removed: contract ${address.toLowerCase()}`] },
    { slug: present, changed: [`source added: contract ${address.toLowerCase()}`] },
  ])
})
