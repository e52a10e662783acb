import { beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { toInstant } from '#contract/time.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { storeProjectWithSource } from '#test/given/evidence-kinds.ts'
import { aContract, addressOf } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'
import { sharedContract } from '#views/token/contract-text.ts'
import { sharedToken } from '#views/token/text.ts'
import { openErrorPages } from './error-page.ts'

const service = await httpServiceOfFile()
let paths: readonly string[]
beforeAll(async () => {
  const { own } = await storeProjectWithSource(service.database)
  const { address } = await aContract({ ...own, address: addressOf(0xc1) }, service.database)
  const token = await storeToken({ evidence: KNOWN }, service.database)
  paths = [
    `/contracts/4663/${address}`,
    `/token/4663/${token.address}`,
    `/token/4663/${addressOf(0xdead)}`,
    '/changes',
    `/evidence/source%3A${own.source_id}`,
  ]
})

test('a contract, a token, the ledger and a receipt name a picture for where they are shared, and it answers', async () => {
  for (const path of paths) {
    const { text } = await service.get(path)
    expect(text).toContain(`<meta property="og:image" content="https://svc.example${path}/card.png">`)
    const { status, headers } = await service.get(`${path}/card.png`)
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'image/png'])
  }
  expect((await service.get(`/contracts/4663/${addressOf(0xdead)}/card.png`)).status).toBe(404)
})

test('the picture of an unread contract and of an unpublished token says so', () => {
  const contract = { role: 'token', project: { name: 'Lumen' }, contract: '0xab', activity: {} }
  expect(sharedContract(contract as never)).toEqual({
    title: 'Token contract',
    lines: ['Of Lumen. Its use is not known.', '0xab'],
  })
  const read = { ...contract, activity: { calls: 1200, observedAt: toInstant('2026-11-19T10:00:00Z') } }
  expect(sharedContract(read as never).lines).toEqual([
    'Of Lumen. 1,200 decoded calls in 7 days.',
    '0xab',
    'As of 19 Nov 2026, 10:00 UTC',
  ])
  const scan = { contract_address: '0xcd', chain_id: 4663 }
  expect(sharedToken({ scan, lookup: undefined } as never).lines[0]).toContain(
    'No project is published for this token.',
  )
})

describe('the page of a refusal', () => {
  const pages = openErrorPages({
    site: { baseUrl: 'https://svc.example' },
    sandbox: false,
    corrections: 'https://report.example/form',
  })
  const hrefOf = (target: string) =>
    /href="(https:\/\/report\.example[^"]*)"/.exec(
      pages(new Failure('not_found'), { requestId: 'r', target }),
    )?.[1]
  test.each([
    ['/projects/never-was?utm_source=a', 'https://svc.example/projects/never-was'],
    ['/evidence/ship%3Aabc', 'https://svc.example/evidence/ship%3Aabc'],
    ['/projects/%3Cscript%3E', 'https://svc.example'],
    ['/"><script>alert(1)</script>', 'https://svc.example'],
    [`/${'a'.repeat(300)}`, 'https://svc.example'],
    ['//evil.example/x', 'https://svc.example'],
  ])('of %s reports that page', (target, page) => {
    expect(new URL(String(hrefOf(target)).replaceAll('&amp;', '&')).searchParams.get('page')).toBe(page)
  })
})
