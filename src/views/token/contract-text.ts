import type { CoverageState } from '#contract/enums.ts'
import { shortAddress } from '#contract/ids.ts'
import type { Contract } from '#contract/shapes/contract.ts'
import { counted } from '#domain/rules/rule.ts'
import { plainWords, quoteInText } from '../agent/words.ts'
import { drawnNameInLine } from '../cards/drawn-words.ts'
import type { SharedWords } from '../cards/share-picture.ts'
import { locksMarkdown } from '../project/lock-text.ts'
import { receiptLink, type Site } from '../site/links.ts'
import { contractPage } from '../site/pages.ts'
import { instantWords } from '../words/clocks.ts'
import { listWords, listWordsFirst, providerName, REASON_WORDS, whyNoValue } from '../words/figures.ts'
import { isOtherToken, OTHER_TOKEN } from './text.ts'

const ROLES: Readonly<Record<Contract['role'], string>> = {
  token: 'Token contract',
  launch: 'Launch contract',
  deployment: 'Deployed contract',
  declared: 'Declared contract',
}

/** The role of a contract in its project. */
export function contractRole(role: Contract['role']): string {
  return ROLES[role]
}

/** The words between the role of a contract and its project. */
export function contractBond(contract: Pick<Contract, 'tokenVerification'>): string {
  return isOtherToken(contract) ? 'registered for' : 'of'
}

/** Whether the contract is the project's, in one sentence, or two for a token that the project does not name. */
export function ownWords(contract: Contract): string {
  if (isOtherToken(contract)) return `${OTHER_TOKEN} This token is not linked to the project.`
  return contract.counted
    ? 'Its source is counted as the project’s own.'
    : 'Its source is not counted as the project’s own.'
}

/**
 * The title of a contract's page. It states the answer: "Token contract of Lumen, 0x4c36…c796: 42 decoded calls in 7
 * days".
 */
export function contractTitle(answer: Contract): string {
  const { role, project, contract, noCodeAt } = answer
  const found = noCodeAt === undefined ? useWords(answer) : 'no contract at this address'
  return `${contractRole(role)} ${contractBond(answer)} ${project.name}, ${shortAddress(contract)}: ${found}`
}

function useWords({ activity: { calls } }: Contract): string {
  return calls === undefined ? 'use not known' : `${counted(calls, 'decoded call')} in 7 days`
}

/** The words of the picture of a contract. Sites keep a shared picture for long, so the words state a date. */
export function sharedContract(answer: Contract): SharedWords {
  const { role, project, contract, activity, noCodeAt } = answer
  const owner = drawnNameInLine(project)
  if (noCodeAt !== undefined) {
    const lines = [
      `Registered for ${owner}. No contract is at this address.`,
      contract,
      `As of ${instantWords(noCodeAt)}`,
    ]
    return { title: contractRole(role), lines }
  }
  const { calls, observedAt } = activity
  const use = calls === undefined ? 'Its use is not known.' : `${counted(calls, 'decoded call')} in 7 days.`
  const when = observedAt === undefined ? [] : [`As of ${instantWords(observedAt)}`]
  const whose = isOtherToken(answer)
    ? [`Registered for ${owner}. ${OTHER_TOKEN}`, use]
    : [`Of ${owner}. ${use}`]
  return { title: contractRole(role), lines: [...whose, contract, ...when] }
}

/** A contract as Markdown, each section with its state. The contract of a token also has the locks of the token. */
export function contractText(
  answer: Contract,
  site: Site,
  locks?: Parameters<typeof locksMarkdown>[0],
): string {
  const { project, contract, source, creation, deployer, proxy, implementations, activity } = answer
  const { functions, events } = answer.interface
  const lines = [
    line('Contract', `${contract} on chain ${answer.chainId}`),
    ...(answer.noCodeAt === undefined
      ? []
      : [line('Code', `none: there is no contract at this address, read ${instantWords(answer.noCodeAt)}`)]),
    line('Source', `${quoteInText(source.locator)}, ${receiptLink(source.id, site)}`),
    ...(answer.role === 'token'
      ? [line('Token verification', listWords(answer.tokenVerification ?? 'unknown'))]
      : []),
    line('Created', of(creation, createdText(answer))),
    line('Block of the creation', of(creation, creation.block)),
    line('Transaction of the creation', of(creation, creation.transaction)),
    line('Deployer', of(deployer, deployer.address)),
    line('Proxy', of(proxy, proxy.kind)),
    line('Implementations', implementationsRead(implementations)),
    line('Verified source', of(answer.verifiedSource, verified(answer))),
    line('Functions', of(answer.interface, functions)),
    line('Events', of(answer.interface, events)),
    line('Decoded calls in 7 days', of(activity, callsText(answer))),
    line('Functions called', of(activity, activity.methodsTotal)),
    line('First known', answer.detectedAt),
    line('Evaluated', answer.asOf ?? 'not yet'),
  ]
  return [
    `# ${contractRole(answer.role)} ${contractBond(answer)} ${plainWords(project.name)}`,
    ownWords(answer),
    lines.join('\n'),
    ...(locks === undefined ? [] : locksMarkdown(locks, site)),
    `JSON: ${site.baseUrl}/api${contractPage(contract)}`,
    `${answer.disclaimer}\n`,
  ].join('\n\n')
}

function createdText({ creation: { createdAt, settled } }: Contract): string | undefined {
  return settled === false && createdAt !== undefined
    ? `${createdAt}, the block can still be replaced`
    : createdAt
}

/** The calls with their days, and the functions that were called most. */
function callsText({ activity: { calls, from, to, methods = [] } }: Contract): string | undefined {
  if (calls === undefined) return undefined
  const days = from === undefined || to === undefined ? '' : `, from ${from} to ${to}`
  const called = methods.map((one) => `${quoteInText(one.method)} ${one.calls}`)
  return `${calls}${days}${called.length === 0 ? '' : `: ${called.join(', ')}`}`
}

function line(name: string, words: string): string {
  return `- ${listWordsFirst(name)}: ${words}`
}

/** Said beside the implementations while their history could not be read in full. */
export const MORE_UPGRADES = 'Not every upgrade could be read, so that there can be more.'

function implementationsRead(implementations: Contract['implementations']): string {
  const words = of(implementations, implementations.total)
  const isPartial = implementations.total !== undefined && implementations.state === 'SOURCE_UNAVAILABLE'
  return isPartial ? `${words}. ${MORE_UPGRADES}` : words
}

/** A value of a section, or why there is none. */
function of({ state }: { readonly state: CoverageState }, value: string | number | undefined): string {
  if (value !== undefined) return `${value}`
  return `unknown (${REASON_WORDS[whyNoValue(state)]})`
}

function verified({ contract, verifiedSource: { items, state } }: Contract): string | undefined {
  if (items?.length === 0) return state === 'MEASURED' ? NONE_VERIFIED : undefined
  return items?.map((one) => `${one.match} ${verifiedAt(one, contract)}`).join(', ')
}

/** Said where explorers were read, and none has verified the source. */
export const NONE_VERIFIED = 'No explorer that was read has verified its source.'

export type Verified = NonNullable<Contract['verifiedSource']['items']>[number]

/**
 * The words after the match of a verified source: "at Sourcify", or "at Sourcify of 0x4c36…c796" if the source was
 * verified for another contract.
 */
export function verifiedAt(
  { provider, contract }: Pick<Verified, 'provider' | 'contract'>,
  own: string,
): string {
  return `at ${providerName(provider)}${contract === own ? '' : ` of ${shortAddress(contract)}`}`
}
