import { expect, test } from 'vitest'
import { summariseAbi } from '../verified-source/abi.ts'
import { parseContractSource } from './source.ts'

// Sourcify v2, 2026-11: the shape of /v2/contract/{chain}/{address}?fields=abi, with invented values.
const abi = [{ type: 'event', name: 'Poked', inputs: [], anonymous: false }]
const body = {
  match: 'exact_match',
  creationMatch: 'exact_match',
  runtimeMatch: 'exact_match',
  chainId: '4663',
  address: '0x00000000000000000000000000000000000000a1',
  verifiedAt: '2026-08-01T10:00:00.000Z',
  matchId: '12',
  abi,
}
const verified = {
  kind: 'verified',
  abi: summariseAbi(abi),
  match: 'exact',
  verifiedAt: '2026-08-01T10:00:00.000Z',
}
const unverified = { kind: 'not_verified', because: 'not verified' }

test.each<[string, number, unknown, unknown]>([
  ['an exact match', 200, body, verified],
  ['a match', 200, { ...body, match: 'match' }, { ...verified, match: 'partial' }],
  ['without a time', 200, { ...body, verifiedAt: undefined }, { ...verified, verifiedAt: null }],
  ['404 with a null match: a definite no', 404, { ...body, match: null, abi: undefined }, unverified],
  ['404 with another body', 404, { customCode: 'route_not_found', message: 'No such route' }, undefined],
  ['404 without JSON', 404, undefined, undefined],
  ['an unknown kind of match', 200, { ...body, match: 'toString' }, undefined],
  ['no ABI', 200, { ...body, abi: undefined }, undefined],
  ['400', 400, { customCode: 'invalid_parameter', message: 'Invalid address' }, undefined],
  ['nothing (a body cut short)', 200, undefined, undefined],
])('%s', (_, status, answer, source) => {
  expect(parseContractSource({ status, body: answer })).toEqual(source)
})
