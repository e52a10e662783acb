import { parseAddress } from '#contract/ids.ts'
import type { Receipt } from '#contract/shapes/receipt.ts'
import { type Instant, parseInstant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { codeWeekTitle } from '#domain/ships/code-week.ts'
import { dayWords } from '../words/clocks.ts'
import { listWords, listWordsFirst, numberWords, reasonWords } from '../words/figures.ts'
import { sourcePlace } from '../words/sources.ts'
import { happenedOn } from './happened.ts'
import { awaitedCheck } from './recorded-fields.ts'
import { factName } from './resting.ts'

/** A receipt in a few words: of the service, and of the source. */
type ReceiptWords = {
  /** The kind of record: "Release". It ends with a colon where the words are a name. */
  readonly kind: string
  /** The subject in words of the service: "Activity status: Shipping". */
  readonly words?: string
  /** The subject in words of the source: "v2.4.0". */
  readonly said?: string
  /** The recorded fields that these words repeat. */
  readonly fields: readonly string[]
}

type Recorded = Readonly<Record<string, unknown>>
type Wording = (recorded: Recorded, receipt: Receipt, now: Instant) => ReceiptWords

/** A receipt in a few words. A withdrawn receipt has no content, so only its kind is named. */
export function receiptWords(receipt: Receipt, now: Instant): ReceiptWords {
  const { kind, recorded } = receipt
  if (recorded === undefined) return { kind: KIND_NAMES[kind], fields: [] }
  const { fields, ...words } = WORDINGS[kind](recorded, receipt, now)
  return { ...words, fields: [...fields, 'between'] }
}

/** The title of a receipt's page. It states the answer: "Lumen: release v2.4.0 on 18 Nov 2026". */
export function receiptTitle(receipt: Receipt, now: Instant): string {
  const { project, withdrawn } = receipt
  const { kind, words, said } = receiptWords(receipt, now)
  const first = `${kind.slice(0, 1).toLowerCase()}${kind.slice(1)}`
  if (withdrawn)
    return project === undefined
      ? `Withdrawn: this ${first} is no longer public`
      : `Withdrawn: this ${first} of ${project.name} is no longer evidence`
  const named = kind.endsWith(':') ? undefined : first
  // Words of a source after a kind of several words would read on as one sentence.
  const isNamedBefore = said !== undefined && named?.includes(' ') === true
  const about = [named, shortened(said ?? words)]
    .filter((part) => part !== undefined)
    .join(isNamedBefore ? ': ' : ' ')
  return `${project?.name}: ${about}${titleEnd(receipt)}`
}

/**
 * The end of a title, which is the day of the record. A conclusion has the day on which it was drawn, because a later
 * conclusion can differ. A signal has no day here: its words name its days.
 */
function titleEnd(receipt: Receipt): string {
  const { kind, observedAt } = receipt
  if (kind === 'signal') return ''
  if (kind === 'state' || kind === 'integrity')
    return observedAt == null ? '' : `, concluded on ${dayWords(observedAt)}`
  const day = happenedOn(receipt)
  return day === undefined ? '' : ` on ${day}`
}

const TITLE_LENGTH = 80

function shortened(words: string | undefined): string | undefined {
  if (words === undefined) return undefined
  const characters = [...words]
  return characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH).join('')}…` : words
}

const KIND_NAMES: Readonly<Record<Receipt['kind'], string>> = {
  ship: 'Ship',
  signal: 'Signal',
  abi: 'Verified interface',
  impl: 'Implementation of a proxy',
  lock: 'Token lock',
  source: 'Source',
  claim: 'Statement',
  state: 'Conclusion',
  integrity: 'Conclusion about market integrity',
  narrative: 'Narrative',
  method: 'Called function',
  sourcechange: 'Change of a site',
  security: 'Security statement',
}

/** The words of each kind of receipt. */
const WORDINGS: Readonly<Record<Receipt['kind'], Wording>> = {
  ship: (recorded, _receipt, now) => ({
    kind: listWordsFirst(textOf(recorded['shipKind']) ?? 'ship'),
    ...said(shipTitle(recorded, now)),
    fields: ['shipKind', 'title', repeatedCount(recorded), ...notOfKind(recorded)],
  }),
  signal: ({ title }) => ({ kind: 'Signal:', ...words(title), fields: ['title'] }),
  abi: ({ contract }) => ({ kind: 'Verified interface', ...ofContract(contract), fields: [] }),
  impl: ({ initial, contract }) => ({
    kind: initial === true ? 'First implementation of a proxy' : 'Changed implementation of a proxy',
    ...ofContract(contract),
    fields: initial === true ? ['initial', 'previousImplementation'] : ['initial'],
  }),
  lock: ({ lockWithdrawn, unlockAt }) => {
    if (lockWithdrawn === true) return { kind: 'Token lock that was withdrawn', fields: ['lockWithdrawn'] }
    const until = typeof unlockAt === 'string' ? parseInstant(unlockAt) : undefined
    return {
      kind: 'Token lock',
      ...(until !== undefined && { words: `until ${dayWords(until)}` }),
      fields: ['lockWithdrawn'],
    }
  },
  source: (_recorded, { source }) => ({
    kind: source == null ? 'Source' : `Source, ${listWords(source.kind)}`,
    ...said(source == null ? undefined : sourcePlace(source)),
    fields: [],
  }),
  claim: stated,
  narrative: stated,
  security: stated,
  state: concluded,
  integrity: concluded,
  method: ({ method, selector }) => ({
    kind: 'First recorded call of a function',
    ...said(method ?? selector),
    fields: method === null ? ['selector'] : ['method'],
  }),
  sourcechange: ({ added, removed }) => ({
    kind: 'Change of what a site declares',
    ...(typeof added === 'number' &&
      typeof removed === 'number' && {
        words: `(${numberWords(added)} added, ${numberWords(removed)} removed)`,
      }),
    fields: [],
  }),
}

function stated(recorded: Recorded, { kind }: Receipt): ReceiptWords {
  const { by, statement } = recorded
  const author = textOf(by)
  return {
    kind: author === undefined ? KIND_NAMES[kind] : `${KIND_NAMES[kind]} by ${AUTHORS[author] ?? author}`,
    ...said(statement),
    fields: ['by', 'statement', ...notOfKind(recorded)],
  }
}

const AUTHORS: Readonly<Record<string, string>> = {
  site: 'a site of the project',
  repository: 'a repository of the project',
  signature: 'a signature',
  operator: 'the operator',
}

function concluded({ fact, value, coverage }: Recorded): ReceiptWords {
  const about = factName(String(fact))
  const status = textOf(value) ?? textOf(Reflect.get(Object(value), 'status'))
  if (coverage !== 'MEASURED')
    return { kind: 'Conclusion:', words: `${about}: unknown, ${reasonWords(String(coverage))}`, fields: [] }
  return {
    kind: 'Conclusion:',
    words: status === undefined ? about : `${about}: ${listWords(status)}`,
    fields: [],
  }
}

/**
 * The field of a ship that needs no line. A ship counts or has a reason not to, so one field implies the other. Before
 * the evaluation both are null, and the line says that what the ship counts as is unknown.
 */
function repeatedCount({ notCountedReason }: Recorded): string {
  return textOf(notCountedReason) === undefined ? 'notCountedReason' : 'countsAs'
}

/** The fields that a kind of ship never has. A site can give a version to any other ship. */
const LACKS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['code_week', ['version']],
  ['deployment', ['version', 'url']],
  ['upgrade', ['version', 'url']],
])

/** The fields that a statement can lack. */
const OPTIONAL = ['url', 'statedOn', 'names', 'signature', 'signatureCheck', 'deployRecordCheck']

/** The fields without a value that a ship of this kind does not have, and those that a statement was made without. */
export function notOfKind(recorded: Recorded): readonly string[] {
  const awaited = awaitedCheck(recorded)
  const lacks =
    typeof recorded['claimKind'] === 'string'
      ? OPTIONAL.filter((field) => field !== awaited)
      : LACKS.get(recorded['shipKind'])
  return lacks === undefined ? [] : lacks.filter((field) => recorded[field] == null)
}

/** A ship's title today. The title of a running code week ends with the last day that was read. */
function shipTitle({ title, facts }: Recorded, now: Instant): unknown {
  const week: CodeWeekFacts | undefined = Reflect.get(Object(facts), 'codeWeek')
  return week === undefined || typeof week.weekStart !== 'string' ? title : codeWeekTitle(week, now)
}

function ofContract(contract: unknown): Pick<ReceiptWords, 'words'> {
  const address = parseAddress(String(contract))
  return address === undefined ? {} : { words: `at ${address}` }
}

function said(value: unknown): Pick<ReceiptWords, 'said'> {
  const text = textOf(value)
  return text === undefined ? {} : { said: text }
}

function words(value: unknown): Pick<ReceiptWords, 'words'> {
  const text = textOf(value)
  return text === undefined ? {} : { words: text }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
