import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { CHAIN_ID } from '#contract/ids.ts'
import { HOUR_MS } from '#contract/time.ts'
import { applyCatalogue } from '#operator/catalogue.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { readsOf } from '#test/world/world-reads.ts'

const [FORMER, PRESENT] = ['harborwatch', 'quillpad']
const world = await forFile(openWorld({ reading: [FORMER, PRESENT] }))
const reads = readsOf(world)

type File = { readonly sources: readonly { readonly kind: string; readonly locator: string }[] }
const fileOf = async (slug: string) =>
  parse(await readFile(join(world.sandbox.catalogueDir, `${slug}.yaml`), 'utf8')) as File

/** Applies files together. */
async function apply(files: Readonly<Record<string, File>>): Promise<void> {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'svc-catalogue-'))
  for (const [slug, file] of Object.entries(files))
    await writeFile(join(directory.path, `${slug}.yaml`), stringify(file))
  const { database, clock, config } = world.service
  const { lockers } = config.providers
  await applyCatalogue(directory.path, { database, now: clock.now(), lockers })
}

const coverageOf = async (slug: string) => {
  const { body } = await world.get(`/api/projects/${slug}/coverage`)
  const items = body['items'] as readonly { readonly dimension: string; readonly state: string }[]
  return items.find(({ dimension }) => dimension === 'contracts')
}

test('a contract that moves to the file of another project has its page, coverage and readings there, and no event of it is news', async () => {
  const [former, present] = [await fileOf(FORMER), await fileOf(PRESENT)]
  const moved = former.sources.filter(({ kind }) => kind === 'contract')
  const address = String(moved[0]?.locator).toLowerCase()
  const page = async () => {
    const { status, body } = await world.get(`/api/contracts/${CHAIN_ID}/${address}`)
    return [status, (body['project'] as { slug: string } | undefined)?.slug]
  }
  expect(await page()).toEqual([200, FORMER])
  const cursor = await reads.head()
  const taking = { ...present, sources: [...present.sources, ...moved] }
  await expect(apply({ [PRESENT]: taking })).rejects.toThrow(`contract ${address} is counted by`)

  const giving = { ...former, sources: former.sources.filter(({ kind }) => kind !== 'contract') }
  await apply({ [FORMER]: giving, [PRESENT]: taking })
  await world.settle(FORMER, PRESENT)
  await world.advance(HOUR_MS)
  expect(await page()).toEqual([200, PRESENT])
  expect(await coverageOf(PRESENT)).toMatchObject({ state: 'MEASURED' })
  const { body } = await world.get(`/api/projects/${PRESENT}`)
  const sources = body['sources'] as readonly { readonly locator: string }[]
  expect(sources.find(({ locator }) => locator.toLowerCase() === address)).toMatchObject({
    lastReadAt: expect.any(String),
  })
  const changes = await reads.changesAfter(cursor)
  expect(changes.filter(({ op }) => op === 'retract')).toEqual([])
  const ofContracts = changes.filter(({ type }) => type.startsWith('contract.'))
  expect(ofContracts.filter(({ origin }) => origin === 'live')).toEqual([])
})
