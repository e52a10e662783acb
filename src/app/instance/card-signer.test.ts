import { type AgentCard, verifyAgentCardSignature } from '@a2a-js/sdk'
import { flattenedVerify, importJWK, type JWK } from 'jose'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { type HttpService, openHttpService } from '#test/service/http-service.ts'
import { openCardSigner } from './card-signer.ts'

const CARD = '/.well-known/agent-card.json'
const KEYS = '/.well-known/jwks.json'
const SITE = { baseUrl: 'https://svc.example' }
const FIRST = 'the-first-key-of-a-test-of-the-agent-card'
const SECOND = 'the-second-key-of-a-test-of-the-agent-card'

type Signature = { readonly protected: string; readonly signature: string }
type Signed = Record<string, unknown> & { readonly signatures: readonly Signature[] }

// The SDK prints every signature that it refuses.
vi.spyOn(console, 'debug').mockImplementation(() => {})
afterAll(() => vi.mocked(console.debug).mockRestore())
const cardSigner = await openCardSigner(`${SECOND},${FIRST}`, SITE)
const service = await forFile(openHttpService({ cardSigner }))
const unsigned = await forFile(openHttpService())
const card = (await service.get(CARD)).body as Signed
const keys = await keysOf(service)

/** The public keys at the address that the signature names, as anyone can read them. */
async function keysOf({ get }: HttpService): Promise<readonly JWK[]> {
  const { status, text, headers } = await get(KEYS)
  expect([status, String(headers['content-type'])]).toEqual([200, 'application/jwk-set+json; charset=utf-8'])
  return (JSON.parse(text) as { keys: readonly JWK[] }).keys
}

/** Whether the official SDK accepts a card with these keys. It gets the JSON, because its own form loses a field. */
async function isVerified(signed: object, by: readonly JWK[]): Promise<boolean> {
  const verify = verifyAgentCardSignature(async (kid) => {
    const key = by.find((one) => one.kid === kid)
    if (key === undefined) throw new Error('no such key')
    return key
  })
  return verify(signed as AgentCard).then(
    () => true,
    () => false,
  )
}

describe('the signed agent card [contract GET /.well-known/agent-card.json]', () => {
  test('the official client verifies it with the published keys alone', async () => {
    expect(await isVerified(card, keys)).toBe(true)
    expect(JSON.stringify(keys)).not.toContain('"d"')
  })

  test('its headers name the algorithm, the key and the address of the keys', () => {
    const headers = card.signatures.map((one) =>
      JSON.parse(Buffer.from(one.protected, 'base64url').toString()),
    )
    expect(headers).toEqual(
      keys.map(({ kid }) => ({ alg: 'EdDSA', typ: 'JOSE', kid, jku: `${SITE.baseUrl}${KEYS}` })),
    )
  })

  test('each signature verifies the canonical JSON of what is served, and nothing else', async () => {
    const { signatures, ...rest } = card
    const payload = Buffer.from(canonicalOf(rest))
    for (const [place, key] of keys.entries()) {
      const { protected: header, signature } = signatures[place] as Signature
      const jws = { protected: header, signature, payload: payload.toString('base64url') }
      const publicKey = await importJWK(key)
      await expect(flattenedVerify(jws, publicKey)).resolves.toBeDefined()
      for (const at of [0, 100, payload.length - 1]) {
        const changed = Buffer.from(payload)
        changed[at] = (changed[at] ?? 0) ^ 1
        await expect(
          flattenedVerify({ ...jws, payload: changed.toString('base64url') }, publicKey),
        ).rejects.toThrow('signature verification failed')
      }
    }
  })

  test.each(['name', 'description', 'version', 'documentationUrl'])('a changed %s fails', async (field) => {
    expect(await isVerified({ ...card, [field]: `${String(card[field])}.` }, keys)).toBe(false)
  })

  test('an answer of another process has the same bytes', async () => {
    await using other = await openHttpService({
      cardSigner: await openCardSigner(`${SECOND},${FIRST}`, SITE),
      database: service.database,
    })
    expect((await other.get(CARD)).text).toBe((await service.get(CARD)).text)
  })

  test('after a rotation who knows only the former key still verifies it, and the key can then leave', async () => {
    const [, former] = keys
    expect(await isVerified(card, [former as JWK])).toBe(true)
    const { publicKeys, sign } = await openCardSigner(SECOND, SITE)
    expect(publicKeys).toEqual([keys[0]])
    const { signatures: _, ...rest } = card
    const signatures = await sign(rest as never)
    expect(await isVerified({ ...rest, signatures }, [former as JWK])).toBe(false)
    expect(await isVerified({ ...rest, signatures }, keys)).toBe(true)
  })

  test('without a key it has no signature, and there is no key to verify with', async () => {
    expect((await unsigned.get(CARD)).body).not.toHaveProperty('signatures')
    expect(await keysOf(unsigned)).toEqual([])
  })
})

/** The canonical JSON by code independent of the service. It suffices for this card: text, lists, objects and false. */
function canonicalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalOf).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([one], [another]) => (one < another ? -1 : 1))
  return `{${fields.map(([name, inside]) => `${JSON.stringify(name)}:${canonicalOf(inside)}`).join(',')}}`
}
