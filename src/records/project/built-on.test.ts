import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { addMs, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { findReceiptRecord, getCitedRecords } from '#records/project/receipts.ts'
import { aProject } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { type BuiltOnDraft, getFoundations, saveBuiltOn } from './built-on.ts'
import { saveProjectSlug, saveProjectState } from './projects.ts'

const NOW = toInstant('2026-11-20T12:00:00Z')
const LATER = addMs(NOW, 60_000)

const { database } = await fileDatabase()

const project = async (state = 'published') => {
  const { id, slug } = await aProject({ state }, database)
  return { id: String(id), slug: slug as Slug }
}
const line = (onSlug: Slug): Omit<BuiltOnDraft, 'projectId'> => ({
  id: crypto.randomUUID(),
  onSlug,
  statement: 'The documentation names it.',
  url: 'https://lumen.example/docs',
  statedOn: null,
})
const save = (projectId: string, lines: readonly ReturnType<typeof line>[], now = NOW) => {
  const relations = lines.map((one) => ({ ...one, projectId }))
  return inTransaction(database, (writer) => saveBuiltOn({ projectIds: [projectId], relations, now }, writer))
}
const foundations = ({ id: projectId }: { readonly id: string }, limit = 100) =>
  getFoundations({ projectId, limit }, database)
const receiptOf = ({ id }: Pick<BuiltOnDraft, 'id'>) =>
  findReceiptRecord({ prefix: 'claim', key: id }, database)
const citedOf = async ({ id }: Pick<BuiltOnDraft, 'id'>) =>
  (await getCitedRecords([`claim:${id}`], database)).get(`claim:${id}`)
const move = (id: string, state: 'hidden' | 'published') =>
  inTransaction(database, (writer) => saveProjectState({ id, state, now: LATER }, writer))

test('a line is a relation of both projects, also under a former slug of the other', async () => {
  const [one, other] = [await project(), await project()]
  const relation = line(other.slug)
  expect(await save(one.id, [relation])).toEqual([one.id])
  expect(await save(one.id, [relation], LATER)).toEqual([])
  const slug = `renamed-${other.slug}` as Slug
  await inTransaction(database, (writer) => saveProjectSlug({ id: other.id, slug, now: NOW }, writer))
  expect(await foundations(one)).toMatchObject({
    buildsOn: { total: 1, items: [{ id: `claim:${relation.id}`, other: { slug }, observedAt: NOW }] },
    builtOnBy: { total: 0, items: [] },
  })
  expect(await foundations(other)).toMatchObject({
    buildsOn: { total: 0, items: [] },
    builtOnBy: { total: 1, items: [{ id: `claim:${relation.id}`, other: { slug: one.slug } }] },
  })
  expect(await receiptOf(relation)).toMatchObject({
    withdrawn: null,
    recorded: { claimKind: 'built_on', buildsOn: slug, statement: 'The documentation names it.' },
  })
  expect(await citedOf(relation)).toEqual({
    withdrawn: false,
    detectedAt: null,
    project: { slug: one.slug, name: 'Lumen' },
  })
})

test('a line that is removed withdraws its claim, and one that returns restores it', async () => {
  const [one, other] = [await project(), await project()]
  const relation = line(other.slug)
  await save(one.id, [relation])
  expect(await save(one.id, [], LATER)).toEqual([one.id])
  expect((await foundations(one)).buildsOn.total).toBe(0)
  expect((await foundations(other)).builtOnBy.total).toBe(0)
  expect((await receiptOf(relation))?.withdrawn).toEqual({ at: LATER, reason: 'no longer in the catalogue' })
  expect(await save(one.id, [relation], LATER)).toEqual([one.id])
  expect((await receiptOf(relation))?.withdrawn).toBeNull()
})

test.each(['hidden', 'draft', 'unknown'] as const)(
  'another project that is %s is not named',
  async (state) => {
    const one = await project()
    const slug = state === 'unknown' ? (`none-${one.slug}` as Slug) : (await project(state)).slug
    const relation = line(slug)
    await save(one.id, [relation])
    expect(await foundations(one)).toEqual(await foundations(await project()))
    const receipt = await receiptOf(relation)
    const cited = await citedOf(relation)
    if (state === 'hidden') {
      expect(receipt?.withdrawn?.reason).toBe('no longer public')
      expect(cited?.withdrawn).toBe(true)
    } else expect([receipt, cited]).toEqual([undefined, undefined])
  },
)

test('a project that is hidden is not named by those it builds on, and is named again when published', async () => {
  const [one, other] = [await project(), await project()]
  await save(one.id, [line(other.slug)])
  await move(one.id, 'hidden')
  expect((await foundations(other)).builtOnBy.total).toBe(0)
  await move(one.id, 'published')
  expect((await foundations(other)).builtOnBy.total).toBe(1)
})

test('lists are in the order of slugs and end at the limit, with the total', async () => {
  const [one, ...others] = [await project(), await project(), await project(), await project()]
  await save(
    one.id,
    others.map(({ slug }) => line(slug)),
  )
  const { buildsOn } = await foundations(one, 2)
  const slugs = others.map(({ slug }) => slug).toSorted()
  expect([buildsOn.total, buildsOn.items.map((item) => item.other.slug)]).toEqual([3, slugs.slice(0, 2)])
})
