import { expect, test } from 'vitest'
import { aProject, DEFAULT_NOW } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()

test('what a project builds on is named both ways, with a receipt that resolves [contract GET /api/projects/{slug}/built-on]', async () => {
  const [one, other, alone] = [
    await aProject({ name: 'One' }, service.database),
    await aProject({ name: 'Other' }, service.database),
    await aProject({}, service.database),
  ]
  const id = crypto.randomUUID()
  await service.database
    .insertInto('built_on')
    .values({
      id,
      project_id: String(one.id),
      on_slug: other.slug,
      observed_at: DEFAULT_NOW,
      statement: 'Names \u202Ethe indexer.',
      url: 'javascript:alert(1)',
    })
    .execute()
  const link = {
    statement: 'Names the indexer.',
    by: 'operator',
    evidenceId: `claim:${id}`,
    observedAt: '2026-11-20T12:00:00.000Z',
  }
  const read = async (slug: string) => (await service.get(`/api/projects/${slug}/built-on`)).body
  const reference = ({ slug, name }: typeof one) => ({
    slug,
    name,
    url: `https://svc.example/projects/${slug}`,
  })
  const none = { state: 'NOT_RESEARCHED' }
  const listed = (project: typeof one) => ({
    state: 'MEASURED',
    total: 1,
    truncated: false,
    items: [{ ...link, project: reference(project) }],
  })
  expect(await read(one.slug)).toMatchObject({
    project: reference(one),
    buildsOn: listed(other),
    builtOnBy: none,
  })
  expect(await read(other.slug)).toMatchObject({ buildsOn: none, builtOnBy: listed(one) })
  expect(await read(alone.slug)).toMatchObject({ buildsOn: none, builtOnBy: none })
  const receipt = await service.get(`/api/evidence/claim:${id}`)
  expect(receipt.body).toMatchObject({
    withdrawn: false,
    claim: 'FACT',
    project: reference(one),
    recorded: { claimKind: 'built_on', buildsOn: other.slug },
  })
})
