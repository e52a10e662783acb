import { expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { expectSameFigures } from '#test/world/same-figures.ts'
import { listOf, readBody, readCards } from '#test/world/shown-answers.ts'
import { openWorld } from '#test/world/world.ts'

const world = await forFile(openWorld())

test('the snapshot of every project has the figures of its dossier, its card and its changes', async () => {
  const { dossiers } = await readCards(world)
  expect(dossiers.length).toBeGreaterThan(10)
  for (const [path, dossier] of dossiers) {
    const slug = String(dossier['slug'])
    const snapshot = await readBody(`${path}/snapshot`, world)
    const listed = listOf((await readBody(`/api/projects?q=${slug}`, world))['items'])
    const card = listed.find((one) => one['slug'] === slug)
    expect(card, slug).toBeDefined()
    expectSameFigures({ snapshot, dossier, card: card ?? {} })
    const changes = listOf((await readBody(`/api/changes?project=${slug}&limit=10`, world))['items'])
    expect(snapshot['latestChanges']).toEqual({ available: true, items: changes })
  }
})

test('every entry of every timeline is shown once and resolves to its receipt', async () => {
  const { dossiers } = await readCards(world)
  for (const [path] of dossiers) {
    const seen = new Set<string>()
    let total = 0
    for (let before: unknown = ''; before !== null; ) {
      const body = await readBody(
        `${path}/timeline?limit=20${before === '' ? '' : `&before=${before}`}`,
        world,
      )
      for (const { evidenceId, kind, url, occurredAt, detectedAt } of listOf(body['items'])) {
        expect(seen.has(String(evidenceId))).toBe(false)
        seen.add(String(evidenceId))
        const receipt = await readBody(new URL(String(url)).pathname, world)
        expect(receipt).toMatchObject({ id: evidenceId, kind, withdrawn: false, occurredAt, detectedAt })
      }
      total = Object.values(body['totals'] as Record<string, number>).reduce((sum, one) => sum + one, 0)
      before = body['nextCursor']
    }
    expect(seen.size).toBe(total)
  }
})
