import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { judgeSignature, namesToken } from './signed-statement.ts'

const [ADA, BEN] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}` as ContractAddress) as [
  ContractAddress,
  ContractAddress,
]

test.each([
  [`LUM on chain 4663 is ${ADA}`, true],
  [`LUM on chain 4663 is ${ADA.toUpperCase().replace('X', 'x')}`, true],
  [`LUM is ${ADA}`, false],
  [`LUM on chain 46630 is ${ADA}`, false],
  [`LUM on chain 4663 is ${BEN}`, false],
  ['', false],
])('[R122] the text %j names the token: %s', (text, expected) => {
  expect(namesToken(text, ADA)).toBe(expected)
})

type Found = Parameters<typeof judgeSignature>[0]
test.each<[string, Partial<Found>, unknown]>([
  ['of the deployer', { deployer: ADA }, { outcome: 'verified', as: 'deployer' }],
  ['of the owner', { deployer: BEN, owner: ADA }, { outcome: 'verified', as: 'owner' }],
  ['of the owner, while the deployer is unknown', { owner: ADA }, { outcome: 'verified', as: 'owner' }],
  ['of another account', { deployer: BEN }, { outcome: 'another_account', as: null }],
  ['while the deployer is unknown', {}, undefined],
  ['while the deployer is unknown, and of another than the owner', { owner: BEN }, undefined],
  ['that does not match', { matches: false, deployer: ADA }, { outcome: 'wrong_signature', as: null }],
  ['that does not match, all else unknown', { matches: false }, { outcome: 'wrong_signature', as: null }],
])('[R122] a signature %s', (_, found, expected) => {
  expect(judgeSignature({ matches: true, by: ADA, deployer: null, owner: null, ...found })).toEqual(expected)
})
