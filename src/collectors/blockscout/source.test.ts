import { expect, test } from 'vitest'
import { summariseAbi } from '../verified-source/abi.ts'
import { parseBlockscoutSource } from './source.ts'

// Blockscout REST v2, 2026-11: the shape of /smart-contracts/{address}, with invented values.
const abi = [{ type: 'function', name: 'poke', inputs: [], outputs: [], stateMutability: 'nonpayable' }]
const body = {
  name: 'Token',
  is_verified: true,
  is_fully_verified: false,
  is_partially_verified: true,
  is_verified_via_eth_bytecode_db: false,
  is_verified_via_sourcify: false,
  verified_at: '2026-08-01T10:00:00.123456Z',
  abi,
  proxy_type: null,
  implementations: [],
  creation_status: 'success',
}
const verified = {
  kind: 'verified',
  abi: summariseAbi(abi),
  match: 'partial',
  verifiedAt: '2026-08-01T10:00:00.123Z',
}
const unverified = { kind: 'not_verified', because: 'not verified' }
const bytecodeOnly = { kind: 'not_verified', because: 'only the bytecode is known' }

test.each<[string, unknown, unknown]>([
  ['a partial match', body, verified],
  ['an exact match', { ...body, is_fully_verified: true }, { ...verified, match: 'exact' }],
  ['verified without a time', { ...body, verified_at: null }, { ...verified, verifiedAt: null }],
  ['verified at an invalid time', { ...body, verified_at: 'yesterday' }, { ...verified, verifiedAt: null }],
  ['a bytecode match only', { ...body, is_verified_via_eth_bytecode_db: true }, bytecodeOnly],
  [
    'a bytecode match also published at Sourcify',
    { ...body, is_verified_via_eth_bytecode_db: true, is_verified_via_sourcify: true },
    verified,
  ],
  ['not verified', { ...body, is_verified: false, abi: null }, unverified],
  ['null: not verified', { is_verified: null, creation_status: 'success' }, unverified],
  ['only bytecode given', { deployed_bytecode: '0x60', creation_bytecode: '0x60' }, unverified],
  [
    'nothing but nulls given',
    { deployed_bytecode: null, creation_bytecode: null, creation_status: null },
    unverified,
  ],
  ['created, and no bytecode given', { deployed_bytecode: null, creation_status: 'success' }, unverified],
  ['nulls beside an ABI', { deployed_bytecode: null, creation_status: 'success', abi }, undefined],
  ['verified without an ABI, as Stylus is', { ...body, abi: null }, { kind: 'no_interface' }],
  ['verified with an ABI left out', { ...body, abi: undefined }, undefined],
  [
    'verified, and the code has changed since',
    { ...body, is_fully_verified: true, is_changed_bytecode: true },
    { kind: 'not_verified', because: 'the code is no longer the one that was verified' },
  ],
  ['verified, and the code is the same', { ...body, is_changed_bytecode: false }, verified],
  ['verified with a broken ABI', { ...body, abi: [{ type: 'function' }] }, undefined],
  ['an error with status 200', { status: '0', message: 'Something went wrong', result: null }, undefined],
  ['a list', [], undefined],
  ['nothing (a body cut short)', undefined, undefined],
])('%s', (_, answer, source) => {
  expect(parseBlockscoutSource(answer)).toEqual(source)
})
