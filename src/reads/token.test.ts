import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#contract/ids.ts'
import { KNOWN, RELEASE, runningWeek } from '#test/given/card-evidence.ts'
import { storeListed, tokenOf } from '#test/given/listed-project.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { someAddress, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

describe('a token lookup', () => {
  test('of a published token names the project, its activity in words and its newest ship [contract GET /api/token/{chainId}/{address}] [contract token lookup activityLabel]', async () => {
    const { address, slug } = await storeToken({ evidence: KNOWN }, service.database)
    const { status, body } = await service.get(`/api/token/4663/${address.toUpperCase().replace('0X', '0x')}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'published',
      contract: address,
      project: { slug, lastShip: { title: 'v2.4.0', evidenceId: RELEASE } },
      tokenVerification: 'VERIFIED',
      activityAppliesToToken: true,
      activityStatus: 'SHIPPING',
      activityLabel: 'Shipping',
    })
    expect(body).not.toHaveProperty('symbol')
  })

  test('names a running week by its elapsed days [contract token lookup project.lastShip.title]', async () => {
    const evidence = {
      ...KNOWN,
      latestMeaningfulShip: { ...KNOWN.latestMeaningfulShip, value: runningWeek },
    } as typeof KNOWN
    const { address } = await storeToken({ evidence }, service.database)
    const { body } = await service.get(`/api/token/4663/${address}`)
    expect(body).toMatchObject({
      project: { lastShip: { title: 'code changes, week starting 2026-11-16 (to 2026-11-19)' } },
    })
  })

  test('gives hidden, draft and unseen tokens the same answer, and no error [contract token lookup status]', async () => {
    const hidden = await storeToken({ state: 'hidden', evidence: KNOWN }, service.database)
    const draft = await storeToken({ state: 'draft', evidence: KNOWN }, service.database)
    const texts = await Promise.all(
      [hidden.address, draft.address, someAddress()].map(async (address) => {
        const { status, text } = await service.get(`/api/token/4663/${address}`)
        return `${status} ${text.replaceAll(address, 'T')}`
      }),
    )
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('"status":"unknown","reason":"unpublished"')
    const zero = await service.get(`/api/token/4663/${ZERO_ADDRESS}`)
    expect(zero.body).toMatchObject({ status: 'unknown', reason: 'not_a_token' })
  })

  test.each([
    ['1', tokenOf(1), 'unsupported_chain'],
    ['04663x', tokenOf(1), 'invalid_parameter'],
    ['4663', 'HOOD', 'invalid_token'],
    ['4663', tokenOf(1).slice(0, -1), 'invalid_token'],
  ])(
    'of chain %s and %s is refused [contract error code invalid_token|unsupported_chain]',
    async (chain, address, code) => {
      const { status, body } = await service.get(`/api/token/${chain}/${address}`)
      expect([status, body['error']]).toEqual([400, code])
    },
  )
})

describe('a write to an address of tokens', () => {
  test.each([
    ['PUT', `/api/token/4663/${tokenOf(1)}`],
    ['POST', '/api/token/x'],
    ['DELETE', '/api/token/4663/x/y?z'],
  ] as const)('refuses other methods: %s %s', async (method, url) => {
    const answer = await service.server.inject({ method, url, payload: '{' })
    expect([answer.statusCode, answer.json().error, answer.headers['allow']]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD, OPTIONS',
    ])
  })

  test('is 405 below /api/token/ alone; a read there, and a write elsewhere, are 404', async () => {
    expect((await service.get('/api/token/x')).status).toBe(404)
    expect((await service.server.inject({ method: 'POST', url: '/api/tokens/x' })).statusCode).toBe(404)
  })
})

describe('suggestions', () => {
  test('are at most eight published projects, exact matches first [contract GET /api/search/suggest] [contract limit suggest]', async () => {
    const names = ['Nova', 'Nova Labs', 'Supernova', 'Terra Nova', 'Zed']
    for (const [index, name] of names.entries())
      await storeListed(
        {
          project: { name, slug: `nova-${index}-x` },
          token: { address: tokenOf(50 + index), symbol: name === 'Zed' ? 'NOVA' : 'OTHER' },
        },
        service.database,
      )
    await storeListed({ project: { name: 'Nova Hidden', state: 'hidden' } }, service.database)
    for (let index = 0; index < 9; index += 1)
      await storeListed({ project: { name: `Many ${index}` } }, service.database)
    const { body } = await service.get('/api/search/suggest?q=nova&foo=1')
    expect(body).toEqual({
      items: [
        { name: 'Nova', ticker: 'OTHER', contract: tokenOf(50), route: '/projects/nova-0-x' },
        { name: 'Zed', ticker: 'NOVA', contract: tokenOf(54), route: '/projects/nova-4-x' },
        { name: 'Nova Labs', ticker: 'OTHER', contract: tokenOf(51), route: '/projects/nova-1-x' },
        { name: 'Supernova', ticker: 'OTHER', contract: tokenOf(52), route: '/projects/nova-2-x' },
        { name: 'Terra Nova', ticker: 'OTHER', contract: tokenOf(53), route: '/projects/nova-3-x' },
      ],
      ignoredParameters: ['foo'],
    })
    const many = await service.get('/api/search/suggest?q=many')
    expect(many.body['items']).toHaveLength(8)
    expect((await service.get(`/api/search/suggest?q=${tokenOf(53)}`)).body).toMatchObject({
      items: [{ name: 'Terra Nova' }],
    })
    expect((await service.get('/api/search/suggest?q=%25%25')).body).toMatchObject({ items: [] })
  })

  test.each(['', '?q=a', `?q=${'a'.repeat(65)}`, '?q=a%00b', '?q=nova&q=nova'])(
    '%s is refused',
    async (query) => {
      const { status, body } = await service.get(`/api/search/suggest${query}`)
      expect([status, body['error']]).toEqual([400, 'invalid_parameter'])
    },
  )
})
