import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { someAddress, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
let named: Record<'hidden' | 'draft' | 'never', { readonly slug: string; readonly address: string }>
let key: string
beforeAll(async () => {
  const store = (state: 'hidden' | 'draft') => storeToken({ state, evidence: KNOWN }, service.database)
  named = {
    hidden: await store('hidden'),
    draft: await store('draft'),
    never: { slug: `p-${crypto.randomUUID()}`, address: someAddress() },
  }
  ;({ key } = await issueKey(service.database, { tier: 3 }))
})

const bySlug = Object.values<Operation>(OPERATIONS).flatMap(({ path }) =>
  path.includes('{slug}') ? [path] : [],
)
const ASKED = [
  ...bySlug,
  '/api/projects?q={slug}',
  '/api/projects?q={address}',
  '/api/builders?q={slug}',
  '/api/compare?slugs={slug},never-stored',
  '/api/search/suggest?q={slug}',
  '/api/search/suggest?q={address}',
  '/api/changes?project={slug}',
  '/api/changes?project={slug}&after=c1.0',
  '/api/changes?contract=4663:{address}',
  '/api/agent/unknowns?project={slug}',
  '/api/agent/what_changed?project={slug}',
  '/api/agent/verify_project?contract={address}',
  '/api/agent/compare_builders?projects={slug},never-stored',
  '/api/token/4663/{address}',
  '/api/contracts/4663/{address}',
  '/api/v1/builder?token={address}',
  '/api/v1/scan?token={address}',
  '/api/v1/scan?tokens={address},{address}',
]

describe('hidden, draft and unknown projects have byte-identical answers', () => {
  /** The answer without slug, address, time and ETag. */
  async function answerTo(
    path: string,
    { slug, address }: { slug: string; address: string },
  ): Promise<unknown> {
    const asked = path.replaceAll('{slug}', slug).replaceAll('{address}', address)
    const by = path.includes('tokens=') ? { 'x-api-key': key } : {}
    const { status, headers, text } = await service.get(asked, { ...by, 'x-request-id': 'same' })
    const {
      date: _date,
      etag: _etag,
      'ratelimit-remaining': _left,
      'svc-monthly-remaining': _month,
      ...stable
    } = headers
    return { status, stable, text: text.replaceAll(slug, 'S').replaceAll(address, 'A') }
  }

  test.each(ASKED)('%s', async (path) => {
    const never = await answerTo(path, named.never)
    expect(await answerTo(path, named.hidden)).toEqual(never)
    expect(await answerTo(path, named.draft)).toEqual(never)
  })
})
