import { hashMessage } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import type { SignedText } from '#domain/project/signed-statement.ts'
import { storeChainSource } from '#test/chain/reading.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { contractCreation } from './creation.ts'
import { tokenSignature } from './signature.ts'

/** An account that deploys nothing. */
const OTHER = privateKeyToAccount(`0x${'5e'.repeat(32)}`)

const world = await fileChainWorld()
const { chain } = world
/** The account that deploys the contracts of a test. */
const deployer = chain.account(0).account as PrivateKeyAccount

async function checkOf(
  sign: (text: string) => Promise<SignedText>,
  {
    says = (token: string) => `LUM is ${token} on chain 4663`,
    knowsCreation = true,
    owner = '',
    withdrawnAt = '',
  } = {},
) {
  const token = await (owner === ''
    ? chain.deploy('Token', ['Lumen', 'LUM'])
    : chain.deploy('OwnedToken', [owner]))
  await chain.mine(3)
  const creation = await storeChainSource({ collector: contractCreation, locator: token, token }, world)
  if (knowsCreation) await creation.read()
  const { projectId } = creation
  const signed = await sign(says(token))
  await world.database
    .insertInto('claims')
    .values({
      id: crypto.randomUUID(),
      project_id: projectId,
      kind: 'token_signed',
      by: 'signature',
      statement: 'Signed',
      names: token,
      observed_at: '2026-01-01T00:00:00Z',
      detected_at: '2026-01-01T00:00:00Z',
      signed: JSON.stringify(signed),
      ...(withdrawnAt === '' ? {} : { withdrawn_at: withdrawnAt, withdrawn_reason: 'gone' }),
    } as never)
    .execute()
  const source = await storeChainSource(
    { collector: tokenSignature, locator: token, token, projectId },
    world,
  )
  const { outcome } = await source.read()
  const claim = await world.database
    .selectFrom('claims')
    .select('signature_check')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  const again = (await source.read()).outcome
  return { outcome, again, check: claim?.signature_check }
}

const by = (account: PrivateKeyAccount) => async (text: string) => ({
  by: account.address.toLowerCase() as ContractAddress,
  text,
  value: await account.signMessage({ message: text }),
})

test('[R29] a token without signatures is not read while no node answers', async () => {
  const token = await chain.deploy('Token', ['Lumen', 'LUM'])
  await chain.mine(3)
  const source = await storeChainSource({ collector: tokenSignature, locator: token, token }, world)
  expect((await source.read()).outcome).toBe('not_modified')
  expect((await source.read({ url: 'http://127.0.0.1:1' })).outcome).toBe('unavailable')
})

test('[R122] the signature of the deployer verifies the token, and is checked again by the next reading', async () => {
  expect(await checkOf(by(deployer))).toMatchObject({
    outcome: 'fresh',
    again: 'fresh',
    check: { outcome: 'verified', as: 'deployer' },
  })
})

test.each<[string, Parameters<typeof checkOf>[0], string]>([
  ['another account', (text) => by(OTHER)(text), 'another_account'],
  [
    'another account under the name of the deployer',
    async (text) => ({ ...(await by(OTHER)(text)), by: (await by(deployer)(text)).by }),
    'wrong_signature',
  ],
  [
    'the deployer over another text',
    async (text) => ({ ...(await by(deployer)('Hello')), text }),
    'wrong_signature',
  ],
  [
    'bytes that are none',
    async (text) => ({ ...(await by(deployer)(text)), value: `0x${'00'.repeat(65)}` }),
    'wrong_signature',
  ],
])('[R122] a signature of %s verifies nothing', async (_, sign, expected) => {
  expect((await checkOf(sign)).check).toMatchObject({ outcome: expected, as: null })
})

test('[R122] a text about another contract or chain verifies nothing', async () => {
  const check = await checkOf(by(deployer), { says: (token) => `LUM is ${token} on chain 1` })
  expect(check.check).toMatchObject({ outcome: 'wrong_signature' })
})

test('[R122] the signature of a withdrawn statement is not checked', async () => {
  expect((await checkOf(by(deployer), { withdrawnAt: '2026-01-02T00:00:00Z' })).check).toBeNull()
})

test('[R122] while the deployer is not known, the check waits', async () => {
  const { check, again } = await checkOf(by(deployer), { knowsCreation: false })
  expect([check, again]).toEqual([null, 'fresh'])
})

test.each([
  ['approves it', true, { outcome: 'verified', as: 'owner' }],
  ['does not approve it', false, { outcome: 'wrong_signature', as: null }],
])('[R122] a token whose owner is a contract that %s', async (_, approves, expected) => {
  const wallet = await chain.deploy('Wallet')
  const sign = async (text: string): Promise<SignedText> => {
    const call = { to: wallet, contract: 'Wallet', name: 'approve' }
    if (approves) await chain.send(call, [hashMessage(text)])
    await chain.mine(3)
    return { by: wallet, text, value: `0x${'11'.repeat(65)}` }
  }
  expect((await checkOf(sign, { owner: wallet })).check).toMatchObject(expected)
})

test.each<[string, (wallet: ContractAddress, text: string) => Promise<SignedText>, object]>([
  ['its key', (_, text) => by(OTHER)(text), { outcome: 'verified', as: 'owner' }],
  [
    'its code',
    async (_, text) => {
      const own = (await by(OTHER)(text)).by
      await chain.send({ to: own, contract: 'Wallet', name: 'approve' }, [hashMessage(text)])
      await chain.mine(3)
      return { by: own, text, value: `0x${'11'.repeat(65)}` }
    },
    { outcome: 'verified', as: 'owner' },
  ],
  [
    'neither',
    async (_, text) => ({ ...(await by(deployer)(text)), by: (await by(OTHER)(text)).by }),
    { outcome: 'wrong_signature', as: null },
  ],
])('[R122] an account that delegated to a contract by EIP-7702 signs by %s', async (_, sign, expected) => {
  const wallet = await chain.deploy('Wallet')
  const { address } = OTHER
  await chain.client.setCode({ address, bytecode: `0xef0100${wallet.slice(2)}` })
  try {
    const { check } = await checkOf((text) => sign(wallet, text), { owner: address })
    expect(check).toMatchObject(expected)
  } finally {
    await chain.client.setCode({ address, bytecode: '0x' })
  }
})

test('[R122] the signature of the owner verifies a token that another account deployed', async () => {
  const owner = OTHER.address
  expect((await checkOf(by(OTHER), { owner })).check).toMatchObject({ outcome: 'verified', as: 'owner' })
})
