import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { aShip, aSiteReading, aSource } from '#test/given/records.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { saveMutualLinks } from './mutual-links.ts'

const [READ, NOW, LATER] = ['2026-11-19T08:00:00Z', '2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z'].map(
  (at) => toInstant(at),
) as [never, never, never]
const HOME = 'https://lumen.example'
const LINK = 'github.com/lumen-labs/lumen'
const NAMING = { url: `https://${LINK}`, homepage: HOME }

const { database } = await fileDatabase()

type Change = {
  readonly repository?: Partial<Parameters<typeof aSource>[0]>
  readonly site?: Partial<Parameters<typeof aSource>[0]>
  /** The links of the site's home page. Null: that part was never read. Undefined: the site was never read. */
  readonly links?: readonly string[] | null | undefined
}

/** A project with a repository that has one ship, and a site, as their last readings left them. */
async function linked({ repository = {}, site = {}, links }: Change) {
  const { projectId } = await storeProject({ kind: 'deployer', locator: '0x1' }, database)
  const code = await aSource({ project_id: projectId, facts: NAMING, ...repository }, database)
  const web = await aSource({ project_id: projectId, kind: 'website', locator: HOME, ...site }, database)
  if (links !== undefined) await aSiteReading({ source_id: web.id, observed_at: READ }, links, database)
  await aShip({ project_id: projectId, source_id: code.id, backing: 'source-linked' }, database)
  return { projectId, code, web }
}

const save = (projectId: string, now = NOW) =>
  inTransaction(database, (writer) => saveMutualLinks({ projectId, now }, writer))

async function stored(sourceId: string) {
  const row = await database
    .selectFrom('sources')
    .innerJoin('ships', 'ships.source_id', 'sources.id')
    .select(['sources.facts', 'backing'])
    .where('sources.id', '=', sourceId)
    .executeTakeFirstOrThrow()
  return { link: (row.facts as { mutualLink?: unknown }).mutualLink, backing: row.backing }
}

test('[R25] a repository and a site that name each other are linked, with each end as it was read', async () => {
  const { projectId, code, web } = await linked({ links: ['/docs', LINK] })
  await save(projectId)
  expect(await stored(code.id)).toEqual({
    link: { homepage: HOME, link: LINK, site: web.evidence, siteReadAt: READ, readAt: NOW },
    backing: 'source-verified',
  })
  await save(projectId, LATER)
  expect(await stored(code.id)).toMatchObject({ link: { readAt: NOW } })
})

test.each<[string, Change]>([
  ['the site was never read', { links: undefined }],
  ['its home page was never read', { links: null }],
  ['the site links others', { links: ['github.com/others/lumen'] }],
  ['the repository was never read', { repository: { facts: {} }, links: [LINK] }],
  ['the repository names no homepage', { repository: { facts: { url: NAMING.url } }, links: [LINK] }],
  [
    'the repository is not registered by a mutual link',
    { repository: { established_by: 'site_link' }, links: [LINK] },
  ],
  [
    'the repository does not count',
    { repository: { counted: false, not_counted_reason: 'a fork' }, links: [LINK] },
  ],
  ['the repository was removed', { repository: { detached_at: READ }, links: [LINK] }],
  [
    'the site does not count',
    { site: { counted: false, not_counted_reason: 'a shared page' }, links: [LINK] },
  ],
  ['the site reports itself', { site: { established_by: 'self_reported' }, links: [LINK] }],
  ['the site was removed', { site: { detached_at: READ }, links: [LINK] }],
])('[R25] no link is recorded while %s', async (_, change) => {
  const { projectId, code } = await linked(change)
  await save(projectId)
  expect(await stored(code.id)).toEqual({ link: undefined, backing: 'source-linked' })
})

test.each([
  ['lacks a link', [LINK], ['/docs'], undefined],
  ['shows a link first', ['/docs', '/old'], ['/docs', LINK], { link: LINK, siteReadAt: NOW }],
] as const)(
  '[R25] a site names what its last reading found: one that %s',
  async (_, links, entries, expected) => {
    const { projectId, code, web } = await linked({ links })
    const parts = JSON.stringify({
      links: { entries: links, readAt: READ, unconfirmed: { entries, readAt: NOW } },
    })
    await database.updateTable('site_readings').set({ parts }).where('source_id', '=', web.id).execute()
    await save(projectId, LATER)
    const { link } = await stored(code.id)
    expect(link).toEqual(expected && expect.objectContaining(expected))
  },
)

test('[R25] the site of another project is no end of a link', async () => {
  const { code, projectId } = await linked({ links: undefined })
  await linked({ links: [LINK] })
  await save(projectId)
  expect(await stored(code.id)).toMatchObject({ backing: 'source-linked' })
})

test('each repository is linked on its own', async () => {
  const { projectId, code, web } = await linked({ links: [LINK, 'github.com/lumen-labs/docs'] })
  const named = (name: string) => ({ ...NAMING, url: `https://github.com/lumen-labs/${name}` })
  const [docs, tools] = [
    await aSource({ project_id: projectId, facts: named('docs') }, database),
    await aSource({ project_id: projectId, facts: named('tools') }, database),
  ]
  for (const { id } of [docs, tools])
    await aShip({ project_id: projectId, source_id: id, backing: 'source-linked' }, database)
  await save(projectId)
  const site = web.evidence
  expect(await stored(code.id)).toMatchObject({ link: { link: LINK, site } })
  expect(await stored(docs.id)).toMatchObject({ link: { link: 'github.com/lumen-labs/docs', site } })
  expect(await stored(tools.id)).toEqual({ link: undefined, backing: 'source-linked' })
})
