/**
 * Why a statement failed that can succeed later. `away`: the database cannot be reached, stops or starts. `full`: its
 * disk or its memory is full. `busy`: a time limit or another transaction ended the statement.
 */
type DatabaseFailure = 'away' | 'full' | 'busy'

const CODES: Readonly<Record<DatabaseFailure, readonly string[]>> = {
  away: [
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '53300',
  ],
  full: ['53100', '53200', '58030'],
  busy: ['57014', '55P03', '40001', '40P01'],
}
const CONNECTION_EXCEPTION = /^08/
/** Messages of failures of the pool and the driver, which have no code. */
const MESSAGES: Readonly<Record<'away' | 'busy', RegExp>> = {
  away: /^(?:timeout exceeded when trying to connect|Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable)/,
  busy: /^Query read timeout/,
}

/** How the database failed; undefined for any other error, such as a defect in a statement. */
export function findDatabaseFailure(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error
    if (CONNECTION_EXCEPTION.test(code)) return 'away'
    return (['away', 'full', 'busy'] as const).find((failure) => CODES[failure].includes(code))
  }
  return (['away', 'busy'] as const).find((failure) => MESSAGES[failure].test(error.message))
}
