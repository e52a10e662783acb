import { expect, test } from 'vitest'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { aProject, DEFAULT_NOW } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getSignals, saveSignals } from './signals.ts'

const { database } = await fileDatabase()

const after = (days: number): Instant => addMs(DEFAULT_NOW, days * DAY_MS)

async function aPace() {
  const projectId = String((await aProject({}, database)).id)
  const kind = 'accelerating'
  const found = async (days: number, how: 'found' | 'not found' | 'undecided') => {
    const draft = {
      projectId,
      kind,
      group: 'building' as const,
      title: `Shipping faster, day ${days}`,
      windowFrom: after(days - 30),
      windowTo: after(days),
      evidence: ['ship:a' as const],
      facts: {},
      rule: 'signals@1',
    }
    return inTransaction(database, (writer) =>
      saveSignals(
        {
          projectIds: [projectId],
          undecided: how === 'undecided' ? [{ projectId, kind }] : [],
          drafts: how === 'found' ? [draft] : [],
          now: after(days),
        },
        writer,
      ),
    )
  }
  const stored = async () =>
    (await getSignals({ projectIds: [projectId] }, database))
      .get(projectId)
      ?.map(({ title, endedAt }) => ({ title, endedAt }))
      .toSorted((a, b) => (a.title < b.title ? -1 : 1))
  return { projectId, found, stored }
}

test('a signal that ended begins again as a signal of its own', async () => {
  const { projectId, found, stored } = await aPace()
  expect(await found(1, 'found')).toEqual(new Set([projectId]))
  expect(await found(2, 'found')).toEqual(new Set())
  expect(await found(3, 'not found')).toEqual(new Set([projectId]))
  expect(await found(4, 'found')).toEqual(new Set([projectId]))
  expect(await stored()).toEqual([
    { title: 'Shipping faster, day 1', endedAt: after(3) },
    { title: 'Shipping faster, day 4', endedAt: null },
  ])
})

test('a signal that ended keeps its end while it is not found again', async () => {
  const { found, stored } = await aPace()
  await found(1, 'found')
  await found(3, 'not found')
  expect(await found(5, 'not found')).toEqual(new Set())
  expect(await stored()).toEqual([{ title: 'Shipping faster, day 1', endedAt: after(3) }])
})

test('a signal that could not be decided neither ends nor begins', async () => {
  const { found, stored } = await aPace()
  await found(1, 'found')
  expect(await found(2, 'undecided')).toEqual(new Set())
  expect(await stored()).toEqual([{ title: 'Shipping faster, day 1', endedAt: null }])
})
