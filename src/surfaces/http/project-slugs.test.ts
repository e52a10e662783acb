import { describe, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { parseSlug } from '#contract/ids.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { inTransaction } from '#records/database.ts'
import { saveProjectSlug } from '#records/project/projects.ts'
import { storeListed } from '#test/given/listed-project.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

async function rename(from: string, to: string): Promise<void> {
  const slug = parseSlug(to)
  if (slug === undefined) throw new Error('not a slug')
  const project = await service.database
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', from as Slug)
    .executeTakeFirstOrThrow()
  await inTransaction(service.database, (writer) =>
    saveProjectSlug({ id: project.id, slug, now: NOW }, writer),
  )
}

/** The paths of reads of a project, each with its required parameters. */
const bySlug = Object.values<Operation>(OPERATIONS)
  .filter(({ path }) => path.includes('{slug}'))
  .map(({ name, path, cacheable }) => ({
    path,
    needs: name === 'diff' ? ['from=2026-11-01', 'to=2026-11-18'] : [],
    stored: cacheable === 'never' ? 'no-store' : 'public, max-age=60',
  }))

describe('a renamed project', () => {
  test('[agents 44] answers 308 to its current slug in one hop, with path and query', async () => {
    await storeListed({ project: { slug: 'first-name' } }, service.database)
    await rename('first-name', 'second-name')
    await rename('second-name', 'third-name')
    for (const former of ['first-name', 'second-name']) {
      const asked = bySlug.flatMap(({ path, needs, stored }) => {
        const queries = [`?${[...needs, 'utm_source=a%20b', 'x=1'].join('&')}`]
        if (needs.length === 0) queries.push('?', '')
        return queries.map((query) => ({ path, query, stored }))
      })
      for (const { path, query, stored } of asked) {
        const answer = await service.get(`${path.replace('{slug}', former)}${query}`)
        const to = `${path.replace('{slug}', 'third-name')}${query.length > 1 ? query : ''}`
        expect([path, answer.status]).toEqual([path, 308])
        expect(answer.headers).toMatchObject({
          location: to,
          'cache-control': stored,
          'access-control-allow-origin': '*',
        })
      }
    }
    expect((await service.get('/api/projects/third-name')).body).toMatchObject({
      slug: 'third-name',
      formerSlugs: ['first-name', 'second-name'],
    })
  })

  test('answers 404 under all its slugs when it is hidden', async () => {
    const slug = await storeListed({ project: { slug: 'secret-lab' } }, service.database)
    await rename(slug, 'secret-lab-2')
    await service.database
      .updateTable('projects')
      .set({ state: 'hidden', hidden_at: NOW })
      .where('slug', '=', 'secret-lab-2' as Slug)
      .execute()
    for (const path of ['/api/projects/SLUG', '/badge/SLUG.svg']) {
      const answers = await Promise.all(
        ['secret-lab', 'secret-lab-2', 'never-was'].map(async (name) => {
          const { status, text, headers } = await service.get(path.replace('SLUG', name), {
            'x-request-id': 'r',
          })
          const { date: _, ...stable } = headers
          return JSON.stringify({ status, text, stable })
        }),
      )
      expect(new Set(answers).size).toBe(1)
      expect(answers[0]).toContain('not_found')
    }
  })
})

test('refuses malformed slugs, also percent-encoded ones [contract limit slug]', async () => {
  for (const slug of ['UPPER', 'a_b', 'a%2Fb', '..%2f', 'a'.repeat(81)]) {
    const { status } = await service.get(`/api/projects/${slug}`)
    expect([slug, status]).toEqual([slug, 400])
  }
})
