import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { summariseAbi } from '../verified-source/abi.ts'
import { parseSourcifySource } from './source.ts'

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

const contract = '0x00000000000000000000000000000000000000a1' as ContractAddress

test.each<[string, unknown, unknown]>([
  ['an exact match', body, verified],
  ['a match', { ...body, match: 'match' }, { ...verified, match: 'partial' }],
  ['without a time', { ...body, verifiedAt: undefined }, { ...verified, verifiedAt: null }],
  ['a null match: a definite no', { ...body, match: null, abi: undefined }, unverified],
  ['a null match of another contract', { ...body, match: null, address: `0x${'1'.repeat(40)}` }, undefined],
  ['a match of another contract', { ...body, address: `0x${'1'.repeat(40)}` }, undefined],
  ['404 with another body', { customCode: 'route_not_found', message: 'No such route' }, undefined],
  ['404 without JSON', undefined, undefined],
  ['an unknown kind of match', { ...body, match: 'toString' }, undefined],
  ['no ABI asked for', { ...body, abi: undefined }, undefined],
  ['no ABI: no Solidity', { ...body, abi: null }, { kind: 'no_interface' }],
  ['400', { customCode: 'invalid_parameter', message: 'Invalid address' }, undefined],
  ['nothing (a body cut short)', undefined, undefined],
])('%s', (_, answer, source) => {
  expect(parseSourcifySource({ body: answer, contract })).toEqual(source)
})
