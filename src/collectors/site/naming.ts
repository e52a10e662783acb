import { type ContractAddress, parseAddress } from '#contract/ids.ts'

/**
 * An address on a page. `labelled`: words near it call it the project's token. `elsewhere`: words near it name another
 * chain.
 */
export type NamedAddress = {
  readonly address: ContractAddress
  readonly labelled: boolean
  readonly elsewhere: boolean
}

const ADDRESS = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-f])/gi
const NO_CONTRACT = /^0x0{36}(0{4}|dead)$/
const NAMED_MAX = 100
const WORDS_BEFORE = 120
const WORDS_AFTER = 60
/**
 * The path of a web address is ignored: `/token/0x…` says what a page shows, not which token the site calls its own.
 */
const PATHS = /(https?:\/\/[^/\s]*)\S*/g

const TOKEN_LABEL = /\btoken\b|\bcontract address\b|\bCA\b|\$[A-Z][A-Z0-9]{1,11}\b/i
/** Words that name another project's token, or a contract that deals with the token. */
const OTHER_PURPOSE =
  /\b(USDC|USDT|USDG|DAI|WETH|WBTC|stablecoin|vesting|staking|stake|vault|router|factory|treasury|deployer|wallet|multisig|locker|presale|sale|airdrop|bridge|pool|pair|governor|timelock|implementation|proxy admin)\b/i
const THIS_CHAIN = /\b4663\b|\brobinhood\b/i
const OTHER_CHAIN =
  /\b(ethereum|etherscan|arbitrum|arbiscan|optimism|optimistic|polygon|polygonscan|bsc|bscscan|bnb|avalanche|snowtrace|basescan|sepolia|testnet|linea|scroll|zksync)\b/i
const BASE_CHAIN = /\b[Oo]n Base\b|\bBase:/

/**
 * The addresses on a page, each once, with the findings of all its occurrences. Words apply to the address that follows
 * them, or that stands alone on the next line. Words after an address apply only when there are none before it.
 */
export function namedAddresses(lines: readonly string[]): readonly NamedAddress[] {
  const named = new Map<ContractAddress, NamedAddress>()
  for (const [index, line] of lines.entries()) {
    for (const found of namedInLine(line, lines[index - 1])) {
      const before = named.get(found.address)
      named.set(found.address, before === undefined ? found : merge(before, found))
      if (named.size === NAMED_MAX) return [...named.values()]
    }
  }
  return [...named.values()]
}

function merge(one: NamedAddress, other: NamedAddress): NamedAddress {
  return {
    address: one.address,
    labelled: one.labelled || other.labelled,
    elsewhere: one.elsewhere && other.elsewhere,
  }
}

function namedInLine(line: string, previous: string | undefined): readonly NamedAddress[] {
  const matches = [...line.matchAll(ADDRESS)]
  return matches.flatMap((match, index) => {
    const address = parseAddress(match[0])
    if (address === undefined || NO_CONTRACT.test(address)) return []
    const before = matches[index - 1]
    const from = before === undefined ? LINE_START : endOf(before)
    const words = wordsAbout({ line, previous, from, at: match, next: matches[index + 1] }).replace(
      PATHS,
      '$1',
    )
    const elsewhere = (OTHER_CHAIN.test(words) || BASE_CHAIN.test(words)) && !THIS_CHAIN.test(words)
    return [{ address, labelled: isLabel(words) && !elsewhere, elsewhere }]
  })
}

function isLabel(words: string): boolean {
  return TOKEN_LABEL.test(words) && !OTHER_PURPOSE.test(words)
}

const LINE_START = 0

type Place = {
  readonly line: string
  readonly previous: string | undefined
  readonly from: number
  readonly at: RegExpExecArray
  readonly next: RegExpExecArray | undefined
}

function wordsAbout({ line, previous, from, at, next }: Place): string {
  const before = line.slice(from, at.index).slice(-WORDS_BEFORE)
  if (/\p{L}{2}/u.test(before)) return before
  const after = line.slice(endOf(at), next?.index).slice(0, WORDS_AFTER)
  if (/\p{L}{2}/u.test(after)) return after
  return from === LINE_START && previous !== undefined ? previous.slice(-WORDS_BEFORE) : ''
}

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length
}
